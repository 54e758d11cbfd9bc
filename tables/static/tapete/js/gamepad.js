// A gamepad: the cross walks the hand, A or X lifts then plays, Start opens the menu, Back turns the sound on or off.
import { walk, press } from './hand.js';
import { flipMenu, flipSound } from './menu.js';

const acts = { 0: press, 2: press, 8: flipSound, 9: flipMenu, 14: () => walk(-1), 15: () => walk(1) };
let down = new Set(), looking = false;

function look() {
  const pads = [...(navigator.getGamepads?.() ?? [])].filter(Boolean), now = new Set();
  for (const pad of pads) pad.buttons.forEach((button, k) => { if (button.pressed) now.add(k); });
  for (const k of now) if (!down.has(k)) acts[k]?.();
  down = now;
  if (pads.length) requestAnimationFrame(look); else looking = false;
}
addEventListener('gamepadconnected', () => { if (!looking) { looking = true; look(); } });
