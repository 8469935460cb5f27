import { once } from 'node:events';
import { createServer } from 'node:http';
import { sendCodeToMobile } from '@foyer/contract/flows/send-code';
import type { Page } from '@playwright/test';
import { expect, languages, test, widths } from '../../fixtures/test.ts';
import { QrCode } from '../../pages/qr-code.ts';
import { SsoPages } from '../../pages/sso-pages.ts';
import { countShifts } from '../../support/layout-shifts.ts';
import { hold, watchCall } from '../../support/calls.ts';
import { newMobile } from '../../support/new-accounts.ts';
import { alice } from '../../support/people.ts';
import { workspace } from '../../support/service.ts';
import { texts } from '../../support/texts.ts';

test.describe('before the scripts have loaded', () => {
  test('account and password can be typed and are submitted later [LF-05] [SH-08]', async ({ login, page }) => {
    const releaseScripts = await holdScripts(page);
    await page.goto('/login/web', { waitUntil: 'commit' });
    await login.fill(alice);
    releaseScripts();
    await login.submit.click();
    await page.waitForURL('**/home');
  });

  test('typing continues while the page hydrates [LF-05]', async ({ login, page }) => {
    const releaseScripts = await holdScripts(page);
    await page.goto('/login/web', { waitUntil: 'commit' });
    await login.account.pressSequentially(alice.account.slice(0, 5));
    releaseScripts();
    await login.account.pressSequentially(alice.account.slice(5), { delay: 20 });
    await login.waitForHydration();
    await expect(login.account).toHaveValue(alice.account);
    await expect(login.account).toBeFocused();
  });

  test('Enter sends nothing, and the password is never in a URL [D-03]', async ({ login, page }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
    const releaseScripts = await holdScripts(page);
    await page.goto('/login/web', { waitUntil: 'commit' });
    await login.fill(alice);
    await login.password.press('Enter');
    releaseScripts();
    await login.waitForHydration();
    await expect(login.password).toHaveValue(alice.password);
    await login.submit.click();
    await page.waitForURL('**/home');
    expect(requests.filter((request) => request.includes(alice.password) || request.includes(alice.account))).toEqual(
      [],
    );
    const byItself = /\/(events|passkey\/options)$/;
    expect(requests.filter((request) => request.startsWith('POST') && !byItself.test(request))).toHaveLength(1);
  });

  test('a clicked tab opens when its script has loaded, and what was typed stays [LF-02] [LF-17] [QR-02]', async ({
    login,
    page,
  }) => {
    const qrCode = new QrCode(page, 'en-US');
    await test.step('a tab of the form', async () => {
      const releaseForm = await holdScripts(page);
      await page.goto('/login/web?redirectUrl=/home', { waitUntil: 'commit' });
      await login.account.fill(alice.account);
      await login.codeTab.click();
      releaseForm();
      await expect(login.codeTab).toHaveAttribute('aria-selected', 'true');
      await expect(login.account).toHaveValue(alice.account);
      await expect(page).toHaveURL(/\/login\/web\?redirectUrl=\/home$/);
    });
    await test.step('a tab of the QR code', async () => {
      const releaseQrCode = await holdScripts(page);
      await page.reload({ waitUntil: 'commit' });
      await qrCode.tabs.alipay.click();
      await login.account.pressSequentially('!');
      releaseQrCode();
      await expect(qrCode.tabs.alipay).toHaveAttribute('aria-selected', 'true');
      await expect(qrCode.picture('alipay')).toBeVisible();
      await expect(page).toHaveURL(/\/login\/web\?redirectUrl=\/home$/);
      await login.passwordTab.click();
      await expect(login.account).toHaveValue('!');
    });
  });

  test('the last clicked button acts when the scripts have loaded, and only that one [LF-06] [CS-04] [PG-05]', async ({
    login,
    code,
    outbox,
    page,
    t,
  }) => {
    const mobile = newMobile();
    await test.step('the last of two buttons acts, once', async () => {
      const sendings = watchCall(page, sendCodeToMobile);
      const releaseForm = await holdScripts(page);
      await page.goto('/login/web?preLoginWay=authCode', { waitUntil: 'commit' });
      await login.account.fill(mobile);
      await page.getByRole('button', { name: t('sso.entry') }).click();
      await code.button.dblclick();
      releaseForm();
      await code.sentTo.waitFor();
      await outbox.code(mobile);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      expect(sendings).toHaveLength(1);
    });
    await test.step('a button of another page', async () => {
      const releaseHint = await holdScripts(page);
      await page.goto('/cookieHint?redirectUrl=/home', { waitUntil: 'commit' });
      await page.getByRole('button', { name: t('cookie.retry') }).click();
      releaseHint();
      await page.waitForURL('**/login/web?redirectUrl=/home');
    });
  });

  test('a click that was followed by another action is dropped [CS-04]', async ({ login, code, page }) => {
    const sendings = watchCall(page, sendCodeToMobile);
    const releaseForm = await holdScripts(page);
    await page.goto('/login/web?preLoginWay=authCode', { waitUntil: 'commit' });
    await login.account.fill(newMobile());
    await code.button.click();
    await login.account.click();
    releaseForm();
    await code.input.fill('123456');
    await expect(login.submit, 'the form is hydrated').toBeEnabled();
    await code.send();
    expect(sendings).toHaveLength(1);
  });

  test('a link passes on what was typed and the redirect [QP-01] [QP-07]', async ({ login, page, t }) => {
    await holdScripts(page);
    const redirectUrl = `${workspace}/box?a=1&b=2`;
    const query = new URLSearchParams({ redirectUrl });
    await page.goto(`/login/web?${query}`, { waitUntil: 'commit' });
    await login.account.fill(' 13912340000 ');
    await page.getByRole('link', { name: t('login.registerNow') }).click();
    await page.waitForURL('**/regist?*', { waitUntil: 'commit' });
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      localAccount: '13912340000',
      redirectUrl,
    });
  });

  test('the language can be selected [SH-07]', async ({ login, page }) => {
    const releaseScripts = await holdScripts(page);
    await page.goto('/login/web', { waitUntil: 'commit' });
    await login.languageSelect.selectOption('zh-CN');
    releaseScripts();
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  });
});

for (const [language, width, tab] of [
  ['zh-CN', 'desktop', 'user'],
  ['en-US', 'desktop', 'authCode'],
  ['en-US', 'phone', 'user'],
  ['zh-CN', 'phone', 'authCode'],
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

for (const language of languages) {
  test.describe(`${language}, without JavaScript`, () => {
    test.use({ locale: language, javaScriptEnabled: false });

    test('the page is readable and says that it needs JavaScript', async ({ login, page, allowErrors, t }) => {
      // Preloaded scripts are blocked without JavaScript.
      allowErrors(/\.js csp$/);
      await page.goto('/login/web');
      const hint = page.locator('noscript p');
      await expect(hint).toBeVisible();
      await expect(hint).toContainText(t('shell.noscript'));
      await expect(login.account).toBeVisible();
      await expect(login.submit).toBeDisabled();
      await page.goto('/agreement/service');
      await expect(page.getByRole('heading', { level: 1 })).toContainText(t('page.serviceAgreement'));
      await expect(page.getByRole('heading', { level: 2 }).nth(3)).toBeVisible();
    });
  });
}

/** Leaves out what appears with the QR code: its status and the link to the sandbox phone, whose space is reserved. */
const withoutLaterParts = (snapshot: string) =>
  snapshot
    // Only a script knows whether the browser offers passkeys. The line is reserved, so nothing moves.
    .replace(`${texts('zh-CN')('passkey.hint')} `, '')
    .replace(`${texts('en-US')('passkey.hint')} `, '')
    .replace(/^( *)- tabpanel "(?:微信|WeChat)":?\n(?:\1 +.*\n)*/m, '')
    .replace(/\n.*\n.*\/sandbox\/phone.*/, '')
    .replace(/- paragraph:?(?=\n *- tablist "(?:登录方式|Ways to sign in))/, '');

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
