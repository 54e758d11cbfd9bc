// The replay: step, slide, play, keys, other eyes. Each step is a fragment of regions; the address follows, so that a link leads back.
import './share.js';
import './menu.js';
import { hold } from './hold.js';
import { perform } from './motion.js';
import { tellNews, word } from './words.js';

const body = document.body, made = new Map();
const facts = () => document.getElementById('r-facts').dataset;
let wanted = null, busy = false, playing = 0;

async function fragment(step, eyes) {
  const key = `${step}/${eyes}`;
  if (!made.has(key)) {
    if (made.size > 400) made.clear();
    made.set(key, fetch(`${body.dataset.stepUrl}?paso=${step}&ojos=${eyes}`, { credentials: 'same-origin' }).then(answer => { if (!answer.ok) throw new Error(String(answer.status)); return answer.text(); }));
  }
  try { return await made.get(key); } catch (error) { made.delete(key); throw error; }
}

/** Go to a step in somebody's eyes; when several are asked for quickly, the last one wins. */
async function go(step, eyes = facts().eyes) {
  const last = Number(facts().last);
  wanted = { step: Math.max(0, Math.min(last, Number(step))), eyes };
  if (busy) return;
  busy = true;
  try {
    while (wanted) {
      const { step: k, eyes: who } = wanted, forward = k === Number(facts().step) + 1 && who === facts().eyes;
      wanted = null;
      const html = await fragment(k, who);
      if (forward && !sliding()) await perform(html);
      swap(html);
      if (k < last) fragment(k + 1, who).catch(() => {});
    }
  } catch { location.href = `${body.dataset.address}?paso=${step}&ojos=${eyes}`; } finally { busy = false; }
}
const sliding = () => document.activeElement?.id === 'paso' && document.activeElement.matches(':active');

function swap(html) {
  const restore = hold(), slider = document.getElementById('paso'), grabbed = sliding();
  for (const node of new DOMParser().parseFromString(html, 'text/html').body.querySelectorAll(':scope > [id]')) {
    if (grabbed && node.id === 'r-steps') continue;
    if (node.id === 'r-live') { tellNews(node); continue; }
    node.removeAttribute('hx-swap-oob');
    document.getElementById(node.id)?.replaceWith(node);
  }
  restore();
  if (grabbed) slider.setAttribute('aria-valuetext', `${facts().step} / ${facts().last}`);
  const now = document.getElementById('paso');
  if (now && !grabbed) now.value = facts().step;
  if (facts().bodyClass) body.className = `${body.dataset.baseClass ?? 't-page'} ${facts().bodyClass}`;
  const address = `${body.dataset.address}?paso=${facts().step}&ojos=${facts().eyes}`;
  history.replaceState(null, '', address);
  document.getElementById('this-step')?.setAttribute('href', address);
  dress();
}

function dress() {
  const slider = document.getElementById('paso');
  if (slider) slider.style.setProperty('--done', `${(100 * slider.value) / Math.max(1, slider.max)}%`);
  for (const button of document.querySelectorAll('button[data-play]')) {
    button.hidden = false;
    button.setAttribute('aria-label', playing ? button.dataset.pause || word('pause') : word('play'));
    button.setAttribute('aria-pressed', Boolean(playing));
    button.classList.toggle('on', Boolean(playing));
  }
  document.querySelector('#side-log [aria-current="step"], #r-log [aria-current]')?.scrollIntoView({ block: 'nearest' });
}

function stop() { clearTimeout(playing); playing = 0; dress(); }
function beat() {
  playing = setTimeout(async () => {
    if (Number(facts().step) >= Number(facts().last)) { stop(); return; }
    await go(Number(facts().step) + 1);
    if (playing) beat();
  }, Number(document.querySelector('[data-speed]')?.value) || 1100);
  dress();
}
function flip() { if (playing) stop(); else { if (Number(facts().step) >= Number(facts().last)) go(0); beat(); } }

document.addEventListener('click', event => {
  const on = event.target.closest('a[data-step], a[data-eyes], button[data-play]');
  if (!on || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (on.matches('[data-play]')) { flip(); return; }
  if (on.dataset.step !== undefined) { if (playing) stop(); go(on.dataset.step); } else go(facts().step, on.dataset.eyes);
});
document.addEventListener('input', event => { if (event.target.id === 'paso') { if (playing) stop(); dress(); go(event.target.value); } });
document.addEventListener('change', event => { if (event.target.id === 'paso') go(event.target.value); });
document.addEventListener('submit', event => { if (event.target.querySelector('#paso')) { event.preventDefault(); go(document.getElementById('paso').value); } });
document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches('select, input:not(#paso)')) return;
  const now = Number(facts().step), to = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: facts().last }[event.key];
  if (to === undefined) { if (event.key === ' ' && !event.target.closest('button, a')) { event.preventDefault(); flip(); } return; }
  event.preventDefault();
  if (playing) stop();
  go(to);
});
dress();
