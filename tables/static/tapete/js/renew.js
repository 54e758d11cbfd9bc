// A page that no longer fits what the server sends (a deploy came in between) is loaded anew: once for each reason, never in a loop, and
// what was being written to the table stays.
const NOTE = 'tapete:renewed', line = () => document.getElementById('msg');
const draft = () => `tapete:line:${location.pathname}`;

function read(key) { try { return JSON.parse(sessionStorage.getItem(key)); } catch { return null; } }
function write(key, value) { try { sessionStorage.setItem(key, JSON.stringify(value)); return true; } catch { return false; } }

/** Load the page anew, unless that was done for the same reason less than `patience` ms ago. Tells whether it is being done. */
export function renew(why, patience = 600_000) {
  const before = read(NOTE) ?? {};
  if (Date.now() - (before[why] ?? 0) < patience || !write(NOTE, { ...before, [why]: Date.now() })) return false;
  if (line()?.value) write(draft(), line().value);
  location.reload();
  return true;
}

const kept = read(draft());
if (kept && line() && !line().value) line().value = kept;
try { sessionStorage.removeItem(draft()); } catch { /* there is none */ }
