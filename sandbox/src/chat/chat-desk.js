const conversations = document.getElementById('conversations');

/** Replaces the list by a freshly rendered one. The forms stay, so that an answer being typed is not lost. */
async function refresh() {
  const response = await fetch(location.href);
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html').getElementById('conversations');
  for (const section of fresh.querySelectorAll('.conversation')) {
    const current = document.getElementById(section.id);
    if (current) section.querySelector('form').replaceWith(current.querySelector('form'));
  }
  const focused = document.activeElement;
  conversations.replaceChildren(...fresh.childNodes);
  if (focused?.isConnected) focused.focus();
}

document.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { target: form } = event;
  const response = await fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) });
  if (response.ok) form.elements.text.value = '';
  await refresh();
});

const events = new EventSource(document.body.dataset.live);
events.onopen = refresh;
events.onmessage = refresh;
