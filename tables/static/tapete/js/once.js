// A form that leads to another page is sent once, however often its button is pressed while the answer is on its way: a visitor's
// second press would come without the session of the first, and take a second chair.
const REST = 10_000, sent = new Set();

document.addEventListener('submit', event => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== 'post' || form.matches('[hx-post], [data-deck-form]')) return;
  if (sent.has(form.action)) { event.preventDefault(); return; }
  sent.add(form.action);
  setTimeout(() => sent.delete(form.action), REST);
});
addEventListener('pageshow', event => { if (event.persisted) sent.clear(); });
