// What is laid, drawn on the board and in the rack; the sums at the ends of the lines, as the server told them.
import { cell, placements, rack, say } from './draft.js';

/** Draw the draft anew. */
export function paint() {
  for (const td of document.querySelectorAll('.board td.new[data-free]')) bare(td);
  for (const each of placements()) dress(cell(each.row, each.col), each);
  for (const li of rack()) shelve(li);
}

function bare(td) {
  td.classList.remove('t', 'new', 'w');
  td.textContent = td.dataset.label;
  td.setAttribute('aria-label', td.dataset.name);
}

function dress(td, { tile, value }) {
  td.dataset.label ??= td.textContent;
  td.dataset.name ??= td.getAttribute('aria-label');
  td.classList.add('t', 'new');
  td.classList.toggle('w', tile === '*');
  td.textContent = value;
  td.setAttribute('aria-label', `${td.dataset.name.replace(/, [^,]*$/, '')}, ${value}, ${say('laid')}`);
}

function shelve(li) {
  const tile = li.querySelector('.tile'), away = placements().some(each => each.key === li.dataset.key);
  tile.dataset.name ??= tile.getAttribute('aria-label');
  tile.classList.toggle('gone', away);
  tile.setAttribute('aria-label', away ? `${tile.dataset.name}, ${document.getElementById('rack').dataset.away}` : tile.dataset.name);
  if (away) tile.setAttribute('aria-pressed', 'false');
}

/** Put each line's sum at its end, where there is room: after its last square, else before its first. */
export function mark() {
  for (const old of document.querySelectorAll('.board .sum')) old.remove();
  if (!placements().length) return;
  for (const line of document.querySelectorAll('#sums [data-first]')) {
    const across = line.dataset.across !== undefined, [first, last] = [line.dataset.first, line.dataset.last].map(at => at.split(',').map(Number));
    const roomy = cell(last[0] + !across, last[1] + across), td = cell(...(roomy ? last : first));
    if (!td?.matches('.t')) continue;
    const sum = Object.assign(document.createElement('i'), { textContent: line.querySelector('b').textContent });
    sum.className = `sum ${across ? (roomy ? 'e' : 'w') : (roomy ? 's' : 'n')} ${line.className}`;
    sum.setAttribute('aria-hidden', 'true');
    td.append(sum);
  }
}
