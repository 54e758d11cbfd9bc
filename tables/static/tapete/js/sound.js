// Sounds made on the spot: no files. Silent until the first tap (browsers ask for it), then as the person chose.
import { recall, keep } from './store.js';

let context = null;
let on = recall('sound', true);

function ready() {
  if (!context && on && window.AudioContext) context = new AudioContext();
  if (context?.state === 'suspended') context.resume();
}
for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, ready, { capture: true, passive: true });

function tone({ at = 0, from, to = from, long = 0.15, loud = 0.12, shape = 'sine' }) {
  const start = context.currentTime + at, osc = context.createOscillator(), gain = context.createGain();
  osc.type = shape;
  osc.frequency.setValueAtTime(from, start);
  osc.frequency.exponentialRampToValueAtTime(to, start + long);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + Math.min(0.02, long / 3));
  gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
  osc.connect(gain).connect(context.destination);
  osc.start(start);
  osc.stop(start + long + 0.02);
}

function rustle(long, loud, pitch) {
  const size = Math.ceil(context.sampleRate * long), buffer = context.createBuffer(1, size, context.sampleRate), data = buffer.getChannelData(0);
  for (let k = 0; k < size; k++) data[k] = (Math.random() * 2 - 1) * (1 - k / size) ** 2;
  const source = context.createBufferSource(), filter = context.createBiquadFilter(), gain = context.createGain();
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  gain.gain.value = loud;
  source.buffer = buffer;
  source.connect(filter).connect(gain).connect(context.destination);
  source.start();
}

const made = {
  card: () => rustle(0.09, 0.5, 2400),
  trick: () => rustle(0.28, 0.35, 1200),
  turn: () => [[0, 660], [0.13, 880]].forEach(([at, from]) => tone({ at, from, long: 0.22 })),
  count: () => tone({ from: 1250, to: 900, long: 0.06, loud: 0.05, shape: 'triangle' }),
  horn: () => [[0, 466, 0.2], [0.22, 466, 0.16], [0.4, 349, 0.7]].forEach(([at, from, long]) => tone({ at, from, to: from * 0.94, long, shape: 'sawtooth', loud: 0.1 })),
  meow: () => { tone({ from: 420, to: 880, long: 0.28, shape: 'sawtooth', loud: 0.07 }); tone({ at: 0.26, from: 880, to: 360, long: 0.5, shape: 'sawtooth', loud: 0.07 }); },
  win: () => [523, 659, 784, 1047].forEach((from, k) => tone({ at: k * 0.12, from, long: 0.35 })),
};

/** Play one of the sounds by name, if sound is on and the person has touched the page. */
export function sound(name) {
  if (!on || context?.state !== 'running' || document.hidden && name !== 'turn') return;
  try { made[name]?.(); } catch { /* a sound is never worth an error */ }
}

/** Whether sound is on; with an argument, turn it on or off and remember that. */
export function sounding(wish) {
  if (wish !== undefined) { on = wish; keep('sound', on); if (on) ready(); }
  return on;
}
