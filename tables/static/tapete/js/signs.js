// Signs that it is your turn while the page is hidden: the title, the icon, the app's badge, and one sound. Also the chat's unread count.
import { sound } from './sound.js';
import { word } from './words.js';
import { recall, keep } from './store.js';

const icon = document.querySelector('link[rel="icon"]'), calmIcon = icon?.href, body = document.body;
let mine = null, title = document.title;

function sign() {
  const wanted = mine && document.hidden;
  document.title = wanted ? `● ${word('turn')} · ${title}` : title;
  if (icon) icon.href = wanted ? icon.dataset.turn : calmIcon;
  if (navigator.setAppBadge) (wanted ? navigator.setAppBadge(1) : navigator.clearAppBadge()).catch(() => {});
}
document.addEventListener('visibilitychange', sign);

/** Take the turn and the title from the page's facts; the sound comes when the turn has become yours. */
export function heed(facts) {
  const now = Boolean(facts?.dataset.mine);
  // While the page runs a show, the title does not tell its end.
  const words = body.matches('.counting') && facts?.dataset.meanwhile || facts?.dataset.title;
  title = words ? `${words} · Tapete` : title;
  if (now && mine === false) sound('turn');
  mine = now;
  sign();
}

/** How many chat lines have come since the chat was last seen, on the round button. */
export function unread() {
  const lines = document.querySelectorAll('#r-lines li:not(.hush)'), key = `chat:${body.dataset.code}`, sheet = document.getElementById('r-chat');
  if (!sheet) return;
  const foreign = [...lines].filter(li => !li.matches('.own')).length, seen = getComputedStyle(sheet).visibility !== 'hidden' && !document.hidden;
  const total = Number(document.getElementById('r-facts')?.dataset.chat) || foreign;
  const was = recall(key, null);
  if (seen || was === null) { keep(key, [total, foreign]); show(0); return; }
  show(total === was[0] ? 0 : Math.max(1, Math.min(99, foreign - was[1])));
}
function show(count) {
  for (const badge of document.querySelectorAll('[data-unread]')) { badge.hidden = !count; badge.textContent = count || ''; }
}
addEventListener('hashchange', () => setTimeout(unread, 300));
document.addEventListener('visibilitychange', unread);
