// Crazy10s at the table and in the puzzle: tiles are laid here first, for this person only. The server draws and judges everything;
// after each frame what was laid is laid again.
import { settle } from './draft.js';
import { dress } from './lay.js';
import { again } from './preview.js';
import { arrange } from './tray.js';
import * as zoom from './zoom.js';
import './drag.js';

function level() {
  zoom.dress();
  if (!settle()) return;
  arrange();
  dress();
  again();
}

document.addEventListener('tapete:frame', level);
level();
