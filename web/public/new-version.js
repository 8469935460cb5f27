/*
 * Loaded by a page when its own script or one of its parts did not load. Its name has no hash, so that the page of every
 * earlier version finds it. When the service no longer has the page's own script, a new version is there: says so and reloads
 * the page, once.
 */
void offerNewVersion();

async function offerNewVersion() {
  const key = 'foyer.newVersion';
  const minutes = 60_000;
  const texts = {
    'zh-CN': ['新版本已发布，正在重新加载…', '新版本已发布，请重新加载。', '重新加载'],
    'en-US': ['A new version is there. Reloading…', 'A new version is there. Reload the page.', 'Reload'],
  };
  const entry = document.querySelector('script[type=module][src]').src;
  // Rejects without a network. The page itself says that then.
  const { status } = await fetch(entry, { method: 'HEAD', cache: 'no-store' }).catch(() => ({ status: 0 }));
  // nginx answers 502 for a file that the other nodes do not have while it leaves out the one that has it. A page that works
  // tries again itself, and one that did not start cannot.
  const isGone = status === 404 || (status === 502 && !window.loadError);
  // Several parts may fail at once.
  if (!isGone || document.querySelector('#new-version')) return;

  // A page that did not start says that it did not. Earlier versions have no such text.
  window.hideProblem?.();
  const [reloading, reload, button] = texts[document.documentElement.lang] ?? texts['zh-CN'];
  const reloads = !hasReloaded();
  const bar = document.createElement('p');
  bar.id = 'new-version';
  bar.className = 'noscript';
  bar.setAttribute('role', 'alert');
  bar.textContent = `${reloads ? reloading : reload} `;
  const link = bar.appendChild(document.createElement('a'));
  link.href = '';
  link.addEventListener('click', keepTypedAccount);
  link.textContent = button;
  document.body.prepend(bar);
  // Time to read the text.
  if (reloads) setTimeout(reloadPage, 2000);

  function reloadPage() {
    keepTypedAccount();
    location.reload();
  }

  /** As `persisted.ts` does: the part that would have saved the account may be the one that did not load. */
  function keepTypedAccount() {
    const field = document.querySelector('input[name=account]:not([readonly])');
    if (!field?.value) return;
    const stored = { url: location.pathname + location.search, until: Date.now() + 15 * minutes, value: field.value };
    try {
      sessionStorage.setItem('foyer.account', JSON.stringify(stored));
    } catch {
      // The storage is blocked or full.
    }
  }

  /** Whether this tab has reloaded for a new version a moment ago. A reload that does not help is not repeated. */
  function hasReloaded() {
    try {
      const last = Number(sessionStorage.getItem(key));
      if (Date.now() - last < 5 * minutes) return true;
      sessionStorage.setItem(key, String(Date.now()));
      return false;
    } catch {
      return true;
    }
  }
}
