import { redirectParams } from './platform/navigation/page-url.ts';

/**
 * Goes into the document as it stands, so that no press is lost while the script is on its way: a button is pressed
 * again once it is alive. A link takes along what was typed and where the person wants to go, before and after.
 */
function keepPresses(names: readonly string[]) {
  const keep = ({ target, button }: MouseEvent) => {
    if (!(target instanceof Element)) return;
    if (button === 0) window.pressed = target.closest('button');
    const link = target.closest<HTMLAnchorElement>('a[data-takes]');
    if (!link) return;
    const query = new URLSearchParams(link.search);
    for (const name of names) {
      const wish = new URLSearchParams(location.search).get(name);
      if (wish) query.set(name, wish);
    }
    const account = document.querySelector<HTMLInputElement>('[name=account]')?.value.trim();
    if (account) query.set('localAccount', account);
    else query.delete('localAccount');
    link.search = `${query}`;
  };
  for (const kind of ['click', 'auxclick'] as const) addEventListener(kind, keep, true);
}

export const captureClicksScript = `(${String(keepPresses).replace(/\s+/g, ' ')})(${JSON.stringify(redirectParams)})`;
