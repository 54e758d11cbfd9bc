// Comforts of the lobby: a chosen chair or deck counts at once. Without this the buttons beside the fields do it.

document.documentElement.classList.add('js');

document.addEventListener('change', ({ target }) => {
  if (target.matches('select[data-submit]')) target.form.requestSubmit();
  if (target.matches('.sitform input[name="deck"]')) document.body.dataset.deck = target.value;
});

document.addEventListener('focusin', ({ target }) => { if (target.matches('input[data-select]')) target.select(); });
