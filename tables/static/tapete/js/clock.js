// The turn's clock: the server's time, by the offset measured at each frame, so a device whose clock is wrong shows the right rest.
let offset = 0;

/** Take the server's time from the page's facts, as it is just after a frame has come. */
export function measure(facts) {
  const now = Number(facts?.dataset.now);
  if (now) offset = now - Date.now();
  tick();
}

// By the rule of `rest` in tables/rendering/platform.py. Only the minutes are too long for one line of the ring: their space may break.
const units = [[172800, 86400, '\u00a0d'], [7200, 3600, '\u00a0h'], [60, 60, ' min'], [0, 1, '\u00a0s']];
const short = left => { const [, size, unit] = units.find(([least]) => left >= least); return `${Math.floor(left / size + 0.5)}${unit}`; };

/** Draw the rest of the turn. */
export function tick() {
  for (const box of document.querySelectorAll('.clk[data-deadline]')) {
    const left = Math.max(0, Math.round((Number(box.dataset.deadline) - Date.now() - offset) / 1000)), total = Number(box.dataset.total) || 0;
    const ring = box.querySelectorAll('circle')[1], text = box.querySelector('span'), words = short(left);
    if (ring) ring.setAttribute('stroke-dasharray', `${total ? Math.min(100, Math.round((left / total) * 100)) : 100} 100`);
    if (text && text.textContent !== words) text.textContent = words;
    box.classList.toggle('hot', left <= Math.min(15, total / 4));
  }
}
setInterval(tick, 1000);
