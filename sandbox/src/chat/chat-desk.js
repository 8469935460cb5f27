const desk = document.getElementById('desk');

/** Replaces the desk by a freshly rendered one. The form stays, so that an answer being typed is not lost. */
async function refresh() {
  // The conversation on the screen stays, also when another visitor writes.
  const shown = desk.querySelector('.conversation')?.dataset.visitor;
  const url = shown ? `${location.pathname}?visitor=${encodeURIComponent(shown)}` : location.href;
  const response = await fetch(url);
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html').getElementById('desk');
  const focused = document.activeElement;
  const section = fresh.querySelector('.conversation');
  if (section && section.dataset.visitor === shown)
    section.querySelector('form').replaceWith(desk.querySelector('.conversation form'));
  desk.replaceChildren(...fresh.childNodes);
  if (focused?.isConnected) focused.focus();
}

desk.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { target: form } = event;
  const response = await fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) });
  if (response.ok) form.elements.text.value = '';
  await refresh();
});

const events = new EventSource(document.body.dataset.live);
events.onopen = refresh;
events.onmessage = refresh;
