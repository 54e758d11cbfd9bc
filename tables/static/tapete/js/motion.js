// What happened is seen, not only shown: before a new state is put in, the difference to the old one is acted out.
// Nothing here decides anything; if it is cut short, the new state is right all the same.
import { sound } from './sound.js';

const calm = matchMedia('(prefers-reduced-motion: reduce)');
const length = name => parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name)) || 300;
const wait = ms => new Promise(done => setTimeout(done, ms));
const place = chair => (chair === '0' && !document.body.matches('.replay') ? document.getElementById('r-hand') : document.querySelector(`[data-chair="${chair}"] .held, [data-chair="${chair}"]`));

/** The cards of a trick as [{seat, id}], from an element of a page or of a fragment. */
const cards = list => [...(list?.querySelectorAll('li[data-id]') ?? [])].map(li => ({ seat: li.dataset.seat, id: li.dataset.id, best: li.matches('.best, [data-best]') }));

function drawing(id) {
  const old = document.querySelector('.mesa use[href*="cards"]'), svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', `${old.getAttribute('href').split('#')[0]}#${id}`);
  svg.setAttribute('class', 'card');
  svg.append(use);
  return svg;
}

/** Fly a copy of the drawing from one box to another; resolves on landing. With reduced motion it fades in. */
export async function fly(svg, from, to) {
  const a = from.getBoundingClientRect(), b = to.getBoundingClientRect(), box = document.createElement('div');
  box.className = 'fly';
  box.append(svg.cloneNode(true));
  Object.assign(box.style, { left: `${b.left}px`, top: `${b.top}px`, width: `${b.width}px`, height: `${b.height}px` });
  box.style.setProperty('--cw', `${b.width}px`);
  document.body.append(box);
  const dx = a.left + a.width / 2 - b.left - b.width / 2, dy = a.top + a.height / 2 - b.top - b.height / 2;
  const size = Math.max(0.3, Math.min(1.1, a.width / b.width));
  const frames = calm.matches ? [{ opacity: 0 }, { opacity: 1 }] : [{ transform: `translate(${dx}px,${dy}px) scale(${size}) rotate(-8deg)` }, { transform: 'none' }];
  try { await box.animate(frames, { duration: calm.matches ? 120 : length('--d-fly'), easing: 'cubic-bezier(.2,.7,.2,1)', fill: 'both' }).finished; } catch { /* cut short */ }
  box.remove();
}

async function lay(trick, card) {
  const li = document.createElement('li'), slot = trick.querySelector('.slot');
  li.dataset.seat = card.seat;
  li.dataset.id = card.id;
  li.style.visibility = 'hidden';
  li.append(drawing(card.id));
  if (slot && card.seat === '0') slot.remove();
  trick.append(li);
  const own = card.seat === '0' ? document.querySelector(`.fan use[href$="#${card.id}"]`)?.closest('li') : null;
  const from = own?.querySelector('.pc') ?? place(card.seat);
  if (own) own.style.visibility = 'hidden';
  if (from) await fly(li.firstChild, from, li);
  li.style.visibility = '';
  sound('card');
}

/** The finished trick rests, then goes to its winner. */
async function collect(trick, winner) {
  await wait(calm.matches ? 500 : length('--d-trick'));
  const to = place(winner)?.getBoundingClientRect();
  if (to) await Promise.all([...trick.children].map((li, k) => {
    const r = li.getBoundingClientRect();
    const end = calm.matches ? { opacity: 0 } : { transform: `translate(${to.left + to.width / 2 - r.left - r.width / 2}px,${to.top + to.height / 2 - r.top - r.height / 2}px) scale(.25)`, opacity: 0.2 };
    return li.animate([{}, end], { duration: calm.matches ? 120 : length('--d-fly'), delay: calm.matches ? 0 : k * 40, easing: 'ease-in', fill: 'forwards' }).finished.catch(() => {});
  }));
  sound('trick');
  trick.replaceChildren();
}

/** How many cards everybody holds, by chair, as far as the element tells; the viewer's own are those of the fan. */
function held(root) {
  const found = new Map([...root.querySelectorAll('[data-chair][data-held]')].map(el => [el.dataset.chair, Number(el.dataset.held)]));
  const fan = root.querySelector('.fan');
  if (fan) found.set('0', fan.children.length);
  return found;
}

const at = chair => (chair === '0' ? document.querySelector('.fan li:last-child .pc') : null) ?? place(chair);

/** Cards come from the stock, one after another; of many only the first few are seen. */
async function draw(pile, chair, count) {
  const stock = pile.querySelector('.stock .card'), to = at(chair);
  if (!stock || !to) return;
  await Promise.all(Array.from({ length: Math.min(count, 5) }, async (_, k) => {
    await wait(calm.matches ? 0 : k * 130);
    sound('card');
    await fly(stock, stock, to);
  }));
}

/** A card goes to the pile, from the hand or from the plate of whoever holds one less. */
async function shed(pile, card, chair) {
  const top = pile.querySelector('.heap:not(.stock)');
  const own = chair === '0' ? [...document.querySelectorAll(`.fan use[href$="#${card}"]`)].at(-1)?.closest('li') : null;
  const from = own?.querySelector('.pc') ?? place(chair);
  if (own) own.style.visibility = 'hidden';
  if (top && from) await fly(drawing(card), from, top);
  sound('card');
}

/** A short word over the pile: the order of play turns, the pile becomes a new stock, something is about to go off or has. */
async function sign(pile, text) {
  if (!text) return;
  const word = Object.assign(document.createElement('p'), { className: 'sign', textContent: text });
  pile.parentElement.append(word);
  sound('trick');
  await wait(calm.matches ? 700 : length('--d-sign'));
  word.remove();
}

// A pile (games in which one sheds cards): who holds more has drawn, who holds one less has played the card now on top. Whoever plays
// and draws at once holds no less: the pile may say whose the top card is (data-by).
async function pileAct(pile, next) {
  const then = next.querySelector('#r-centre .pile');
  if (!then || pile.dataset.hand !== then.dataset.hand) return;
  const before = held(document), after = held(next);
  const by = way => [...after].filter(([chair, count]) => before.has(chair) && way * (count - before.get(chair)) > 0);
  const more = Number(then.dataset.count) - Number(pile.dataset.count); // fewer: the pile has become the stock
  const played = by(-1)[0]?.[0] ?? (more > 0 ? then.dataset.by : '');
  if (more && played) await shed(pile, then.dataset.top, played);
  if (Number(then.dataset.stock) > Number(pile.dataset.stock)) await sign(pile, then.dataset.shuffled);
  const alarm = Number(then.dataset.alarm ?? 0) - Number(pile.dataset.alarm ?? 0);
  if (alarm) await sign(pile, alarm > 0 ? then.dataset.lit : then.dataset.off);
  for (const [chair, count] of by(1)) await draw(pile, chair, count - before.get(chair));
  if (then.dataset.way !== pile.dataset.way) await sign(pile, then.dataset.turned);
}

async function act(next) {
  const pile = document.querySelector('#r-centre .pile');
  if (pile) { await pileAct(pile, next); return; }
  const trick = document.querySelector('#r-centre .trick'), then = next.querySelector('.trick'), past = next.querySelector('#past');
  if (!trick) return;
  const before = cards(trick), after = cards(then), done = cards(past);
  const key = el => `${el?.dataset.round}/${el?.dataset.number}`;
  if (key(trick) === key(then) && after.length >= before.length) { for (const card of after.slice(before.length)) await lay(trick, card); return; }
  if (!before.length || key(past) !== key(trick)) return;
  for (const card of done.slice(before.length)) await lay(trick, card);
  await collect(trick, done.find(card => card.best)?.seat ?? '0');
  if (then) for (const card of after) await lay(trick, card);
}

/** Act out what a frame brings. Resolves when the eye has seen it, at once when the page is hidden, and never later than 8 s. */
export async function perform(html) {
  const next = new DOMParser().parseFromString(html, 'text/html');
  if (!next.getElementById('r-centre') || document.hidden) return;
  const hidden = new Promise(done => document.addEventListener('visibilitychange', done, { once: true }));
  try { await Promise.race([act(next), hidden, wait(8000)]); } catch { /* the new state is what counts */ }
  document.querySelectorAll('.fly').forEach(box => box.remove());
}

/** A fresh hand comes card by card. Call after the swap; `fresh` says that the round is a new one. */
export function dealt(fresh) {
  const fan = document.querySelector('.fan');
  if (!fan || !fresh || calm.matches || document.hidden) return;
  fan.classList.add('dealing');
  setTimeout(() => fan.classList.remove('dealing'), 1200);
}
