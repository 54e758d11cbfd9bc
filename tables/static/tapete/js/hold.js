// A swap by somebody else's move must not be felt: focus, caret, scroll, what is open and what is half chosen survive it.
import { refocus, where } from './focus.js';
import { chooser } from './menu.js';

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
  const was = where();
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
    if (was) refocus(was, true); else refocus();
  };
}
