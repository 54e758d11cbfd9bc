// The focus stays where the person put it, though what had it is swapped, sorted elsewhere, hidden or put to rest for a while. What is
// gone for good leaves it to its neighbour (a card of the hand) or to the part of the table where it was, never to the page as a whole.
const FOCUSABLE = 'a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex]';
let last = null; // where the focus is or was, as `where` tells

const adrift = () => !document.activeElement || document.activeElement === document.body;
const inside = home => [...home.querySelectorAll(FOCUSABLE)];
// What tells one control of a region from the others: the card or tile it is, else its name and value, else what it is called.
function sign(el) {
  const li = el.closest('[data-card], [data-key]');
  if (li) return `${el.localName} ${li.dataset.card ?? li.dataset.key}`;
  const name = el.getAttribute('name');
  return `${el.localName} ${name ? `${name}=${el.value}` : el.getAttribute('aria-label') ?? el.textContent.trim()}`;
}

/** A description of an element by which its successor is found after a swap; null for none and for the page itself. */
export function where(el = document.activeElement) {
  if (!el || el === document.body || !el.isConnected) return null;
  const home = el.parentElement?.closest('[id]'), same = home ? inside(home).filter(other => sign(other) === sign(el)) : [];
  const cards = [...document.querySelectorAll('.fan .pc')];
  const caret = el.selectionStart === undefined || el.selectionStart === null ? null : [el.selectionStart, el.selectionEnd];
  const around = ['.over', '#hand', '.sheet[id]', 'dialog[open]', '#cloth'].filter(part => el.closest(part));
  return { el, id: el.id, home: home?.id, sign: sign(el), nth: same.indexOf(el), card: cards.indexOf(el), caret, around };
}

function found(was) {
  if (was.el.isConnected) return was.el;
  if (was.id) return document.getElementById(was.id);
  const home = was.home && document.getElementById(was.home), same = home ? inside(home).filter(el => sign(el) === was.sign) : [];
  const cards = [...document.querySelectorAll('.fan .pc')];
  return same[was.nth] ?? same.at(-1) ?? (was.card < 0 ? null : cards[Math.min(was.card, cards.length - 1)]);
}

function give(el, caret = null) {
  if (!el) return false;
  el.focus({ preventScroll: true });
  if (document.activeElement !== el) return false;
  if (caret && el.setSelectionRange) try { el.setSelectionRange(...caret); } catch { /* no caret in this kind of field */ }
  return true;
}

/** Give the focus back to what `was` describes, if nothing else has it (or even then); a control at rest gets it when it wakes. */
export function refocus(was = last, even = false) {
  if (!was || !(even || adrift())) return;
  const now = found(was);
  if (now && now === document.activeElement) return;
  if (now?.dataset.shut !== undefined || give(now, was.caret)) return;
  const dialog = document.querySelector('dialog[open]');
  if (dialog) { give(dialog.querySelector('[data-close]')); return; }
  for (const part of [...was.around, '#hand', '.over', '#cloth']) if (give(document.querySelector(part))) return;
}

/** Have a dialog or sheet that is about to open give the focus back when the function returned is called. */
export function lend() {
  const was = where() ?? last;
  return () => { if (was && document.activeElement !== was.el) { document.activeElement?.blur?.(); refocus(was); } };
}

document.addEventListener('focusin', event => { last = where(event.target); });
// Whoever touches an empty place has let go of what had the focus.
addEventListener('pointerdown', event => { if (!event.target.closest?.(FOCUSABLE)) last = null; }, true);
