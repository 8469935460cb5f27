const form = document.querySelector('form');
const list = document.querySelector('ol');
const trouble = document.querySelector('[role=alert]');
const { you, desk } = document.body.dataset;
const random = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, '0')).join('');

let visitor = { uuid: `visitor-${random()}` };
let events;

/** The list as it is now takes the place of what is shown; names and texts are text, whatever is in them. */
function show({ said }) {
  const items = said.map(({ by, text }) => {
    const item = document.createElement('li');
    item.className = by;
    const who = document.createElement('span');
    who.textContent = by === 'desk' ? desk : you;
    item.append(who, text);
    return item;
  });
  list.replaceChildren(list.firstElementChild, ...items);
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
    visitor = data;
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
