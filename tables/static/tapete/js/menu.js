// The menu, full screen, sound, the deck, and the keys that reach them: P or Esc, M, F, C.
import { lend } from './focus.js';
import { sound, sounding } from './sound.js';
import { hush, word, tell } from './words.js';

const menu = document.getElementById('menu');
let giveBack = () => {}, leaveSheet = () => {};
const typing = el => el.closest?.('input, textarea, select, [contenteditable]');

/** The chooser that lies open over the table, if one does. */
export const chooser = () => (CSS.supports('selector(:popover-open)') ? document.querySelector('[popover]:popover-open') : null);

function open() { if (menu && !menu.open) { giveBack = lend(); if (menu.showModal) menu.showModal(); else menu.setAttribute('open', ''); show(); } }
function show() {
  document.querySelectorAll('[data-sound]').forEach(b => { if (b.matches('button')) b.setAttribute('aria-pressed', sounding()); });
  document.querySelectorAll('[data-fullscreen]').forEach(b => { b.setAttribute('aria-pressed', Boolean(document.fullscreenElement)); b.hidden = !document.fullscreenEnabled; });
}
/** Turn the sound on or off. */
export function flipSound() { sounding(!sounding()); show(); sound('card'); tell(word(sounding() ? 'soundOn' : 'soundOff')); }
function flipScreen() { if (document.fullscreenElement) document.exitFullscreen(); else document.documentElement.requestFullscreen?.().catch(() => {}); }
/** Open the menu, or close it. */
export function flipMenu() { if (menu?.open) menu.close(); else open(); }
/** Bring the chat and put the caret into it. */
export function toChat() {
  const chat = document.getElementById('r-chat');
  if (!chat) return;
  if (!chat.contains(document.activeElement)) leaveSheet = lend();
  location.hash = 'r-chat';
  const field = chat.querySelector('input[name="text"]:not([type="hidden"])'), take = () => field?.focus({ preventScroll: true });
  take();
  // A sheet that is only about to rise can't have the focus yet.
  if (document.activeElement !== field) requestAnimationFrame(() => requestAnimationFrame(take));
}

document.addEventListener('click', event => {
  const on = event.target.closest('[data-open="menu"], [data-close], button[data-sound], [data-fullscreen], [data-chat], [data-fold]');
  if (!on) { if (event.target === menu) menu.close(); return; }
  if (on.matches('[data-open="menu"]')) { event.preventDefault(); open(); }
  else if (on.matches('[data-close]')) { event.preventDefault(); on.closest('dialog')?.close(); }
  else if (on.matches('[data-sound]')) flipSound();
  else if (on.matches('[data-fullscreen]')) flipScreen();
  else if (on.matches('[data-fold]')) { const fold = on.closest('details'); fold.open = false; fold.querySelector('summary').focus(); }
  else { event.preventDefault(); toChat(); }
});
document.addEventListener('fullscreenchange', show);

menu?.addEventListener('close', () => giveBack());

const keys = { p: flipMenu, m: flipSound, f: flipScreen, c: toChat };
document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.key === 'Escape') {
    const fold = document.querySelector('.fold[open]');
    if (menu?.open || chooser() || hush()) return;
    const sheet = document.querySelector('.sheet:target'), raised = sheet && getComputedStyle(sheet).position === 'fixed';
    if (fold) { fold.open = false; fold.querySelector('summary').focus(); }
    else if (raised) { location.hash = 'cloth'; leaveSheet(); }
    else if (!typing(event.target) && menu) { event.preventDefault(); open(); } // else the key that opens it would close it again
    return;
  }
  const run = keys[event.key.toLowerCase()];
  if (!run || typing(event.target) || !document.body.matches('.t-page')) return;
  event.preventDefault();
  run();
});

// The deck changes at once; the choice is sent without leaving the page.
document.addEventListener('change', event => {
  const form = event.target.closest('[data-deck-form]');
  if (!form || event.target.name !== 'deck') return;
  document.body.dataset.deck = event.target.value;
  fetch(form.action, { method: 'POST', body: new FormData(form), redirect: 'manual', credentials: 'same-origin', keepalive: true }).catch(() => {});
});
show();
