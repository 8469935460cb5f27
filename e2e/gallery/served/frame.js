/*
 * Runs in each document of the gallery before any script of the page, after `stopped-clock.js`. It prepares the browser as
 * the state needs it, does what the person would do, and marks the document when the state is reached.
 */
const { theme, userAgent, cookies, byHand, actions, shows, waitFor } = JSON.parse(document.currentScript.dataset.state);

localStorage.clear();
sessionStorage.clear();
localStorage.setItem('foyer.theme', theme);
// A page that the worker would cache belongs to no state.
delete Navigator.prototype.serviceWorker;
if (userAgent) Object.defineProperty(navigator, 'userAgent', { get: () => userAgent });
if (cookies === 'off') Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} });
// The device keeps passkeys, and the person has not answered its question yet.
PublicKeyCredential.getClientCapabilities = async () => ({
  userVerifyingPlatformAuthenticator: true,
  conditionalGet: true,
});
localStorage.setItem('foyer.passkey', 'yes');
navigator.credentials.get = () => new Promise(() => {});
// On the page of the gallery, a state must not scroll to itself.
if (window !== top) {
  const { focus } = HTMLElement.prototype;
  HTMLElement.prototype.focus = function () {
    focus.call(this, { preventScroll: true });
  };
}
addEventListener('DOMContentLoaded', () => void reachState());

async function reachState() {
  // A test does what the person would do, by keyboard.
  if (byHand) return;
  for (const action of actions) await act(action);
  await until(() => shown(shows) && waitFor.every((selector) => document.querySelector(selector)));
  await until(() => [...document.images].every(({ complete }) => complete));
  await idle();
  document.documentElement.dataset.gallery = 'ready';
  parent.postMessage('stateReached', '*');
}

async function act(action) {
  if ('see' in action) return until(() => shown(action.see));
  if ('pass' in action) return idle().then(() => suspendClock(action.pass));
  const field = action.fill ?? action.enter;
  const target = () =>
    field ? find(field, 'input') : find(action.press, 'button, a, [role=tab], input[type=checkbox]');
  await until(target);
  // React marks an element before it listens to it. It is done when the page is idle, and may have replaced the element.
  await idle();
  const control = await until(target);
  if ('press' in action) return press(control);
  control.focus();
  if ('enter' in action) return control.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(control, action.with);
  control.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
}

function press(control) {
  control.focus();
  control.click();
}

/** Resolves when React has nothing left to do, so that the timers of what is shown are set. */
function idle() {
  return new Promise((resolve) => {
    // Without a timeout, a window that draws nothing may wait for many seconds.
    requestIdleCallback(resolve, { timeout: 500 });
  });
}

/** Resolves with the first result that is not empty. */
async function until(check) {
  for (;;) {
    const result = check();
    if (result) return result;
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
}

const plain = (text) => text.replaceAll(/\s+/g, ' ').trim();
const shown = (text) => plain(document.body.innerText).includes(plain(text));

/** The control with this name that a person could use now; an exact name wins. */
function find(name, kinds) {
  const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
  const usable = [...scope.querySelectorAll(kinds)].filter(isUsable);
  return (
    usable.find((control) => nameOf(control) === name) ?? usable.find((control) => nameOf(control).startsWith(name))
  );
}

/** React has taken over the element, and the person can see it. */
const isUsable = (element) =>
  element.checkVisibility() && !element.disabled && Object.keys(element).some((key) => key.startsWith('__reactProps'));

const nameOf = (element) =>
  plain(
    element.ariaLabel ??
      (element.labels?.length
        ? [...element.labels].map(({ textContent }) => textContent).join(' ')
        : element.textContent),
  );
