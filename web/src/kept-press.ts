/**
 * Goes into the document as it stands, so that no press is lost while the script is on its way: a button is pressed
 * again once it is alive. A link takes along what was typed and where the person wants to go, before and after.
 */
function keepPress({ target, button }: { target: Element; button: number }) {
  if (button === 0) window.pressed = target.closest('button');
  const link = target.closest<HTMLAnchorElement>('a[data-takes]');
  if (!link) return;
  const query = new URLSearchParams(link.search);
  for (const name of ['cusRedirectUrl', 'redirectUrl']) {
    const wish = new URLSearchParams(location.search).get(name);
    if (wish) query.set(name, wish);
  }
  const account = document.querySelector<HTMLInputElement>('[name=account]')?.value.trim();
  if (account) query.set('localAccount', account);
  else query.delete('localAccount');
  link.search = `${query}`;
}

const script = String(keepPress).replace(/\s+/g, ' ');
export const keepingPress = `for(const kind of["click","auxclick"])addEventListener(kind,${script},true)`;
