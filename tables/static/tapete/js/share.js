// Copy a link, or hand it to the device's own share sheet.
import { word, tell } from './words.js';

async function copy(text) {
  if (navigator.clipboard && window.isSecureContext) try { await navigator.clipboard.writeText(text); return true; } catch { /* forbidden: the old way */ }
  const field = Object.assign(document.createElement('textarea'), { value: text, readOnly: true, className: 'vh' });
  document.body.append(field);
  field.select();
  let done = false;
  try { done = document.execCommand('copy'); } catch { /* neither way */ }
  field.remove();
  return done;
}

document.addEventListener('click', async event => {
  const button = event.target.closest('[data-copy], [data-share]');
  if (!button) return;
  event.preventDefault(); // a link to what is copied, for whoever has no script
  if (button.dataset.share) { navigator.share({ title: button.dataset.shareTitle, url: button.dataset.share }).catch(() => {}); return; }
  const label = button.querySelector('[data-label]') ?? button.querySelector('span') ?? button, before = button.dataset.before ?? label.textContent;
  const done = await copy(button.dataset.copy);
  button.dataset.before = before;
  label.textContent = done ? button.dataset.done || word('copied') : before;
  tell(done ? word('copied') : word('noCopy'));
  if (!done) document.querySelector('[data-select]')?.select();
  button.focus();
  setTimeout(() => { label.textContent = before; }, 2500);
});
document.addEventListener('focusin', event => { if (event.target.matches('[data-select]')) event.target.select(); });

/** Show what only works with a script, in whatever has just been put into the page. */
export function unveil() {
  document.querySelectorAll('[data-share]').forEach(button => { button.hidden = !navigator.share; });
  document.querySelectorAll('[data-sort], [data-fold], button[data-play]').forEach(button => { button.hidden = false; });
}
document.documentElement.classList.add('js');
unveil();
