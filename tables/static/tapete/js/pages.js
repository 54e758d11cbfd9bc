// Pages without a live table: copy and share, the deck shown at once.
import './once.js';
import './share.js';

document.addEventListener('change', event => {
  if (event.target.name === 'deck' && !event.target.closest('[data-deck-form]')) document.body.dataset.deck = event.target.value;
});
