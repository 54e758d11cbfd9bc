// The count, card by card, once per viewer; it can be skipped, and with reduced motion it is all there at once.
// The server has said everything already (the round is counted): this only shows it the way it is done at a table.
import { recall, keep } from './store.js';
import { sound } from './sound.js';

const calm = matchMedia('(prefers-reduced-motion: reduce)'), body = document.body, STEP = 260;
let running = null, shown = 0, timer = 0;

const box = () => document.querySelector('#r-panel [data-slow]');
const key = el => `count:${body.dataset.code}:${el.dataset.slow}`;

function draw() {
  const el = box(), cards = [...el.querySelectorAll('[data-k]')];
  body.classList.add('counting');
  const fold = el.querySelector('#d-lastcount');
  if (fold) fold.open = true;
  for (const card of cards) card.classList.toggle('unseen', Number(card.dataset.k) >= shown);
  for (const heap of el.querySelectorAll('.tally')) {
    const points = [...heap.querySelectorAll('[data-k]')].filter(card => Number(card.dataset.k) < shown).reduce((sum, card) => sum + Number(card.dataset.points), 0);
    heap.querySelector('[data-sum]').textContent = points;
  }
  return cards.length;
}

function finish() {
  clearInterval(timer);
  body.classList.remove('counting');
  const el = box();
  if (el && running === el.dataset.slow) keep(key(el), true);
  if (el) {
    for (const card of el.querySelectorAll('.unseen')) card.classList.remove('unseen');
    for (const sum of el.querySelectorAll('[data-sum]')) sum.textContent = sum.dataset.sum;
    for (const skip of el.querySelectorAll('[data-skip]')) skip.hidden = true;
    const fold = el.querySelector('#d-lastcount');
    if (fold && running) fold.open = false;
  }
  running = null;
  chime();
}

function step() {
  if (!box() || box().dataset.slow !== running) { finish(); return; }
  shown += 1;
  sound('count');
  if (shown > draw()) finish();
}

let chimed = '';
/** The horn, the meow or the fanfare of an end, once, after its count. */
function chime() {
  const panel = document.querySelector('#r-panel[data-sound]'), what = panel && `${body.dataset.match}:${panel.dataset.sound}`;
  if (panel && chimed !== what && chimed !== null) sound(panel.dataset.sound);
  chimed = what ?? '';
}

/** Begin the count if the panel asks for it and this viewer has not seen it; go on with a running one after a swap. */
export function counting() {
  const el = box();
  if (running && el?.dataset.slow === running) { draw(); ready(el); return; }
  if (running) finish();
  if (!el || calm.matches || recall(key(el))) { chime(); return; }
  running = el.dataset.slow;
  shown = 0;
  draw();
  ready(el);
  clearInterval(timer);
  timer = setInterval(step, STEP);
}
function ready(el) { for (const skip of el.querySelectorAll('[data-skip]')) skip.hidden = false; }
document.addEventListener('click', event => { if (event.target.closest('[data-skip]')) { finish(); document.querySelector('#r-panel .next .btn')?.focus(); } });
