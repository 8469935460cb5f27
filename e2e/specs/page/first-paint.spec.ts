import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { expect, test, widths } from '../../fixtures/test.ts';
import { SsoPages } from '../../pages/sso-pages.ts';
import { countShifts } from '../../support/page/layout-shifts.ts';
import { hold } from '../../support/servers/calls.ts';
import { alice } from '../../support/people/people.ts';
import { texts } from '../../support/page/texts.ts';

test('before the scripts have loaded, account and password can be typed, and Enter is kept: the page sends it, once and hashed [LF-05] [SH-08] [D-03]', async ({
  login,
  page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
  const releaseScripts = await holdScripts(page);
  await page.goto('/login/web', { waitUntil: 'commit' });
  await login.fill(alice);
  await login.password.press('Enter');
  await expect(login.submit).toHaveAttribute('data-pressed');
  expect(
    requests.filter((request) => request.startsWith('POST')),
    'nothing is sent by the document',
  ).toEqual([]);
  releaseScripts();
  await page.waitForURL('**/home');
  const secrets = [alice.account, alice.password];
  expect(requests.filter((request) => secrets.some((secret) => request.includes(secret)))).toEqual([]);
  const byItself = /\/(events|passkey\/options)$/;
  expect(requests.filter((request) => request.startsWith('POST') && !byItself.test(request))).toHaveLength(1);
});

for (const [language, width, tab] of [
  ['zh-CN', 'desktop', 'user'],
  ['en-US', 'phone', 'authCode'],
] as const) {
  test.describe(`${language}, ${width}, last used ${tab}`, () => {
    test.use({ locale: language, ...widths[width] });

    test('hydration changes nothing that was rendered and shifts no layout [SH-07] [LF-02]', async ({
      login,
      page,
      context,
      service,
    }) => {
      await context.addCookies([{ name: 'preLoginWay', value: tab, url: service.origin }]);
      const shifted = await countShifts(page);
      const releaseScripts = await holdScripts(page);
      await page.goto('/login/web', { waitUntil: 'commit' });
      await expect(page.getByRole('contentinfo')).toBeVisible();
      const rendered = await snapshotOf(page);

      releaseScripts();
      await login.waitForHydration();
      const qrPicture = page.getByRole('img', { name: /扫码|Scan with/ });
      if (width === 'desktop') await expect(qrPicture).toBeVisible();
      const hydrated = await snapshotOf(page);
      expect(withoutLaterParts(hydrated)).toBe(withoutLaterParts(rendered));
      expect(await shifted()).toBe(0);
    });
  });
}

test('a document that arrives in two parts is painted as a whole, without a layout shift [SH-07]', async ({
  page,
  service,
}) => {
  const { origin, sendTheRest, close } = await serveInTwoParts(service.origin);
  const shifted = await countShifts(page);
  await page.goto(`${origin}/login/web`, { waitUntil: 'commit' });
  await page.locator('header').waitFor({ state: 'attached' });
  expect(await page.evaluate(paintsSoon)).toBe(false);
  sendTheRest();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await page.waitForFunction(paintsSoon);
  expect(await shifted()).toBe(0);
  close();
});

test.describe('in a narrow window of a PC', () => {
  test.use({ viewport: widths.phone.viewport });

  test('a part that hydrates late stays visible, whatever happens before [SH-07] [LF-02]', async ({ login, page }) => {
    const releaseScripts = await holdScripts(page, '**/assets/aside-*.js');
    const shifted = await countShifts(page);
    const textsLoaded = page.waitForEvent('requestfinished', (request) => request.url().includes('/assets/later.'));
    await login.open();
    await expect(page.getByRole('complementary', { name: 'Online support' })).toBeVisible();
    await textsLoaded;
    const qrTitle = page.getByRole('heading', { name: 'Scan with WeChat' });
    await expect(qrTitle).toBeVisible();
    expect(await shifted()).toBe(0);
    await login.codeTab.click();
    await login.account.fill(alice.account);
    await expect(qrTitle).toBeVisible();
    const sso = new SsoPages(page, 'en-US');
    await sso.entry.click();
    await expect(sso.dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(qrTitle).toBeVisible();
    releaseScripts();
    await expect(page.getByRole('img', { name: /Scan with/ })).toBeVisible();
  });
});

test.describe('without JavaScript', () => {
  test.use({ locale: 'zh-CN', javaScriptEnabled: false });

  test('the page is readable and says that it needs JavaScript', async ({ login, page, allowErrors, t }) => {
    // Preloaded scripts are blocked without JavaScript.
    allowErrors(/\.js csp$/);
    await page.goto('/login/web');
    const hint = page.locator('noscript p');
    await expect(hint).toBeVisible();
    await expect(hint).toContainText(t('shell.problem.pc', { support: '' }).split('，')[0]!);
    await expect(login.account).toBeVisible();
    await expect(login.submit).toBeDisabled();
    await page.goto('/agreement/service');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(t('page.serviceAgreement'));
    await expect(page.getByRole('heading', { level: 2 }).nth(3)).toBeVisible();
  });
});

/** Leaves out what appears with the QR code: its status and the link to the sandbox phone, whose space is reserved. */
const withoutLaterParts = (snapshot: string) =>
  snapshot
    // Only a script knows whether the browser offers passkeys. The line is reserved, so nothing moves.
    .replace(`${texts('zh-CN')('passkey.hint')} `, '')
    .replace(`${texts('en-US')('passkey.hint')} `, '')
    .replace(/^( *)- tabpanel "(?:微信|WeChat)":?\n(?:\1 +.*\n)*/m, '')
    .replace(/\n.*\n.*\/sandbox\/phone.*/, '')
    // The choice below the card, whose line is reserved too.
    .replace(/^ *- checkbox "(?:这是公用电脑|This is a shared computer)"\n.*\n *- status\n/m, '')
    .replace(/- paragraph:?(?=\n *- paragraph:\n *- button "(?:在手机上继续|Continue on your phone))/, '');

/** The accessibility tree without the banner and the help desk, which load later. */
async function snapshotOf(page: Page) {
  const parts = ['header', 'main > :last-child', 'footer'].map((part) => page.locator(part).ariaSnapshot());
  return (await Promise.all(parts)).join('\n');
}

/** Holds back the scripts until the returned function is called. */
const holdScripts = (page: Page, url = '**/assets/*.js') => hold(page, url);

/** A proxy of the service that sends the second half of its document when the returned function is called. */
async function serveInTwoParts(from: string) {
  let sendTheRest = () => {};
  const released = new Promise<void>((resolve) => (sendTheRest = resolve));
  const proxy = createServer((request, response) => {
    void fetch(from + request.url).then(async (document) => {
      const body = Buffer.from(await document.arrayBuffer());
      const headers = ['content-type', 'content-security-policy'].map((name) => [
        name,
        document.headers.get(name) ?? '',
      ]);
      response.writeHead(document.status, Object.fromEntries(headers));
      const half = request.url === '/login/web' ? body.indexOf('<h1') : body.length;
      response.write(body.subarray(0, half));
      if (half < body.length) await released;
      response.end(body.subarray(half));
    });
  });
  proxy.listen(0);
  await once(proxy, 'listening');
  const address = proxy.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { origin: `http://localhost:${port}`, sendTheRest, close: () => proxy.close() };
}

const paintsSoon = () =>
  new Promise<boolean>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)));
    setTimeout(() => resolve(false), 500);
  });
