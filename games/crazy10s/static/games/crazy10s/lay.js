// Laying tiles: by tapping a tile and then a square, and by the keys (arrows, digits, Backspace, Enter).
import { cell, clear, live, onChange, placed, placements, put, rack, say, spare, take } from './draft.js';
import { paint } from './paint.js';
import { send } from './preview.js';
import { approach, near } from './zoom.js';
import { tell } from '../../tapete/js/words.js';

let lifted = null, cursor = null, waiting = null;

const at = td => { const [, row, col] = td.id.split('-'); return { row: Number(row), col: Number(col) }; };
const squares = () => document.querySelectorAll('.board[role="grid"] td[id]');
const chooser = () => document.getElementById('choose-wild');
const coarse = matchMedia('(pointer: coarse)');

function lift(key) {
  lifted = key;
  for (const li of rack()) li.querySelector('.tile').setAttribute('aria-pressed', String(li.dataset.key === key));
  if (key) tell(say('picked'));
}

/** Lay a tile of the rack on a square; a wild asks for its digit first, unless it had one. */
export function place(key, td, value) {
  if (!td || td.dataset.free === undefined) { tell(say('occupied')); return; }
  const { row, col } = at(td), tile = rack().find(li => li.dataset.key === key)?.dataset.tile;
  point(td);
  if (tile === '*' && value === undefined) { waiting = { key, row, col }; chooser()?.showPopover(); return; }
  lift(null);
  put(key, row, col, value);
}

function choose(digit) {
  if (!waiting) return;
  const { key, row, col } = waiting;
  chooser()?.hidePopover();
  waiting = null;
  place(key, cell(row, col), Number(digit));
  cell(row, col)?.focus({ preventScroll: true });
}

/** Make a square the one that Tab reaches. */
function point(td) {
  cursor = td?.id ?? cursor;
  for (const each of squares()) each.tabIndex = each.id === cursor ? 0 : -1;
}

/** After a frame: the cursor and the lifted tile are still where they were. */
export function dress() {
  const now = document.getElementById(cursor);
  if (now) point(now);
  if (!rack().some(li => li.dataset.key === lifted) || placements().some(each => each.key === lifted)) lifted = null;
  lift(lifted);
  paint();
}

function tap(td) {
  const { row, col } = at(td), mine = placed(row, col);
  point(td);
  if (lifted) place(lifted, td);
  else if (mine) take(row, col);
  else if (coarse.matches && !near()) approach(td);
  else if (td.dataset.free !== undefined) tell(say('nothing'));
}

document.addEventListener('click', event => {
  const tile = event.target.closest?.('#rack button.tile'), td = event.target.closest?.('.board[role="grid"] td[id]');
  const digit = event.target.closest?.('#choose-wild [data-digit]');
  if (digit) choose(digit.dataset.digit);
  else if (tile) pick(tile.closest('li').dataset.key);
  else if (td) tap(td);
  else if (event.target.closest?.('#undo')) clear();
  else if (event.target.closest?.('#send[aria-disabled="true"]')) tell(document.getElementById('why')?.textContent.trim());
});

function pick(key) {
  const away = placements().find(each => each.key === key);
  if (away) take(away.row, away.col); else lift(lifted === key ? null : key);
}

// ---- keys ------------------------------------------------------------------------------------------------------------------

const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
const here = () => document.getElementById(cursor) ?? document.querySelector('.board td[tabindex="0"]');

function walk([down, right]) {
  const td = here(), focused = document.activeElement === td, { row, col } = at(td), next = cell(row + down, col + right);
  const to = focused ? next ?? td : td;
  point(to);
  to.focus({ preventScroll: !near() });
}

function along(tile, step) {
  const tiles = rack().map(li => li.querySelector('.tile')), to = tiles[(tiles.indexOf(tile) + step + tiles.length) % tiles.length];
  to?.focus();
}

function type(tile) {
  const td = here(), { row, col } = at(td), old = placed(row, col);
  td.focus({ preventScroll: true });
  const key = spare(tile) ?? (old?.tile === tile ? old.key : undefined);
  if (!key) { tell(say('lacking')); return; }
  place(key, td);
}

function back() {
  const td = here(), { row, col } = at(td), one = placed(row, col) ?? placements().at(-1);
  if (!one) return;
  take(one.row, one.col);
  point(cell(one.row, one.col));
  here().focus({ preventScroll: true });
}

function enter(td) { if (lifted) place(lifted, td); else if (placements().length) send(); }

/** Whether the key was ours. */
function pressed(event) {
  const focus = document.activeElement, tile = focus?.closest?.('#rack button.tile'), td = focus?.closest?.('.board td');
  const free = td || tile || focus === document.body || focus?.id === 'r-hand' || focus?.id === 'hand' || focus?.id === 'send';
  if (event.key in ARROWS && tile && ARROWS[event.key][1]) { along(tile, ARROWS[event.key][1]); return true; }
  if (event.key in ARROWS && free) { walk(ARROWS[event.key]); return true; }
  if (/^[0-9*]$/.test(event.key)) { type(event.key); return true; }
  if (event.key === 'Backspace' || event.key === 'Delete') { back(); return true; }
  if (event.key === 'Escape' && lifted) { lift(null); return true; }
  if (event.key === 'Enter' && (td || focus === document.body)) { enter(td ?? here()); return true; }
  if (event.key === ' ' && td) { tap(td); return true; }
  return false;
}

document.addEventListener('keydown', event => {
  if (!live() || event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.('input, textarea, select, dialog, .lines, .sheet')) return;
  if (chooser()?.matches(':popover-open')) {
    if (/^[0-9]$/.test(event.key)) { event.preventDefault(); event.stopPropagation(); choose(event.key); }
    return;
  }
  if (!pressed(event)) return;
  event.preventDefault();
  event.stopPropagation();
}, true);
document.addEventListener('toggle', event => { if (event.target.id === 'choose-wild' && event.newState === 'closed') setTimeout(() => { if (!chooser()?.matches(':popover-open')) waiting = null; }); }, true);
onChange(paint);
