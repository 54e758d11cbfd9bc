// The hand: the first tap lifts, the second plays; or drag to the cloth. Dragging sideways sorts, for this person only.
// A card with something to choose (a suit to name) opens its chooser instead: a popover of the page's own, which needs no script.
// A game may want it otherwise, by data-tap on the card: "once" plays at the first touch; "panel" opens the card's popover when it is
// lifted, and the second touch presses the button marked data-main in there.
// Nothing on the board changes here: a card leaves the hand when the server's answer says so.
import { recall, keep, placesOf } from './store.js';
import { chooser } from './menu.js';
import { word, tell } from './words.js';

const body = document.body;
const fan = () => document.querySelector('#r-hand .fan');
const cards = () => [...(fan()?.querySelectorAll('.pc') ?? [])];
const lit = pc => pc.getAttribute('aria-disabled') !== 'true' && !pc.disabled;
const code = pc => pc.closest('li').dataset.card;
const place = () => `hand:${body.dataset.code}:${body.dataset.viewer}:${fan().dataset.sortKey}`;
let lifted = null, drag = null, dragged = false;

/** Put the hand as this person sorted it, keep what was lifted, and leave one card in the tab order. Call after every swap. */
export function arrange() {
  const list = fan();
  if (!list) { lifted = null; return; }
  const order = recall(place(), null);
  const words = placesOf(list), at = li => { const k = order.indexOf(words.get(li.dataset.card)); return k < 0 ? 99 : k; };
  if (order) [...list.children].sort((a, b) => at(a) - at(b)).forEach(li => list.append(li));
  const all = cards();
  for (const pc of all) if (pc.hasAttribute('aria-pressed')) pc.setAttribute('aria-pressed', code(pc) === lifted && lit(pc));
  if (!all.some(pc => pc.getAttribute('aria-pressed') === 'true')) lifted = null;
  rove(all.find(pc => pc === document.activeElement) ?? all.find(pc => code(pc) === lifted) ?? all.find(lit) ?? all[0]);
}
const rove = to => cards().forEach(pc => { pc.tabIndex = pc === to ? 0 : -1; });
// The order of words, not of cards: the browser's storage outlives who sits here.
const remember = () => { const words = placesOf(fan()); keep(place(), [...fan().children].map(li => words.get(li.dataset.card))); };

function lift(pc) {
  lifted = code(pc);
  for (const other of cards()) if (other.hasAttribute('aria-pressed')) other.setAttribute('aria-pressed', other === pc);
  rove(pc);
  tell(word('lifted'));
}

document.addEventListener('focusin', event => { const pc = event.target.closest?.('.fan .pc'); if (pc) rove(pc); });

/** Let the lifted card down again. */
export function settle() {
  lifted = null;
  for (const pc of cards()) if (pc.getAttribute('aria-pressed') === 'true') pc.setAttribute('aria-pressed', 'false');
}

document.addEventListener('click', event => {
  const pc = event.target.closest?.('.fan .pc');
  if (!pc) return;
  if (dragged) { dragged = false; event.preventDefault(); event.stopPropagation(); return; }
  if (!lit(pc)) { event.preventDefault(); tell(word(fan().matches('.rest') ? 'notYou' : 'notNow')); return; }
  if (pc.dataset.tap === 'once') return;
  const raised = pc.getAttribute('aria-pressed') === 'true';
  if (!raised || pc.dataset.tap === 'panel') { event.preventDefault(); event.stopPropagation(); }
  if (!raised) raise(pc);
  else if (pc.dataset.tap === 'panel') confirm(pc);
}, true);

const own = panel => [...panel.querySelectorAll('button, input')].filter(el => el.checkVisibility());
function raise(pc) { lift(pc); if (pc.dataset.tap === 'panel') pc.popoverTargetElement.showPopover(); }
// The second touch: a panel in which something has to be chosen first stays open, as it does when it was closed meanwhile.
function confirm(pc) {
  const panel = pc.popoverTargetElement;
  if (!panel.matches(':popover-open')) { panel.showPopover(); return; }
  const inside = own(panel), main = inside.find(el => el.matches('[data-main]'));
  if (main) main.click(); else inside[0]?.focus();
}
// Who closes the panel has let go of the card.
const asksFor = panel => cards().some(pc => code(pc) === lifted && pc.dataset.tap === 'panel' && pc.popoverTargetElement === panel);
document.addEventListener('toggle', event => { if (event.newState === 'closed' && event.target.isConnected && asksFor(event.target)) settle(); }, true);

function put(pc) {
  if (!pc.popoverTargetElement) { pc.form?.requestSubmit(pc); return; }
  if (pc.dataset.tap === 'panel') raise(pc); else pc.popoverTargetElement.showPopover();
}
document.addEventListener('submit', event => event.submitter?.closest('[popover]')?.hidePopover?.());

/** Walk the hand, or an open chooser, by one. */
export function walk(step) {
  const open = chooser();
  if (open) { const inside = own(open); inside[(inside.indexOf(document.activeElement) + step + inside.length) % inside.length]?.focus(); return; }
  const all = cards(), now = all.indexOf(document.activeElement);
  if (!all.length) return;
  const to = all[now < 0 ? all.findIndex(pc => pc.tabIndex === 0) : (now + step + all.length) % all.length] ?? all[0];
  rove(to);
  to.focus({ preventScroll: true });
}
/** Lift the card in focus, or play it if it is lifted; in an open chooser take what is in focus. */
export function press() { const pc = document.activeElement?.closest('.fan .pc, [popover] button, [popover] input'); if (pc) pc.click(); else walk(0); }

document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step || event.target.closest('input:not([type="checkbox"]), textarea, select, dialog, .lines')) return;
  if (event.shiftKey && document.activeElement?.closest('.fan')) shift(step); else walk(step);
  event.preventDefault();
});
function shift(step) {
  const li = document.activeElement.closest('li'), next = step < 0 ? li.previousElementSibling : li.nextElementSibling;
  if (!next) return;
  const pc = document.activeElement;
  next[step < 0 ? 'before' : 'after'](li);
  pc.focus({ preventScroll: true });
  remember();
}

document.addEventListener('pointerdown', event => {
  const pc = event.target.closest('.fan .pc');
  dragged = false;
  if (pc && event.button === 0) drag = { pc, li: pc.closest('li'), x: event.clientX, y: event.clientY, id: event.pointerId, ghost: null };
});
document.addEventListener('pointermove', event => {
  if (!drag || event.pointerId !== drag.id) return;
  if (!drag.ghost) { if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 12) return; begin(); }
  const over = onCloth(event), w = drag.ghost.offsetWidth, h = drag.ghost.offsetHeight;
  Object.assign(drag.ghost.style, { left: `${event.clientX - w / 2}px`, top: `${event.clientY - h / 2}px` });
  document.getElementById('cloth')?.classList.toggle('drop', over && lit(drag.pc));
  if (!over) sortAt(event.clientX);
});
function begin() {
  const box = drag.pc.getBoundingClientRect();
  drag.ghost = Object.assign(document.createElement('div'), { className: 'drag' });
  drag.ghost.style.setProperty('--cw', `${box.height / 1.4}px`);
  drag.ghost.append(drag.pc.querySelector('svg').cloneNode(true));
  document.body.append(drag.ghost);
  drag.li.classList.add('held-up');
}
const onCloth = event => { const box = document.getElementById('cloth')?.getBoundingClientRect(), top = fan()?.getBoundingClientRect().top; return Boolean(box) && event.clientY < Math.min(box.bottom, top) - 10 && event.clientY > box.top; };
function sortAt(x) {
  const others = [...fan().children].filter(li => li !== drag.li);
  const after = others.filter(li => { const r = li.getBoundingClientRect(); return r.left + Math.min(r.width, 40) / 2 < x; }).pop();
  if (after ? after.nextElementSibling !== drag.li : fan().firstElementChild !== drag.li) { if (after) after.after(drag.li); else fan().prepend(drag.li); }
}
function drop(event) {
  if (!drag || event.pointerId !== drag.id) return;
  const { pc, li, ghost } = drag;
  drag = null;
  document.getElementById('cloth')?.classList.remove('drop');
  if (!ghost) return;
  ghost.remove();
  li.classList.remove('held-up');
  dragged = true;
  setTimeout(() => { dragged = false; }, 50);
  if (!li.isConnected) return;
  remember();
  if (event.type === 'pointerup' && onCloth(event) && lit(pc)) put(pc);
}
document.addEventListener('pointerup', drop);
document.addEventListener('pointercancel', drop);
document.addEventListener('dragstart', event => { if (event.target.closest?.('.fan')) event.preventDefault(); });

document.addEventListener('click', event => {
  if (!event.target.closest('[data-sort]') || !fan()) return;
  [...fan().children].sort((a, b) => a.dataset.order - b.dataset.order).forEach(li => fan().append(li));
  remember();
});
