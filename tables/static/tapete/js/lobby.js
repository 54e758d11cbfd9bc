// Comforts of the lobby: a chosen deck is seen at once, a link is selected whole.

document.documentElement.classList.add('js');

document.addEventListener('change', ({ target }) => {
  if (target.matches('.sitform input[name="deck"]')) document.body.dataset.deck = target.value;
});

document.addEventListener('focusin', ({ target }) => { if (target.matches('input[data-select]')) target.select(); });
