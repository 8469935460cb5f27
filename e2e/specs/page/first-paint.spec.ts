import { once } from 'node:events';
import { createServer } from 'node:http';
import { sendCodeToMobile } from '@foyer/contract/flows/send-code';
import type { Page } from '@playwright/test';
import { expect, languages, test, widths } from '../../fixtures/test.ts';
import { QrCode } from '../../pages/qr-code.ts';
import { SsoPages } from '../../pages/sso-pages.ts';
import { watchCall } from '../../support/calls.ts';
import { newMobile } from '../../support/new-accounts.ts';
import { alice } from '../../support/people.ts';
import { workspace } from '../../support/service.ts';

test.describe('before any script has come', () => {
  test('account and password can be typed, and are what is submitted [LF-05] [SH-08]', async ({ login, page }) => {
    const letScriptsCome = await holdScripts(page);
    await page.goto('/login/web', { waitUntil: 'commit' });
    await login.fill(alice);
    letScriptsCome();
    await login.submit.click();
    await page.waitForURL('**/home');
  });

  test('someone goes on typing while the page comes alive [LF-05]', async ({ login, page }) => {
    const letScriptsCome = await holdScripts(page);
    await page.goto('/login/web', { waitUntil: 'commit' });
    await login.account.pressSequentially(alice.account.slice(0, 5));
    letScriptsCome();
    await login.account.pressSequentially(alice.account.slice(5), { delay: 20 });
    await login.waitForHydration();
    await expect(login.account).toHaveValue(alice.account);
    await expect(login.account).toBeFocused();
  });

  test('Enter sends nothing, least of all the password in an address [D-03]', async ({ login, page }) => {
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(`${request.method()} ${request.url()}`));
    const letScriptsCome = await holdScripts(page);
    await page.goto('/login/web', { waitUntil: 'commit' });
    await login.fill(alice);
    await login.password.press('Enter');
    letScriptsCome();
    await login.waitForHydration();
    await expect(login.password).toHaveValue(alice.password);
    await login.submit.click();
    await page.waitForURL('**/home');
    expect(addresses.filter((address) => address.includes(alice.password) || address.includes(alice.account))).toEqual(
      [],
    );
    expect(addresses.filter((address) => address.startsWith('POST') && !address.endsWith('/events'))).toHaveLength(1);
  });

  test('a tab can be pressed: it comes with the script, and what was typed stays [LF-02] [LF-17] [QR-02]', async ({
    login,
    page,
  }) => {
    const qrCode = new QrCode(page, 'en-US');
    const letFormCome = await holdScripts(page);
    await page.goto('/login/web?redirectUrl=/home', { waitUntil: 'commit' });
    await login.account.fill(alice.account);
    await login.codeTab.click();
    letFormCome();
    await expect(login.codeTab).toHaveAttribute('aria-selected', 'true');
    await expect(login.account).toHaveValue(alice.account);
    await expect(page).toHaveURL(/\/login\/web\?redirectUrl=\/home$/);

    const letCodeCome = await holdScripts(page);
    await page.reload({ waitUntil: 'commit' });
    await qrCode.tabs.alipay.click();
    await login.account.pressSequentially('!');
    letCodeCome();
    await expect(qrCode.tabs.alipay).toHaveAttribute('aria-selected', 'true');
    await expect(qrCode.picture('alipay')).toBeVisible();
    await expect(page).toHaveURL(/\/login\/web\?redirectUrl=\/home$/);
    await login.passwordTab.click();
    await expect(login.account).toHaveValue('!');
  });

  test('a button that is pressed does it once it can, the one pressed last alone [LF-06] [CS-04] [PG-05]', async ({
    login,
    code,
    outbox,
    page,
    t,
  }) => {
    const mobile = newMobile();
    const sendings = watchCall(page, sendCodeToMobile);
    const letFormCome = await holdScripts(page);
    await page.goto('/login/web?preLoginWay=authCode', { waitUntil: 'commit' });
    await login.account.fill(mobile);
    await page.getByRole('button', { name: t('sso.entry') }).click();
    await code.button.dblclick();
    letFormCome();
    await code.sentTo.waitFor();
    await outbox.code(mobile);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(sendings).toHaveLength(1);

    const letHintCome = await holdScripts(page);
    await page.goto('/cookieHint?redirectUrl=/home', { waitUntil: 'commit' });
    await page.getByRole('button', { name: t('cookie.retry') }).click();
    letHintCome();
    await page.waitForURL('**/login/web?redirectUrl=/home');
  });

  test('a press that was thought better of is forgotten [CS-04]', async ({ login, code, page }) => {
    const sendings = watchCall(page, sendCodeToMobile);
    const letFormCome = await holdScripts(page);
    await page.goto('/login/web?preLoginWay=authCode', { waitUntil: 'commit' });
    await login.account.fill(newMobile());
    await code.button.click();
    await login.account.click();
    letFormCome();
    await code.input.fill('123456');
    await expect(login.submit, 'the form is alive').toBeEnabled();
    await code.send();
    expect(sendings).toHaveLength(1);
  });

  test('a link takes along what was typed and where one wants to go [QP-01] [QP-07]', async ({ login, page, t }) => {
    await holdScripts(page);
    const wish = `${workspace}/box?a=1&b=2`;
    const asked = new URLSearchParams({ preLoginWay: 'authCode', redirectUrl: wish });
    await page.goto(`/login/web?${asked}`, { waitUntil: 'commit' });
    await login.account.fill(' 13912340000 ');
    await page.getByRole('link', { name: t('login.registerNow') }).click();
    await page.waitForURL('**/regist?*', { waitUntil: 'commit' });
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      localAccount: '13912340000',
      redirectUrl: wish,
    });
  });

  test('the language can be chosen [SH-07]', async ({ login, page }) => {
    const letScriptsCome = await holdScripts(page);
    await page.goto('/login/web', { waitUntil: 'commit' });
    await login.languageSelect.selectOption('zh-CN');
    letScriptsCome();
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

    test('what is painted first is what stays, and nothing moves [SH-07] [LF-02]', async ({
      login,
      page,
      context,
      service,
    }) => {
      await context.addCookies([{ name: 'preLoginWay', value: tab, url: service.origin }]);
      await page.addInitScript(countShifts);
      const letScriptsCome = await holdScripts(page);
      await page.goto('/login/web', { waitUntil: 'commit' });
      await expect(page.getByRole('contentinfo')).toBeVisible();
      const painted = await lookAt(page);

      letScriptsCome();
      await login.waitForHydration();
      const drawn = page.getByRole('img', { name: /扫码|Scan with/ });
      if (width === 'desktop') await expect(drawn).toBeVisible();
      const alive = await lookAt(page);
      expect(withoutCode(alive)).toBe(withoutCode(painted));
      expect(await page.evaluate(() => Reflect.get(window, 'shifted'))).toBe(0);
    });
  });
}

test('a document that comes in pieces is painted whole, so that nothing moves [SH-07]', async ({ page, service }) => {
  const { origin, sendTheRest, close } = await inTwoPieces(service.origin);
  await page.addInitScript(countShifts);
  await page.goto(`${origin}/login/web`, { waitUntil: 'commit' });
  await page.locator('header').waitFor({ state: 'attached' });
  expect(await page.evaluate(paintsSoon)).toBe(false);
  sendTheRest();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await page.waitForFunction(paintsSoon);
  expect(await page.evaluate(() => Reflect.get(window, 'shifted'))).toBe(0);
  close();
});

test.describe('in a narrow window of a PC', () => {
  test.use({ viewport: widths.phone.viewport });

  test('what comes alive late stays painted meanwhile, whatever comes or is done before it [SH-07] [LF-02]', async ({
    login,
    page,
  }) => {
    const letScriptsCome = await holdScripts(page, '**/assets/login-aside-*.js');
    await page.addInitScript(countShifts);
    const moreWords = page.waitForEvent('requestfinished', (request) => request.url().includes('/assets/later.'));
    await login.open();
    await expect(page.getByRole('complementary')).toBeVisible();
    await moreWords;
    const painted = page.getByRole('heading', { name: 'Scan to sign in' });
    await expect(painted).toBeVisible();
    expect(await page.evaluate(() => Reflect.get(window, 'shifted'))).toBe(0);
    await login.codeTab.click();
    await login.account.fill(alice.account);
    await expect(painted).toBeVisible();
    const sso = new SsoPages(page, 'en-US');
    await sso.entry.click();
    await expect(sso.dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(painted).toBeVisible();
    letScriptsCome();
    await expect(page.getByRole('img', { name: /Scan with/ })).toBeVisible();
  });
});

for (const language of languages) {
  test.describe(`${language}, without JavaScript`, () => {
    test.use({ locale: language, javaScriptEnabled: false });

    test('the page can be read and says what it needs', async ({ login, page, allowErrors, t }) => {
      // Scripts that are named beforehand are not even fetched.
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

/** All but what the code says once it is there, and the way to a phone under it: their room is kept. */
const withoutCode = (snapshot: string) =>
  snapshot
    .replace(/^( *)- tabpanel "(?:微信|WeChat)":?\n(?:\1 +.*\n)*/m, '')
    .replace(/\n.*\n.*\/sandbox\/phone.*/, '')
    .replace(/- paragraph:?(?=\n *- tablist "(?:登录方式|Ways to sign in))/, '');

/** What is there to read and use; not what turns or floats, which comes later. */
async function lookAt(page: Page) {
  const parts = ['header', '[data-keep-free]', 'footer'].map((part) => page.locator(part).ariaSnapshot());
  return (await Promise.all(parts)).join('\n');
}

/** Keeps the scripts from arriving until the returned function is called. */
async function holdScripts(page: Page, which = '**/assets/*.js') {
  let come = () => {};
  const held = new Promise<void>((resolve) => (come = resolve));
  await page.route(which, async (route) => {
    await held;
    await route.continue();
  });
  return come;
}

/** The service behind a slow line: half of its document waits for the returned function to be called. */
async function inTwoPieces(from: string) {
  let sendTheRest = () => {};
  const told = new Promise<void>((resolve) => (sendTheRest = resolve));
  const line = createServer((asked, answer) => {
    void fetch(from + asked.url).then(async (got) => {
      const body = Buffer.from(await got.arrayBuffer());
      const kept = ['content-type', 'content-security-policy'].map((name) => [name, got.headers.get(name) ?? '']);
      answer.writeHead(got.status, Object.fromEntries(kept));
      const half = asked.url === '/login/web' ? body.indexOf('<h1') : body.length;
      answer.write(body.subarray(0, half));
      if (half < body.length) await told;
      answer.end(body.subarray(half));
    });
  });
  line.listen(0);
  await once(line, 'listening');
  const address = line.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { origin: `http://localhost:${port}`, sendTheRest, close: () => line.close() };
}

const paintsSoon = () =>
  new Promise<boolean>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)));
    setTimeout(() => resolve(false), 500);
  });

function countShifts() {
  Reflect.set(window, 'shifted', 0);
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) {
      Reflect.set(window, 'shifted', Reflect.get(window, 'shifted') + Reflect.get(shift, 'value'));
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
