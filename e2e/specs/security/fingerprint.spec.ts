import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures/test.ts';
import { alice } from '../../support/people/people.ts';

/** The properties that the privacy policy names, and those that are read for other reasons. */
const named = ['colorDepth', 'hardwareConcurrency', 'height', 'languages', 'userAgent', 'width'];
const otherwiseUsed = ['credentials', 'serviceWorker', 'doNotTrack', 'globalPrivacyControl', 'onLine'];

test('the fingerprint reads only what the privacy policy names [AC-53] [LF-18]', async ({ login, page }) => {
  await page.addInitScript(() => {
    const read = new Set<string>();
    Reflect.set(window, 'readProperties', read);
    for (const kind of [Navigator.prototype, Screen.prototype])
      for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(kind))) {
        const { get } = property;
        if (!get) continue;
        Object.defineProperty(kind, name, {
          ...property,
          get() {
            read.add(name);
            return Reflect.apply(get, this, []);
          },
        });
      }
    for (const name of ['AudioContext', 'OfflineAudioContext', 'RTCPeerConnection'])
      Reflect.set(window, name, () => read.add(name));
    const { getContext } = HTMLCanvasElement.prototype;
    Reflect.set(HTMLCanvasElement.prototype, 'getContext', function (this: HTMLCanvasElement, kind: string) {
      if (kind !== '2d') read.add(kind);
      return Reflect.apply(getContext, this, [kind]);
    });
  });
  await login.open();
  await expect(page.getByRole('img', { name: /Scan with/ })).toBeVisible();
  await login.attempt({ ...alice, password: 'not mine' });
  await login.errors.first().waitFor();
  const readProperties = await page.evaluate(() => {
    const read: unknown = Reflect.get(window, 'readProperties');
    return read instanceof Set ? Array.from(read, String) : [];
  });
  expect(readProperties.filter((name) => !otherwiseUsed.includes(name)).sort()).toEqual(named);
});

test('another site gets another fingerprint from the same browser [AC-53]', async ({ page, service }) => {
  const here = await fingerprintAt(page, service.origin);
  expect(await fingerprintAt(page, service.origin)).toBe(here);
  expect(await fingerprintAt(page, service.origin.replace('localhost', '127.0.0.1'))).not.toBe(here);
});

async function fingerprintAt(page: Page, origin: string) {
  const requested = page.waitForRequest('**/login/oauth/request/**');
  await page.goto(`${origin}/login/web`);
  return new URL((await requested).url()).searchParams.get('fingerprint');
}
