const main = document.querySelector('main');
const status = document.querySelector('[role="status"]');
const { statusUrl, parent: parentOrigin, ...texts } = main.dataset;

/** Polls the status once a second until the sign-in ends. */
async function poll() {
  const response = await fetch(statusUrl).catch(() => undefined);
  const { is, redirectUrl, message } = response?.ok ? await response.json() : { is: 'waiting' };
  if (texts[is]) {
    status.textContent = texts[is];
    main.dataset.is = is;
  }
  if (message) return finish(message, redirectUrl);
  if (is === 'waiting' || is === 'scanned') setTimeout(poll, 1000);
}

/** In a frame the surrounding page gets a message and navigates; otherwise this page navigates itself. */
function finish(message, redirectUrl) {
  if (parentOrigin) parent.postMessage(message, parentOrigin);
  else location.replace(redirectUrl);
}

void poll();
