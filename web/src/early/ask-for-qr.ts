import { languageHeader } from '@foyer/contract/language';
import { redirectsIn } from '@foyer/contract/pages/redirect-params';
import type { ScanApp } from '@foyer/contract/pages/page-config';
import { appToShow } from '../flows/qr-login/last-selected-app.ts';
import { browserAttributes } from '../platform/browser/browser-attributes.ts';
import { hex, webCryptoDigest } from '../platform/browser/web-crypto.ts';
import type { Early, EarlyQr } from '../platform/early.ts';
import { cookiesWork } from '../platform/storage/cookies.ts';

/**
 * Asks for the QR code that the page is about to show, before any file of the page is there. The page takes over the
 * answer. Without one, the page requests the QR code.
 */
export async function askForQr(early: Early) {
  const params = new URLSearchParams(location.search);
  // A page that is hidden, or rendered before it is opened, asks when it is seen. One that returns from an app polls.
  // Without cookies there is no QR code.
  if (document.hidden || params.has('preLoginId') || !cookiesWork()) return;
  const digest = webCryptoDigest(new TextEncoder().encode(browserAttributes()));
  if (!digest) return;
  early.fingerprint = digest.then(hex);
  const app = appToShow(Object.keys(early.qr) as ScanApp[]);
  const [redirectUrl] = redirectsIn(params);
  const redirect = redirectUrl ? `&${new URLSearchParams({ redirectUrl })}` : '';
  const shown: EarlyQr = (early.shown = {
    app,
    response: fetch(`${early.qr[app]}${await early.fingerprint}${redirect}`, {
      credentials: 'include',
      // A document that is opened by Back takes the answers of its requests from the cache, also old ones.
      cache: 'no-store',
      headers: { [languageHeader]: document.documentElement.lang },
    }),
  });
  // The page asks again where this fails.
  shown.response.then(
    () => (shown.answeredAt = Date.now()),
    () => delete early.shown,
  );
  if (early.drawing) await import(/* @vite-ignore */ early.drawing);
}
