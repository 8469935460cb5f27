/* Shows every state in a frame of its own, scaled down; the choices of the toolbar are in the address. */
const toolbar = document.getElementById('toolbar');
const sections = await (await fetch('states.json')).json();
const columnWidth = 440;
/** Frames of one site share a thread: they are loaded when they come into view, a few at a time. */
const loadedAtOnce = 3;
const loading = new Set();
const waiting = new Set();
const inView = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) if (isIntersecting && !target.src) waiting.add(target);
  loadNext();
});
addEventListener('message', ({ source, data }) => {
  if (data !== 'stateReached') return;
  for (const frame of loading) if (frame.contentWindow === source) loading.delete(frame);
  loadNext();
});

for (const [name, value] of new URLSearchParams(location.hash.slice(1))) {
  if (toolbar.elements.namedItem(name)) toolbar.elements.namedItem(name).value = value;
}
toolbar.addEventListener('input', () => {
  history.replaceState(null, '', `#${new URLSearchParams(new FormData(toolbar))}`);
  show();
});
toolbar.addEventListener('submit', (event) => event.preventDefault());
show();

function loadNext() {
  for (const frame of waiting) {
    if (loading.size >= loadedAtOnce) return;
    waiting.delete(frame);
    loading.add(frame);
    frame.src = frame.dataset.src;
  }
}

function show() {
  inView.disconnect();
  loading.clear();
  waiting.clear();
  const look = Object.fromEntries(new FormData(toolbar));
  const found = sections.map(({ section, states }) => ({
    section,
    states: states.filter(({ name, devices }) => name.includes(look.search) && deviceAt(devices, look.width)),
  }));
  document
    .querySelector('main')
    .replaceChildren(
      ...found
        .filter(({ states }) => states.length)
        .flatMap(({ section, states }) => [heading(section), grid(states, look)]),
    );
}

/** The devices of a PC are not shown in the width of a phone, and the other way round. */
function deviceAt(devices, width) {
  return devices.find((device) => (device === 'pc') === width > 500);
}

function heading(text) {
  const element = document.createElement('h2');
  element.textContent = text;
  return element;
}

function grid(states, look) {
  const element = document.createElement('div');
  element.className = 'states';
  element.append(...states.map((state) => figure(state, look)));
  return element;
}

function figure({ name, path, devices }, { language, theme, brand, width }) {
  const device = deviceAt(devices, width);
  const url = `http://${name}.${language}.${theme}.${device.toLowerCase()}.${brand}.${location.host}${path}`;
  const height = device === 'pc' ? 768 : 844;
  const scale = Math.min(1, columnWidth / width);

  const frame = Object.assign(document.createElement('iframe'), { title: name, width, height });
  frame.dataset.src = url;
  inView.observe(frame);
  frame.style.transform = `scale(${scale})`;
  const box = document.createElement('div');
  box.className = 'frame';
  box.style.width = `${width * scale}px`;
  box.style.height = `${height * scale}px`;
  box.append(frame);

  const caption = document.createElement('figcaption');
  caption.append(Object.assign(document.createElement('a'), { href: url, target: '_blank', textContent: name }));
  const element = document.createElement('figure');
  element.append(caption, box);
  return element;
}
