const { live, copied, copyFailed } = document.body.dataset;
const find = (id, root = document) => root.getElementById(id);
const announcement = find('announcement');
const time = find('time').querySelector('time');

/** Announces a text to screen readers. Emptied first, so that the same text is announced again. */
function announce(text) {
  announcement.textContent = '';
  requestAnimationFrame(() => (announcement.textContent = text));
}

/** Updates the page from a freshly rendered one. Elements that are still present stay, so that they keep the focus. */
function show(markup) {
  const fresh = new DOMParser().parseFromString(markup, 'text/html');
  const list = find('messages');
  const ids = new Set([...list.children].map(({ id }) => id));
  const current = [...find('messages', fresh).children];
  const currentIds = new Set(current.map(({ id }) => id));
  for (const old of list.querySelectorAll('li')) if (!currentIds.has(old.id)) old.remove();
  const added = current.filter(({ id }) => !ids.has(id));
  for (const message of added) message.classList.add('new');
  list.prepend(...added);
  find('nothing').hidden = list.children.length > 0;
  if (added[0]) announce(added[0].dataset.announcement);

  for (const card of fresh.querySelectorAll('.people .card')) {
    const shown = find(card.id);
    if (shown.querySelector('dl').textContent !== card.querySelector('dl').textContent) shown.replaceWith(card);
  }
  find('mode').textContent = find('mode', fresh).textContent;
  // Firefox below 119 has no property for it.
  for (const button of document.querySelectorAll('.modes button')) {
    const now = fresh.querySelector(`#${button.form.id} [value="${button.value}"]`);
    button.setAttribute('aria-pressed', now.getAttribute('aria-pressed'));
  }
  const drift = find('drift', fresh).textContent;
  if (drift !== find('drift').textContent) announce(drift);
  find('drift').textContent = drift;
  find('time').querySelector('span').textContent = fresh.querySelector('#time span').textContent;
  readClock(fresh.querySelector('#time time'));
  showCopyButtons();
}

async function refresh() {
  const response = await fetch(location.href);
  if (response.ok) show(await response.text());
}

function showCopyButtons() {
  for (const button of document.querySelectorAll('button.copy[hidden]')) button.hidden = false;
}

async function copy(button) {
  const label = button.querySelector('span');
  const result = (await write(button.dataset.copy)) ? copied : copyFailed;
  const before = (button.dataset.label ??= label.textContent);
  announce(result);
  label.textContent = result;
  button.classList.add('done');
  clearTimeout(button.waiting);
  button.waiting = setTimeout(() => {
    label.textContent = before;
    button.classList.remove('done');
  }, 2000);
}

/** Copies to the clipboard. Over plain http browsers allow only the fallback: copying a selection. */
async function write(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const box = Object.assign(document.createElement('textarea'), { value: text, className: 'unseen' });
    const focused = document.activeElement;
    document.body.append(box);
    box.select();
    const done = document.execCommand('copy');
    box.remove();
    focused?.focus();
    return done;
  }
}

let ahead = 0;
function readClock(from) {
  ahead = Date.parse(from.dateTime) - Date.now();
  tick();
}
function tick() {
  const now = new Date(Date.now() + ahead);
  time.dateTime = now.toISOString();
  time.textContent = now.toLocaleTimeString(document.documentElement.lang, {
    timeZone: time.dataset.zone,
    hourCycle: 'h23',
  });
}

document.addEventListener('click', ({ target }) => {
  const button = target.closest('button.copy');
  if (button) void copy(button);
});

document.addEventListener('submit', async (event) => {
  const { target: form, submitter } = event;
  // A reset and a brand change the whole page, which is then loaded again.
  if (form.closest('header, .brand')) return;
  event.preventDefault();
  const response = await fetch(form.action, {
    method: 'POST',
    body: new URLSearchParams(new FormData(form, submitter)),
  });
  if (response.ok) show(await response.text());
});

function listen() {
  const indicator = find('live');
  const showLive = (on) => {
    indicator.hidden = false;
    indicator.classList.toggle('on', on);
    indicator.textContent = on ? indicator.dataset.live : indicator.dataset.notLive;
  };
  const events = new EventSource(live);
  // After a reconnect too: this fetches the messages that arrived meanwhile.
  events.onopen = () => {
    showLive(true);
    void refresh();
  };
  events.onmessage = () => void refresh();
  events.onerror = () => showLive(false);
}

/** A colour or a logo is shown as soon as it is chosen. */
async function tryBrand({ target }) {
  const form = find('brand-form');
  if (target.files) form.elements.logo.value = (await target.files[0]?.text()) ?? '';
  form.requestSubmit();
}

find('brand-form').addEventListener('change', (event) => void tryBrand(event));
document.querySelector('.brand-logo').hidden = false;
showCopyButtons();
readClock(time);
setInterval(tick, 1000);
listen();
