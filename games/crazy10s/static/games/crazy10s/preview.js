// What the draft would be worth, as the server says: one small request after a short rest, the newest answer wins, nothing is trusted.
import { live, move, onChange, placements, say } from './draft.js';
import { mark } from './paint.js';
import { tell } from '../../tapete/js/words.js';

const REST = 150;
let timer = 0, asked = 0, empty = '', shown = { move: '', html: '' }, wanted = false, seq;

const box = () => document.getElementById('r-draft');
const button = () => document.getElementById('send');

/** Send the play, at once or as soon as the server has said that it is valid. */
export function send() {
  const send = button();
  if (box()?.dataset.stale !== undefined) { wanted = true; return; }
  if (send && send.getAttribute('aria-disabled') !== 'true' && !send.disabled) send.form.requestSubmit(send);
  else tell(document.getElementById('why')?.textContent.trim());
}

function show(html) {
  const old = box(), fresh = new DOMParser().parseFromString(html, 'text/html').getElementById('r-draft');
  if (!old || !fresh) return;
  const focused = old.contains(document.activeElement) ? document.activeElement.id : '';
  old.replaceWith(fresh);
  window.htmx?.process(fresh);
  const now = button();
  if (now && document.body.dataset.level === '0') { now.disabled = true; now.dataset.shut = ''; }
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  mark();
}

/** Until the answer comes nothing can be sent: what stands there belongs to another draft. */
function stale() {
  const el = box(), now = button();
  if (!el || !now) return;
  el.dataset.stale = '';
  now.type = 'button';
  now.setAttribute('aria-disabled', 'true');
}

async function ask() {
  const wish = ++asked, text = move(), centre = document.getElementById('r-centre');
  const csrf = document.querySelector('meta[name="csrf"]')?.content ?? document.querySelector('[name="csrfmiddlewaretoken"]')?.value ?? '';
  try {
    const answer = await fetch(centre.dataset.draftUrl, {
      method: 'POST', credentials: 'same-origin', headers: { 'X-CSRFToken': csrf, 'X-Requested-With': 'fetch' }, body: new URLSearchParams({ move: text }),
    });
    const html = await answer.text();
    if (wish !== asked || !live()) return;
    if (!answer.ok) throw new Error(String(answer.status));
    shown = { move: text, html };
    show(html);
    tell(['.worth', '.why'].map(part => box()?.querySelector(part)?.textContent.trim()).filter(Boolean).join('. '));
    if (wanted) { wanted = false; send(); }
  } catch {
    if (wish !== asked) return;
    wanted = false;
    const why = document.getElementById('why');
    if (why) why.textContent = say('unheard');
  }
}

function refresh() {
  clearTimeout(timer);
  asked += 1;
  if (!placements().length) { wanted = false; shown = { move: '', html: '' }; if (empty) show(empty); return; }
  stale();
  mark();
  timer = setTimeout(ask, REST);
}

/** After a frame: the region the server drew knows nothing of the draft. */
export function again() {
  const el = box();
  if (!el) { empty = ''; return; }
  const drawn = !el.querySelector('#sums'), older = seq !== document.body.dataset.seq;
  if (drawn) empty = el.outerHTML;
  seq = document.body.dataset.seq;
  if (!placements().length) { if (!drawn && empty) show(empty); else mark(); return; }
  if (drawn && shown.move === move()) show(shown.html);
  if (older || shown.move !== move()) refresh(); else mark();
}

onChange(refresh);
addEventListener('online', () => { if (live() && placements().length) refresh(); });
