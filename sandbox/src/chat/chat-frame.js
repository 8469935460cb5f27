const form = document.querySelector('form');
const list = document.querySelector('ol');
const trouble = document.querySelector('[role=alert]');
const dictionary = JSON.parse(document.body.dataset.words);
const random = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, '0')).join('');

let visitor = { uuid: `visitor-${random()}` };
let events;

/** Every word of ours; what people wrote, and are writing, stays. */
function speak(language) {
  const words = dictionary[language];
  if (!words) return;
  document.documentElement.lang = language;
  document.title = words.title;
  for (const place of document.querySelectorAll('[data-says]')) place.textContent = words[place.dataset.says];
  list.setAttribute('aria-label', words.title);
  form.elements.text.setAttribute('aria-label', words.placeholder);
  form.elements.text.placeholder = words.placeholder;
}

/** The list as it is now takes the place of what is shown; names and texts are text, whatever is in them. */
function show({ said }) {
  const items = said.map(({ by, text }) => {
    const item = document.createElement('li');
    item.className = by;
    const who = document.createElement('span');
    who.dataset.says = by === 'desk' ? 'desk' : 'you';
    item.append(who, text);
    return item;
  });
  list.replaceChildren(list.firstElementChild, ...items);
  speak(document.documentElement.lang);
  list.scrollTop = list.scrollHeight;
}

function listen() {
  events?.close();
  events = new EventSource(`chat/live?visitor=${encodeURIComponent(visitor.uuid)}`);
  events.onmessage = ({ data }) => show(JSON.parse(data));
}

// The page answers through the port with who its visitor is: nobody else can listen in, and no origin has to be known.
if (parent !== window) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => {
    const { language, ...who } = data;
    speak(language);
    if (who.uuid === visitor.uuid) return;
    visitor = who;
    listen();
  };
  parent.postMessage({ is: 'chatReady' }, '*', [port2]);
}
listen();

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { value } = form.elements.text;
  if (value.trim() === '') return;
  trouble.hidden = true;
  try {
    const answer = await fetch('chat/messages', { method: 'POST', body: JSON.stringify({ visitor, text: value }) });
    if (!answer.ok) throw new Error(String(answer.status));
    form.reset();
  } catch {
    trouble.hidden = false;
  }
});
