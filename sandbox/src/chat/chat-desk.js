const conversations = document.getElementById('conversations');

/** The page as it is now takes the place of what is shown; an answer that is being typed stays. */
async function refresh() {
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('conversations');
  for (const section of fresh.querySelectorAll('.conversation')) {
    const shown = document.getElementById(section.id);
    if (shown) section.querySelector('form').replaceWith(shown.querySelector('form'));
  }
  const focused = document.activeElement;
  conversations.replaceChildren(...fresh.childNodes);
  if (focused?.isConnected) focused.focus();
}

document.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { target: form } = event;
  const answer = await fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) });
  if (answer.ok) form.elements.text.value = '';
  await refresh();
});

const events = new EventSource(document.body.dataset.live);
events.onopen = refresh;
events.onmessage = refresh;
