import { webViews } from '@foyer/contract/rules/device-rules';
import { redirectParams } from './platform/navigation/page-url.ts';

/**
 * Inlined into the document, so that no click is lost while the scripts load: a button is clicked again once it is
 * hydrated. A link with `data-goes-back` leads to the page before, if there is one. A link with `data-with-account` passes on
 * the typed account and the redirect parameters. In the web view of an app, which may ignore a new tab or show it without a
 * way back, every link opens in place.
 */
function captureClicks(params: readonly string[], isWebView: boolean) {
  if (isWebView) document.documentElement.dataset['webView'] = '';
  const onClick = (event: MouseEvent) => {
    const { target, button } = event;
    if (!(target instanceof Element)) return;
    if (button === 0) window.pressed = target.closest('button');
    if (isWebView) target.closest('a')?.removeAttribute('target');
    if (button === 0 && history.length > 1 && target.closest('[data-goes-back]')) {
      event.preventDefault();
      history.back();
    }
    const link = target.closest<HTMLAnchorElement>('a[data-with-account]');
    if (!link) return;
    const query = new URLSearchParams(link.search);
    for (const name of params) {
      const redirectUrl = new URLSearchParams(location.search).get(name);
      if (redirectUrl) query.set(name, redirectUrl);
    }
    const account = document.querySelector<HTMLInputElement>('[name=account]')?.value.trim();
    if (account) query.set('localAccount', account);
    else query.delete('localAccount');
    link.search = `${query}`;
  };
  for (const type of ['click', 'auxclick'] as const) addEventListener(type, onClick, true);
}

const source = String(captureClicks).replace(/\s+/g, ' ');
export const captureClicksScript = `(${source})(${JSON.stringify(redirectParams)},${webViews}.test(navigator.userAgent))`;
