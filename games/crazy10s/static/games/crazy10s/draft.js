// The half-made play: which tile lies on which square. It lives here and in the session's storage, outside of every region that is
// swapped, and is laid on the board again after each frame, as far as its squares and the rack still allow it. What is stored names no
// tile and no digit: the rack's words stand for them, and mean nothing without the page.
import { keepHere, placesOf, recallHere } from '../../tapete/js/store.js';

const heard = new Set();
let laid = [], named = null;

const board = () => document.querySelector('#r-centre[data-draft-key]');
/** The square's cell; the rack's items as shown. */
export const cell = (row, col) => document.getElementById(`q-${row}-${col}`);
export const rack = () => [...document.querySelectorAll('#rack [data-tile]')];
/** Whether tiles can be laid on this page now. */
export const live = () => Boolean(board());
/** A sentence of the board's own, in the reader's language. */
export const say = key => board()?.dataset[key] ?? '';

const SHOWN = 6; // characters of a word that are stored; the rest hides the digit
const words = () => placesOf(document.getElementById('rack'));
const hidden = word => parseInt(word.slice(SHOWN), 16);
function recall(key) {
  const stored = recallHere(key, []), found = [];
  for (const [id, word] of words()) {
    const tile = rack().find(li => li.dataset.key === id)?.dataset.tile, each = stored.find(one => one[2] === word?.slice(0, SHOWN));
    if (tile && each) found.push({ row: each[0], col: each[1], key: id, tile, value: (((each[3] - hidden(word)) % 10) + 10) % 10, turn: stored.indexOf(each) });
  }
  return found.sort((a, b) => a.turn - b.turn).map(({ turn, ...each }) => each);
}
function keep() {
  const list = words(), stored = laid.filter(each => list.get(each.key)).map(({ row, col, key, value }) => [row, col, list.get(key).slice(0, SHOWN), (value + hidden(list.get(key))) % 10]);
  keepHere(named, stored.length ? stored : null);
}
function changed() { keep(); for (const listener of heard) listener(); }

/** Tiles laid, in the order in which they were: row, col, key of the rack's tile, tile, value. */
export const placements = () => laid;
export const placed = (row, col) => laid.find(each => each.row === row && each.col === col);
/** Call a function after every change. */
export const onChange = listener => heard.add(listener);

/** The play as the server reads it. */
export const move = () => JSON.stringify({ play: laid.map(({ row, col, tile, value }) => [row, col, tile, value]) });

/** The key of a tile of that kind that lies on the rack still, or undefined. */
export const spare = tile => rack().find(li => li.dataset.tile === tile && !laid.some(each => each.key === li.dataset.key))?.dataset.key;

/** Lay a tile of the rack, or one already laid, on a free square; what lay there goes back. */
export function put(key, row, col, value) {
  const tile = rack().find(li => li.dataset.key === key)?.dataset.tile;
  if (!tile || cell(row, col)?.dataset.free === undefined) return;
  laid = laid.filter(each => each.key !== key && (each.row !== row || each.col !== col));
  laid.push({ row, col, key, tile, value: tile === '*' ? value : Number(tile) });
  changed();
}

/** Take the tile of a square back to the rack. */
export function take(row, col) { laid = laid.filter(each => each.row !== row || each.col !== col); changed(); }

/** Take everything back. */
export function clear() { if (laid.length) { laid = []; changed(); } }

/** After a frame or a reload: keep what still fits. Tells whether this page has a live board. */
export function settle() {
  const key = board()?.dataset.draftKey;
  if (!key) return false;
  if (key !== named) { named = key; laid = recall(key); }
  const items = rack(), before = laid;
  laid = [];
  for (const each of before) {
    const free = items.filter(li => li.dataset.tile === each.tile && !laid.some(other => other.key === li.dataset.key));
    const own = free.find(li => li.dataset.key === each.key) ?? free[0];
    if (own && cell(each.row, each.col)?.dataset.free !== undefined && !placed(each.row, each.col)) laid.push({ ...each, key: own.dataset.key });
  }
  if (laid.length !== before.length) keep();
  return true;
}
