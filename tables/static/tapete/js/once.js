import { token } from './store.js';

// A form that leads to another page is sent once, however often its button is pressed while the answer is on its way: the
// server knows a second press as one act, but there is no need to ask it twice.
const REST = 10_000, sent = new Set();

document.addEventListener('submit', event => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== 'post' || form.matches('[hx-post], [data-deck-form]')) return;
  if (sent.has(form.action)) { event.preventDefault(); return; }
  sent.add(form.action);
  setTimeout(() => sent.delete(form.action), REST);
});

// A form names its act, so that a second try after a lost answer is known as such. Whoever comes back by the browser's own cache after they
// have been at the table that the form led to wants another one.
const LANDED = 'tapete:landed';
const note = work => { try { return work(sessionStorage); } catch { return null; } };
if (document.body.dataset.stateUrl) note(store => store.setItem(LANDED, '1'));
else document.addEventListener('submit', () => note(store => store.removeItem(LANDED)));
addEventListener('pageshow', event => {
  if (!event.persisted) return;
  sent.clear();
  if (note(store => store.getItem(LANDED))) for (const field of document.querySelectorAll('input[name="act"]')) field.value = token();
});
