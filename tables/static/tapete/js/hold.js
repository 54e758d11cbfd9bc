// A swap by somebody else's move must not be felt: focus, caret, scroll, what is open and what is half chosen survive it.
import { chooser } from './menu.js';

const selector = el => {
  if (!el || el === document.body) return null;
  if (el.id) return `#${CSS.escape(el.id)}`;
  const card = el.closest('[data-card]');
  if (card) return `[data-card="${card.dataset.card}"] .pc`;
  const home = el.closest('[id]'), name = el.getAttribute('name'), step = el.dataset.step;
  if (home && name && el.value !== undefined) return `#${CSS.escape(home.id)} [name="${name}"][value="${CSS.escape(el.value)}"]`;
  if (home && step !== undefined) return `#${CSS.escape(home.id)} [data-step="${step}"][aria-label="${CSS.escape(el.getAttribute('aria-label') ?? '')}"]`;
  return home && el.matches('summary') ? `#${CSS.escape(home.id)} > summary` : null;
};

const scrolled = el => ({ id: el.id, top: el.scrollTop, left: el.scrollLeft, end: el.scrollHeight - el.scrollTop - el.clientHeight < 24 });

function fieldsLeft() {
  return [...document.querySelectorAll('main [id], aside [id], dialog [id]')].filter(el => el.matches('input, textarea, select')).map(el => {
    if (el.type === 'radio' || el.type === 'checkbox') return el.checked !== el.defaultChecked ? { id: el.id, checked: el.checked } : null;
    const first = el.matches('select') ? [...el.options].find(o => o.defaultSelected)?.value ?? el.options[0]?.value : el.defaultValue;
    return el.type !== 'hidden' && el.value !== first ? { id: el.id, value: el.value } : null;
  }).filter(Boolean);
}

/** Remember the page as the person left it; the function returned puts it back into whatever was swapped meanwhile. */
export function hold() {
  const focused = document.activeElement, where = selector(focused);
  const caret = focused?.selectionStart === undefined ? null : [focused.selectionStart, focused.selectionEnd];
  const scrolls = [...document.querySelectorAll('[id].lines, [id] .panel, .over, [data-scroll]')].filter(el => el.id).map(el => [el, scrolled(el)]);
  const open = [...document.querySelectorAll('details[id][open]')].map(el => [el, el.id]);
  const chosen = chooser();
  const fields = fieldsLeft();
  return () => {
    for (const [el, id] of open) if (!el.isConnected) { const now = document.getElementById(id); if (now?.matches('details')) now.open = true; }
    if (chosen && !chosen.isConnected) document.getElementById(chosen.id)?.showPopover?.();
    for (const was of fields) {
      const now = document.getElementById(was.id);
      if (now && 'checked' in was) now.checked = was.checked;
      else if (now && now.value !== was.value) now.value = was.value;
    }
    for (const [el, was] of scrolls) {
      const now = el.isConnected ? el : document.getElementById(was.id);
      if (now) now.scrollTo(was.left, was.end ? now.scrollHeight : was.top);
    }
    if (where && !focused.isConnected) {
      const now = document.querySelector(where);
      now?.focus({ preventScroll: true });
      if (now && caret && caret[0] !== null && now.setSelectionRange) try { now.setSelectionRange(...caret); } catch { /* no caret in this kind of field */ }
    }
  };
}
