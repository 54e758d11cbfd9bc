// Small things a browser remembers. Private windows may refuse to: then they are forgotten, and nothing breaks.

/** What was kept under the key, or `otherwise`. */
export function recall(key, otherwise = null) {
  try { const text = localStorage.getItem(`tapete:${key}`); return text === null ? otherwise : JSON.parse(text); } catch { return otherwise; }
}

/** Keep a plain value under the key. */
export function keep(key, value) {
  try { localStorage.setItem(`tapete:${key}`, JSON.stringify(value)); } catch { /* full or forbidden */ }
}

/** A token no other post has: what the server knows a repeated post by. At most 40 characters, also without a secure context. */
export function token() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), b => b.toString(16).padStart(2, '0')).join('');
}
