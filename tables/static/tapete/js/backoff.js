// Waiting before one asks the server again. When a server comes back, all its pages want something at once: each waits for a time of
// its own between nothing and a bound that doubles with every try in vain ("full jitter"), so that they come one after another.

/** Milliseconds to wait before a try. tries: how many were in vain. base: the first bound. cap: the last one. */
export const jitter = (tries, base = 1500, cap = 30_000) => Math.random() * Math.min(cap, base * 2 ** Math.min(tries, 16));

/** Milliseconds between half and all of a time: for what should not come at once either. */
export const about = time => time * (0.5 + Math.random() / 2);
