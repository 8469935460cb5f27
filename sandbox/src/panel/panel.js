const { live, copied, copyFailed } = document.body.dataset;
const find = (id, root = document) => root.getElementById(id);
const told = find('told');
const time = find('time').querySelector('time');

/** Said to a screen reader; the same words twice are said twice. */
function tell(words) {
  told.textContent = '';
  requestAnimationFrame(() => (told.textContent = words));
}

/** The page as it is now takes the place of what is shown; what is still there keeps its focus. */
function show(markup) {
  const fresh = new DOMParser().parseFromString(markup, 'text/html');
  const list = find('messages');
  const ids = new Set([...list.children].map(({ id }) => id));
  const come = [...find('messages', fresh).children];
  const stay = new Set(come.map(({ id }) => id));
  for (const old of list.querySelectorAll('li')) if (!stay.has(old.id)) old.remove();
  const added = come.filter(({ id }) => !ids.has(id));
  for (const message of added) message.classList.add('new');
  list.prepend(...added);
  find('nothing').hidden = list.children.length > 0;
  if (added[0]) tell(added[0].dataset.told);

  find('mode').textContent = find('mode', fresh).textContent;
  for (const button of document.querySelectorAll('.modes button'))
    button.ariaPressed = fresh.querySelector(`#${button.form.id} [value="${button.value}"]`).ariaPressed;
  const drift = find('drift', fresh).textContent;
  if (drift !== find('drift').textContent) tell(drift);
  find('drift').textContent = drift;
  find('time').querySelector('span').textContent = fresh.querySelector('#time span').textContent;
  readClock(fresh.querySelector('#time time'));
  revealCopying();
}

async function refresh() {
  const answer = await fetch(location.href);
  if (answer.ok) show(await answer.text());
}

function revealCopying() {
  for (const button of document.querySelectorAll('button.copy[hidden]')) button.hidden = false;
}

async function copy(button) {
  const label = button.querySelector('span');
  const words = (await write(button.dataset.copy)) ? copied : copyFailed;
  const before = (button.dataset.label ??= label.textContent);
  tell(words);
  label.textContent = words;
  button.classList.add('done');
  clearTimeout(button.waiting);
  button.waiting = setTimeout(() => {
    label.textContent = before;
    button.classList.remove('done');
  }, 2000);
}

/** Browsers keep the clipboard from pages that came over plain http; selecting still works there. */
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
  event.preventDefault();
  const { target: form, submitter } = event;
  const answer = await fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form, submitter)) });
  if (answer.ok) show(await answer.text());
});

function listen() {
  const light = find('live');
  const tellLive = (on) => {
    light.hidden = false;
    light.classList.toggle('on', on);
    light.textContent = on ? light.dataset.live : light.dataset.notLive;
  };
  const events = new EventSource(live);
  // Also after a pause: what came meanwhile is fetched with the page.
  events.onopen = () => {
    tellLive(true);
    void refresh();
  };
  events.onmessage = () => void refresh();
  events.onerror = () => tellLive(false);
}

revealCopying();
readClock(time);
setInterval(tick, 1000);
listen();
