// Dragging: a tile from the rack to a square, from square to square, back to the rack, or to another place in the rack.
import { cell, live, placed, put, take } from './draft.js';
import { place } from './lay.js';
import { reorder } from './tray.js';

const SLOP = 8, LIFT = 44;
let drag = null, dragged = false;

const square = event => {
  const up = event.pointerType === 'mouse' ? 0 : LIFT;
  return document.elementFromPoint(event.clientX, event.clientY - up)?.closest('.board td[data-free]');
};

document.addEventListener('pointerdown', event => {
  dragged = false;
  if (!live() || event.button !== 0 || drag) return;
  const tile = event.target.closest?.('#rack button.tile:not(.gone)'), td = event.target.closest?.('.board td.new[data-free]');
  if (!tile && !td) return;
  const from = td ? td.id.split('-').slice(1).map(Number) : null, mine = from && placed(...from);
  if (td && !mine) return;
  drag = { key: mine?.key ?? tile.closest('li').dataset.key, value: mine?.value, from, el: tile ?? td, x: event.clientX, y: event.clientY, id: event.pointerId, ghost: null };
});

function begin() {
  const ghost = Object.assign(document.createElement('div'), { className: 'drag tile' });
  ghost.append(...[...drag.el.childNodes].filter(node => !node.matches?.('.sum')).map(node => node.cloneNode(true)));
  document.body.append(ghost);
  drag.ghost = ghost;
  drag.el.classList.add('held-up');
}

function aim(td) {
  for (const old of document.querySelectorAll('.board .aim')) if (old !== td) old.classList.remove('aim');
  td?.classList.add('aim');
}

document.addEventListener('pointermove', event => {
  if (!drag || event.pointerId !== drag.id) return;
  if (!drag.ghost) { if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < SLOP) return; begin(); }
  const up = event.pointerType === 'mouse' ? 0 : LIFT;
  Object.assign(drag.ghost.style, { left: `${event.clientX - drag.ghost.offsetWidth / 2}px`, top: `${event.clientY - up - drag.ghost.offsetHeight / 2}px` });
  aim(square(event));
});

function drop(event) {
  if (!drag || event.pointerId !== drag.id) return;
  const { key, value, from, el, ghost } = drag;
  drag = null;
  if (!ghost) return;
  ghost.remove();
  el.classList.remove('held-up');
  aim(null);
  dragged = true;
  setTimeout(() => { dragged = false; }, 50);
  if (event.type !== 'pointerup') return;
  const td = square(event), below = document.elementFromPoint(event.clientX, event.clientY);
  if (td) { const [, row, col] = td.id.split('-').map(Number); if (from) put(key, row, col, value); else place(key, cell(row, col)); }
  else if (from) take(...from);
  else if (below?.closest('#rack')) reorder(key, event.clientX);
}
for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, drop);
// The click that follows a drag is no tap.
document.addEventListener('click', event => { if (dragged) { dragged = false; event.preventDefault(); event.stopPropagation(); } }, true);
