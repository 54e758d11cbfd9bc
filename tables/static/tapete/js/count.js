// A show: what came of a round laid card by card, once per viewer; it can be skipped, and with reduced motion there is none.
// The server has said everything already (the round is counted): this only shows it the way it is done at a table. So nothing else on the
// page may tell the end before the last card: what is marked data-late is veiled by the style sheet (also before this script runs), and
// what is read aloud and the title wait here. While it runs, what others do waits too (`watched`).
import { recall, keep } from './store.js';
import { heed } from './signs.js';
import { sound } from './sound.js';
import { tell } from './words.js';

const calm = matchMedia('(prefers-reduced-motion: reduce)'), body = document.body, STEP = 260, REST = 5;
let running = null, shown = 0, timer = 0, told = '';

const box = () => document.querySelector('#r-panel [data-slow]');
const key = el => `count:${body.dataset.code}:${el.dataset.slow}`;

function draw() {
  const el = box(), cards = [...el.querySelectorAll('[data-k]')];
  body.classList.add('counting');
  body.classList.remove('count-over');
  for (const card of cards) card.classList.toggle('unseen', Number(card.dataset.k) >= shown);
  for (const sum of el.querySelectorAll('[data-adds]')) {
    const laid = [...sum.closest('section').querySelectorAll('[data-k]')].filter(card => Number(card.dataset.k) < shown);
    sum.textContent = laid.reduce((all, card) => all + Number(card.dataset.points), 0);
  }
  return cards.length;
}

/** What would be read aloud of the end is kept for it; meanwhile only the show's own name is said. */
function hush(el) {
  const live = document.getElementById('r-live'), name = el.querySelector('h2').textContent;
  if (!live || live.textContent === name) return;
  told = live.textContent.trim() || told;
  live.textContent = name;
}

function finish() {
  clearInterval(timer);
  const el = box(), focused = el?.contains(document.activeElement), ran = running;
  running = null;
  if (el && ran === el.dataset.slow) keep(key(el), true);
  reveal();
  if (ran) {
    tell(told || [...document.querySelectorAll('#r-status [data-late]')].map(line => line.textContent).join('. '));
    told = '';
    heed(document.getElementById('r-facts'));
  }
  if (focused) (document.querySelector('#r-panel .next .btn') ?? document.querySelector('.over'))?.focus();
  chime();
}

/** Everything is there to be read: the show is over, or there is none for this viewer. */
function reveal() {
  const log = document.getElementById('r-log'), end = log && log.scrollHeight - log.scrollTop - log.clientHeight < 24;
  body.classList.remove('counting');
  body.classList.add('count-over');
  if (end) log.scrollTop = log.scrollHeight;
}

function step() {
  if (!box() || box().dataset.slow !== running) { finish(); return; }
  if (document.hidden) return;
  shown += 1;
  const all = draw();
  if (shown <= all) sound('count');
  // The last card lies for a moment, with both sums, before it is said what it means.
  if (shown >= all + REST) finish();
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
  if (running && el?.dataset.slow === running) { draw(); hush(el); return; }
  if (running) finish();
  if (!el || calm.matches || recall(key(el))) { reveal(); chime(); return; }
  running = el.dataset.slow;
  shown = 0;
  draw();
  hush(el);
  clearInterval(timer);
  timer = setInterval(step, STEP);
}

/** Resolves when no show runs, when the page is hidden, or when something more urgent holds. */
export async function watched(urgent) {
  while (running && !document.hidden && !urgent()) await new Promise(done => setTimeout(done, 100));
}

document.addEventListener('click', event => { if (event.target.closest('[data-skip]')) finish(); });
