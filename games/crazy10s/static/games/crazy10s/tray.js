// The tray's order: shuffled or sorted by hand, for this person only, and kept while the tab lives. Also how many tiles a swap takes.
import { rack } from './draft.js';
import { keepHere, placesOf, recallHere } from '../../tapete/js/store.js';

const list = () => document.getElementById('rack');
const place = () => `rack:${document.getElementById('r-centre')?.dataset.draftKey}`;
const keys = () => rack().map(li => li.dataset.key);

function order(wish) {
  const at = li => { const k = wish.indexOf(li.dataset.key); return k < 0 ? wish.length : k; };
  const sorted = rack().sort((a, b) => at(a) - at(b));
  if (sorted.every((li, k) => li === rack()[k])) return;
  const focused = document.activeElement, rest = list().querySelectorAll('.none');
  list().append(...sorted, ...rest);
  if (list().contains(focused) || sorted.some(li => li.contains(focused))) focused.focus({ preventScroll: true });
}
function remember() { const words = placesOf(list()); keepHere(place(), keys().map(key => words.get(key))); }

const rank = (wish, word) => { const k = wish.indexOf(word); return k < 0 ? wish.length : k; };

/** After a frame: the tray as this person had it. */
export function arrange() {
  const wish = recallHere(place()), words = placesOf(list());
  if (wish && list()) order([...words.keys()].sort((a, b) => rank(wish, words.get(a)) - rank(wish, words.get(b))));
  queueMicrotask(count); // the page puts back what was chosen for a swap after this
}

/** Put a tile where it was dropped in the tray. */
export function reorder(key, x) {
  const others = keys().filter(other => other !== key);
  const before = others.filter(other => { const r = rack().find(li => li.dataset.key === other).getBoundingClientRect(); return r.left + r.width / 2 < x; }).length;
  order([...others.slice(0, before), key, ...others.slice(before)]);
  remember();
}

function shuffle() {
  const mixed = keys();
  for (let k = mixed.length - 1; k > 0; k--) { const other = Math.floor(Math.random() * (k + 1)); [mixed[k], mixed[other]] = [mixed[other], mixed[k]]; }
  order(mixed);
  remember();
}

function count() {
  const form = document.getElementById('swap'), go = document.getElementById('swap-go');
  if (!form || !go) return;
  const chosen = form.querySelectorAll(':checked').length;
  go.querySelector('[data-count]').textContent = chosen || '';
  go.setAttribute('aria-disabled', String(!chosen || chosen > Number(form.dataset.most)));
}

document.addEventListener('click', event => {
  if (event.target.closest?.('#mix')) shuffle();
  if (event.target.closest?.('#swap-go[aria-disabled="true"]')) event.preventDefault();
});
document.addEventListener('change', event => { if (event.target.closest?.('#swap')) count(); });
