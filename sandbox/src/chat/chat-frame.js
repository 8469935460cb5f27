const form = document.querySelector('form');
const list = document.querySelector('ol');
const error = document.querySelector('[role=alert]');
const textsByLanguage = JSON.parse(document.body.dataset.texts);
const randomId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, '0')).join('');

let visitor = { uuid: `visitor-${randomId()}` };
let events;

/** Changes the frame's own texts to another language. Messages stay as they were written. */
function translate(language) {
  const texts = textsByLanguage[language];
  if (!texts) return;
  document.documentElement.lang = language;
  document.title = texts.title;
  for (const element of document.querySelectorAll('[data-text]')) element.textContent = texts[element.dataset.text];
  list.setAttribute('aria-label', texts.title);
  form.elements.text.setAttribute('aria-label', texts.placeholder);
  form.elements.text.placeholder = texts.placeholder;
}

/** Renders all messages after the greeting. Their text is never parsed as markup. */
function show({ messages }) {
  const items = messages.map(({ by, text }) => {
    const item = document.createElement('li');
    item.className = by;
    const author = document.createElement('span');
    author.dataset.text = by === 'agent' ? 'agent' : 'you';
    item.append(author, text);
    return item;
  });
  list.replaceChildren(list.firstElementChild, ...items);
  translate(document.documentElement.lang);
  list.scrollTop = list.scrollHeight;
}

function listen() {
  events?.close();
  events = new EventSource(`chat/live?visitor=${encodeURIComponent(visitor.uuid)}`);
  events.onmessage = ({ data }) => show(JSON.parse(data));
}

// The surrounding page sends its visitor through the port: no other window can read it, and no origin must be known.
if (parent !== window) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => {
    const { language, theme, ...newVisitor } = data;
    translate(language);
    // Without a theme the frame follows the system, as the page does.
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    if (newVisitor.uuid === visitor.uuid) return;
    visitor = newVisitor;
    listen();
  };
  parent.postMessage({ is: 'chatReady' }, '*', [port2]);
}
listen();

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { value } = form.elements.text;
  if (value.trim() === '') return;
  error.hidden = true;
  try {
    const response = await fetch('chat/messages', { method: 'POST', body: JSON.stringify({ visitor, text: value }) });
    if (!response.ok) throw new Error(String(response.status));
    form.reset();
  } catch {
    error.hidden = false;
  }
});
