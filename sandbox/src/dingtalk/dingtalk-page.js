const main = document.querySelector('main');
const status = document.querySelector('[role="status"]');
const { page, parent: parentOrigin, ...texts } = main.dataset;

/** Asks how far it got, once a second, until there is an end to it. */
async function look() {
  const answer = await fetch(`/sandbox/dingtalk/oauth2/standing?page=${encodeURIComponent(page)}`).catch(
    () => undefined,
  );
  const { is, redirectUrl } = answer?.ok ? await answer.json() : { is: 'waiting' };
  if (texts[is]) status.textContent = texts[is];
  if (is === 'confirmed') return leave(redirectUrl);
  if (is === 'declined') return parentOrigin ? tell({ errorMsg: 'access_denied' }) : leave(redirectUrl);
  if (is !== 'invalid') setTimeout(look, 1000);
}

/** In a frame it goes nowhere by itself: the page around it does. */
function leave(redirectUrl) {
  if (parentOrigin) tell({ success: true, redirectUrl });
  else location.replace(redirectUrl);
}

function tell(message) {
  if (parentOrigin) parent.postMessage(message, parentOrigin);
}

void look();
