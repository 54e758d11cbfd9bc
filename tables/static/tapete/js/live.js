// The live table. The server draws every region; this brings the page level and keeps it there.
// A frame is `<!--frame match seq notice--><!--v1-->` and the regions that changed. Frames wait in a queue, older ones are dropped, each is
// acknowledged, and nothing on the board changes before a frame says so. While the page is not level its buttons are disabled.
import './menu.js';
import './gamepad.js';
import './once.js';
import { about, jitter } from './backoff.js';
import { unveil } from './share.js';
import { refocus } from './focus.js';
import { hold } from './hold.js';
import { perform, dealt } from './motion.js';
import { arrange, settle } from './hand.js';
import { measure } from './clock.js';
import { heed, unread } from './signs.js';
import { counting, watched } from './count.js';
import { renew } from './renew.js';
import { token } from './store.js';
import { fadeToast, tellNews, toast, word } from './words.js';

const PROTOCOL = '1'; // as in tables/rendering/frames.py
const EXTENSIONS = [1006, 1011, 1012, 1013]; // codes after which the extension reconnects by itself: it asks `wsReconnectDelay`
const body = document.body, queue = [], sending = new Set();
let coming = null; // the key of the frame that is being acted out or waits for a finger
let wire = null, socket = null, wired = false, level = false, asked = false, busy = false, late = 0;
let tries = 0; // in vain, since the page was level last
let polled = 0, poll = 0; // tries in vain to fetch the state, and when it is fetched next if nothing is heard

const stamp = () => [body.dataset.match, body.dataset.seq, body.dataset.notice].map(Number);
const newer = (a, b) => { for (let k = 0; k < 3; k++) if (a[k] !== b[k]) return a[k] - b[k]; return 0; };
const open = () => navigator.onLine !== false;
const send = message => { try { wire?.sendImmediately(JSON.stringify(message)); } catch { /* closed: the reconnect asks for everything */ } };

// ---- frames ----------------------------------------------------------------------------------------------------------------

/** Take a frame in. answer: the page asked for it, so an equal stamp is news too. pushed: it came by the socket and is acknowledged. */
function receive(text, answer, pushed = false) {
  const head = /^<!--frame (\d+) (\d+) (\d+)-->(?:<!--v(\w+)-->)?/.exec(text);
  if (!head) return false;
  if (head[4] !== PROTOCOL) { outdated(`frames ${head[4]}`); return true; }
  polled = 0;
  plan();
  queue.push({ key: head.slice(1, 4).map(Number), html: text.slice(head[0].length), answer, pushed });
  pump();
  return true;
}

// The server speaks otherwise than this page: a new page will understand it. If even that one does not, say so and touch nothing.
function outdated(why) {
  if (renew(why)) return;
  lost();
  toast(word('outdated'));
}
// News are heard, not swapped: the live region keeps its element, and the same words of another move are news again.
document.addEventListener('htmx:oobBeforeSwap', event => {
  if (event.detail.target.id !== 'r-live') return;
  event.detail.shouldSwap = false;
  tellNews(event.detail.fragment);
});
// A region that this page has no place for tells of a deploy too, whatever the number says.
document.addEventListener('htmx:oobErrorNoTarget', event => { outdated(`region ${event.detail?.content?.querySelector?.('[id]')?.id ?? event.detail?.content?.id ?? ''}`); });

// A button swapped away between press and release would never be clicked: a frame waits for the finger, though not for long.
let pressed = false;
addEventListener('pointerdown', () => { pressed = true; }, true);
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => { setTimeout(() => { pressed = false; }); }, true);
const untouched = async () => { for (let k = 0; pressed && k < 16; k++) await new Promise(done => setTimeout(done, 50)); };

async function pump() {
  if (busy) return;
  busy = true;
  await null; // never inside the event that brought the frame: htmx is not done with the form yet
  while (queue.length) {
    const frame = queue.shift(), ahead = newer(frame.key, stamp());
    coming = frame.key;
    try {
      if (ahead > 0 || (ahead === 0 && frame.answer)) {
        if (ahead > 0 && !frame.answer) await watched(() => queue.some(one => one.answer));
        if (ahead > 0 && !queue.length) await perform(frame.html);
        await untouched();
        if (newer(frame.key, stamp()) >= 0) apply(frame);
      } else if (frame.answer) refusal(frame.html);
    } catch (error) {
      console.error(error);
      setTimeout(fetchState, about(2000));
    } finally {
      coming = null;
      if (frame.pushed) send({ got: frame.key });
    }
    leveled();
  }
  busy = false;
}

function apply(frame) {
  const round = document.querySelector('.fan')?.dataset.sortKey, restore = hold();
  htmx.swap(body, frame.html, { swapStyle: 'none', swapDelay: 0, settleDelay: 0 });
  [body.dataset.match, body.dataset.seq, body.dataset.notice] = frame.key;
  dress();
  restore();
  dealt(document.querySelector('.fan')?.dataset.sortKey !== round);
}

// An answer made on an older board than the page has by now: only its sentence is still of use.
function refusal(html) {
  const text = new DOMParser().parseFromString(html, 'text/html').getElementById('r-toast')?.textContent.trim();
  if (text) toast(text);
}

/** After every swap: what the facts say, the hand's order, the clock, the signs. */
function dress() {
  const facts = document.getElementById('r-facts');
  // Another seat, another language: what stands around the regions is no longer right.
  if (facts && (facts.dataset.viewer !== body.dataset.viewer || facts.dataset.lang !== document.documentElement.lang)) { if (renew('seat', 5000)) return; }
  if (facts?.dataset.bodyClass !== undefined) body.className = `${body.dataset.baseClass ?? 't-page'} ${facts.dataset.bodyClass}`;
  unveil();
  arrange();
  measure(facts);
  counting();
  heed(facts);
  unread();
  fadeToast();
  shutters();
  document.dispatchEvent(new CustomEvent('tapete:frame'));
}

// ---- level or not ----------------------------------------------------------------------------------------------------------

function shutters() {
  const shut = !level || !open();
  body.dataset.level = shut ? '0' : '1';
  for (const el of document.querySelectorAll('form[hx-post] button, main form[method="post"] button, form[hx-post] select')) {
    if (shut && !el.disabled) { el.disabled = true; el.dataset.shut = ''; }
    else if (!shut && el.dataset.shut !== undefined) { el.disabled = false; delete el.dataset.shut; }
  }
}

function leveled() {
  asked = false;
  level = true;
  if (wired) tries = 0;
  plan();
  clearTimeout(late);
  const line = document.getElementById('r-offline');
  if (line && open()) line.hidden = true;
  shutters();
  refocus();
}

function lost() {
  if (level) { level = false; plan(); }
  shutters();
  clearTimeout(late);
  late = setTimeout(() => { const line = document.getElementById('r-offline'); if (line && !level) line.hidden = false; }, open() ? 1500 : 0);
}

/** Ask for everything; by the address of the state if the socket does not answer. */
function resync() {
  if (!open()) { lost(); return; }
  send({ all: true });
  awaitAll(2500);
}

// A server that took the socket may have many to bring level; one that may not even be there any more is soon asked otherwise.
function awaitAll(patience) {
  asked = true;
  setTimeout(() => { if (asked) fetchState(); }, about(2 * patience));
}

/** When the state is fetched if nothing is heard until then: soon while the page is not level, later after every try in vain. */
function plan() {
  poll = Date.now() + (wired && level ? 45_000 + jitter(0, 20_000) : 4_000 + jitter(polled, 8_000, 60_000));
}

async function fetchState() {
  polled += 1;
  plan();
  try {
    const answer = await fetch(body.dataset.stateUrl, { credentials: 'same-origin', cache: 'no-store', headers: { 'HX-Request': 'true' } });
    if (!answer.ok || !receive(await answer.text(), true)) throw new Error(String(answer.status));
  } catch { lost(); }
}

// ---- the socket (htmx's ws extension keeps it) -------------------------------------------------------------------------------

htmx.config.wsReconnectDelay = () => jitter(tries++);

document.addEventListener('htmx:wsOpen', event => {
  wire = event.detail.socketWrapper;
  socket = event.detail.event.target;
  wire.queue.length = 0;
  wired = true;
  send({ visible: !document.hidden });
  awaitAll(8000); // the server sends everything to whoever connects
});
document.addEventListener('htmx:wsBeforeMessage', event => {
  event.preventDefault();
  receive(event.detail.message, asked, true);
});
document.addEventListener('htmx:wsClose', event => {
  const { event: { code, target }, socketWrapper } = event.detail;
  // Reconnecting closes a socket that was open. If its end comes to be known after the next one has opened, it is no news.
  if (socket && target !== socket) return;
  [socket, wired] = [null, false];
  lost();
  if (code === 4401) { setTimeout(() => location.reload(), jitter(0)); return; }
  if (EXTENSIONS.includes(code)) return;
  // One socket too many for its address comes back when others may have gone.
  const wait = code === 4429 ? about(60_000) : jitter(tries++, code === 1000 || code === 1001 ? 1500 : 8000, 60_000);
  setTimeout(() => { if (!wired) socketWrapper.reconnect(); }, wait);
});
setInterval(() => send({ here: true }), 25_000);
setInterval(() => { if (!document.hidden && Date.now() > poll) fetchState(); }, 2_000);
addEventListener('offline', lost);
// A network that comes back brings all its pages with it.
addEventListener('online', () => setTimeout(() => { if (open()) { wire?.reconnect(); fetchState(); } }, jitter(0)));
addEventListener('pageshow', event => { if (event.persisted) { lost(); wire?.reconnect(); fetchState(); } });
document.addEventListener('visibilitychange', () => { send({ visible: !document.hidden }); if (!document.hidden) resync(); });

// ---- posts -------------------------------------------------------------------------------------------------------------------

const isMove = form => Boolean(form.querySelector?.('[name="seq"]'));

// One move at a time, and none on a board whose next move has come already; who looks on or chats changes no board.
const decided = () => coming !== null && stamp().slice(0, 2).some((number, k) => number !== Number(coming[k]));
document.addEventListener('htmx:confirm', event => {
  const form = event.target;
  if (sending.has(form) || (isMove(form) && (decided() || [...sending].some(isMove)))) event.preventDefault();
});
document.addEventListener('htmx:configRequest', event => {
  const { formData, headers, triggeringEvent } = event.detail;
  headers['X-CSRFToken'] = document.querySelector('meta[name="csrf"]')?.content ?? '';
  // htmx takes the button that had the focus; one that was dragged across the hand has lost it.
  const pressedButton = triggeringEvent?.submitter;
  if (pressedButton?.name) formData.set(pressedButton.name, pressedButton.value);
  if (formData.has('seq')) formData.set('seq', body.dataset.seq);
  if (formData.has('token')) formData.set('token', token());
});
// The form may be swapped away before its answer comes, and then no event of htmx reaches the document: ask the request itself.
document.addEventListener('htmx:beforeSend', event => {
  const { xhr, requestConfig } = event.detail;
  sending.add(requestConfig.elt);
  xhr.addEventListener('loadend', () => sending.delete(requestConfig.elt));
  xhr.addEventListener('error', () => { settle(); toast(word('unsent')); resync(); });
});
document.addEventListener('htmx:beforeSwap', event => {
  const { xhr, requestConfig: { elt } } = event.detail;
  event.detail.shouldSwap = false;
  if (!receive(xhr.responseText, true) && xhr.status >= 400) toast(new DOMParser().parseFromString(xhr.responseText, 'text/html').querySelector('main p:not([aria-hidden])')?.textContent.trim() || word('unsent'));
  if (elt?.matches?.('[data-reset]') && xhr.status < 400 && !/refused|late/.test(xhr.getResponseHeader('X-Tapete-Outcome') ?? '')) elt.reset();
});
document.addEventListener('change', event => { if (event.target.matches('[data-submit]')) event.target.form.requestSubmit(); });

plan();
for (const list of document.querySelectorAll('ol.lines')) list.scrollTop = list.scrollHeight;
lost();
if (body.dataset.protocol !== PROTOCOL) outdated(`page ${body.dataset.protocol}`);
dress();
