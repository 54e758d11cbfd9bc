// The script's own sentences. They stand translated in the page (partials/words.html); here is what to say without them.
const spoken = document.getElementById('words')?.dataset ?? {};
const plain = {
  lifted: 'Levantada. Otra vez para jugarla.', notNow: 'Esa carta no se puede jugar ahora.', notYou: 'Todavía no te toca.',
  copied: 'Copiado', noCopy: 'No se ha podido copiar. Selecciona el enlace y cópialo.', unsent: 'No ha llegado a la mesa. Vuelve a intentarlo.',
  outdated: 'El sitio ha cambiado. Vuelve a cargar la página.', turn: 'Te toca', play: 'Reproducir', pause: 'Parar', soundOn: 'Sonido', soundOff: 'Sin sonido',
};

/** One of the sentences above, in the reader's language. */
export const word = key => spoken[key] || plain[key] || '';

/** Have a sentence read aloud by the page's polite live region. It is a new element each time: the same text twice would be read once. */
export function tell(text) {
  if (text) document.getElementById('r-live')?.replaceChildren(Object.assign(document.createElement('p'), { textContent: text }));
}

let told = '';
/** Have the server's news read aloud, given as an element: once, however often it comes (a reconnect brings it again). */
export function tellNews(news) {
  const text = news.textContent.trim(), key = `${news.dataset.told}:${text}`;
  if (key !== told) tell(text);
  told = key;
}

const box = () => document.getElementById('r-toast');
let counted = null, clearing = 0;
/** Show a sentence over the plaque of the turn for a few seconds; it is an alert, so it is also read aloud. */
export function toast(text) {
  if (!text) return;
  box()?.replaceChildren(Object.assign(document.createElement('p'), { textContent: text }));
  fadeToast();
}

/** Take whatever toast is there away, once it could be read. Frames that come meanwhile don't prolong it. */
export function fadeToast() {
  const said = box()?.firstElementChild ?? null;
  if (said === counted) return;
  counted = said;
  clearTimeout(clearing);
  if (said) clearing = setTimeout(hush, Math.max(5000, box().textContent.length * 70));
}

/** Take the toast away at once. Tells whether there was one. */
export function hush() {
  const was = Boolean(box()?.firstElementChild);
  box()?.replaceChildren();
  fadeToast();
  return was;
}
document.addEventListener('click', event => { if (event.target.closest('#r-toast')) hush(); });
fadeToast();
