// On a phone a board of thirteen has squares of 26 pixels. Near by they have 44, and the board is moved about under its frame: by the
// button, by spreading two fingers, or by a tap on the board with no tile in hand.

const box = () => document.getElementById('r-centre');
let on = false, spread = 0;

/** Whether the board is near. */
export const near = () => on;

/** Show it near or whole again, as it was before the frame. */
export function dress() {
  box()?.classList.toggle('near', on);
  for (const button of document.querySelectorAll('[data-zoom]')) button.setAttribute('aria-pressed', String(on));
}

/** Come near, to that square. */
export function approach(td) {
  on = true;
  dress();
  td?.scrollIntoView({ block: 'center', inline: 'center' });
}
function leave() { on = false; dress(); }

document.addEventListener('click', event => {
  if (event.target.closest?.('[data-zoom]')) { if (on) leave(); else approach(box()?.querySelector('.new') ?? box()?.querySelector('.last') ?? box()?.querySelector('.mid, .t')); }
  else if (matchMedia('(pointer: coarse)').matches && event.target.closest?.('#r-centre .board:not([role="grid"])')) { if (on) leave(); else approach(event.target.closest('td')); }
});

const apart = touches => Math.hypot(touches[0].clientX - touches[1].clientX, touches[0].clientY - touches[1].clientY);
document.addEventListener('touchstart', event => {
  if (event.touches.length === 2 && event.target.closest?.('#r-centre')) { spread = apart(event.touches); event.preventDefault(); }
}, { passive: false });
document.addEventListener('touchmove', event => {
  if (!spread || event.touches.length !== 2) return;
  event.preventDefault();
  const ratio = apart(event.touches) / spread, [a, b] = event.touches;
  if (!on && ratio > 1.25) approach(document.elementFromPoint((a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2)?.closest('td'));
  else if (on && ratio < 0.8) leave();
}, { passive: false });
document.addEventListener('touchend', event => { if (event.touches.length < 2) spread = 0; });
