// Small things a browser remembers. Private windows may refuse to: then they are forgotten, and nothing breaks.
// Never a card: what a hand looks like is kept by words of the server that mean nothing without the page. And only for who this browser
// is: a page bears a mark of its session, and where the marks differ, everything but the device's own wishes is forgotten.

const WHO = 'tapete:who', DEVICE = new Set(['tapete:sound']), who = document.body.dataset.who ?? '';
let foreign = false; // another tab has become somebody else: this one keeps nothing any more

function forget(area) { for (const key of Object.keys(area)) if (/^(tapete:|htmx-)/.test(key) && !DEVICE.has(key)) area.removeItem(key); }
function greet(area) { if (area.getItem(WHO) !== who) { forget(area); area.setItem(WHO, who); } }
for (const area of [() => sessionStorage, () => localStorage]) try { greet(area()); } catch { /* full or forbidden */ }
addEventListener('storage', event => {
  if (event.key !== WHO || event.newValue === who) return;
  foreign = true;
  try { forget(sessionStorage); } catch { /* forbidden */ }
});

function read(area, key, otherwise) {
  try { const text = foreign ? null : area().getItem(`tapete:${key}`); return text === null ? otherwise : JSON.parse(text); } catch { return otherwise; }
}
function write(area, key, value) {
  try {
    if (foreign || area().getItem(WHO) !== who) return;
    if (value === null) area().removeItem(`tapete:${key}`); else area().setItem(`tapete:${key}`, JSON.stringify(value));
  } catch { /* full or forbidden */ }
}

/** What was kept under the key, or `otherwise`. */
export const recall = (key, otherwise = null) => read(() => localStorage, key, otherwise);
/** Keep a plain value under the key; null: forget it. */
export const keep = (key, value) => write(() => localStorage, key, value);
/** The same for as long as the tab lives. */
export const recallHere = (key, otherwise = null) => read(() => sessionStorage, key, otherwise);
export const keepHere = (key, value) => write(() => sessionStorage, key, value);

/** The words under which a hand's cards are kept, by card: the list's data-places, as the server gave it. */
export const placesOf = list => new Map((list?.dataset.places ?? '').split(' ').map(pair => pair.split('=')));

/** A token no other post has: what the server knows a repeated post by. At most 40 characters, also without a secure context. */
export function token() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), b => b.toString(16).padStart(2, '0')).join('');
}
