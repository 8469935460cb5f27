/*
 * Runs a vendor's chat script in a frame without an origin. The surrounding page sends the visitor through the port: no
 * other window can read it, and no origin must be known.
 */
const { script: scriptUrl, setup } = document.body.dataset;
const { port1, port2 } = new MessageChannel();
let state = 'waiting';

// Without an origin every access to a storage is an error, which would end most scripts. These live as long as the frame.
for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, name, { value: storageInMemory(), configurable: true });
Object.defineProperty(document, 'cookie', { get: () => '', set() {}, configurable: true });

port1.onmessage = ({ data }) => {
  window.chatVisitor = data;
  if (state === 'loaded') configure();
  if (state === 'waiting') load();
};
parent.postMessage({ is: 'chatConnect' }, '*', [port2]);

function load() {
  state = 'loading';
  const script = document.createElement('script');
  script.src = scriptUrl;
  script.onload = () => {
    state = 'loaded';
    configure();
    parent.postMessage({ is: 'chatReady' }, '*');
  };
  script.onerror = () => parent.postMessage({ is: 'chatFailed' }, '*');
  document.head.append(script);
}

/** Calls `vendor.setup` as a method of `vendor`. */
function configure() {
  const path = setup.split('.');
  const method = path.pop();
  const owner = path.reduce((object, name) => object?.[name], window);
  owner?.[method]?.({ ...window.chatVisitor });
}

function storageInMemory() {
  const items = new Map();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (name) => items.get(String(name)) ?? null,
    setItem: (name, value) => void items.set(String(name), String(value)),
    removeItem: (name) => void items.delete(String(name)),
    clear: () => items.clear(),
  };
}
