import type { Page } from '@playwright/test';
import { alice } from './people.ts';
import { expect, languages, test, widths } from './visit.ts';

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
    await login.untilAlive();
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
    await login.untilAlive();
    await expect(login.password).toHaveValue(alice.password);
    await login.submit.click();
    await page.waitForURL('**/home');
    expect(addresses.filter((address) => address.includes(alice.password) || address.includes(alice.account))).toEqual(
      [],
    );
    expect(addresses.filter((address) => address.startsWith('POST') && !address.endsWith('/events'))).toHaveLength(1);
  });

  test('the language can be chosen [SH-07]', async ({ login, page }) => {
    const letScriptsCome = await holdScripts(page);
    await page.goto('/login/web', { waitUntil: 'commit' });
    await login.language.selectOption('zh-CN');
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
      await login.untilAlive();
      const drawn = page.getByRole('img', { name: /扫码|Scan with/ });
      if (width === 'desktop') await expect(drawn).toBeVisible();
      const alive = await lookAt(page);
      expect(withoutCode(alive)).toBe(withoutCode(painted));
      expect(await page.evaluate(() => Reflect.get(window, 'shifted'))).toBe(0);
    });
  });
}

for (const language of languages) {
  test.describe(`${language}, without JavaScript`, () => {
    test.use({ locale: language, javaScriptEnabled: false });

    test('the page can be read and says what it needs', async ({ login, page, allowErrors }) => {
      // Scripts that are named beforehand are not even fetched.
      allowErrors(/\.js csp$/);
      await page.goto('/login/web');
      const hint = page.locator('noscript p');
      await expect(hint).toBeVisible();
      await expect(hint).toContainText(login.words.needsScript);
      await expect(login.account).toBeVisible();
      await expect(login.submit).toBeDisabled();
      await page.goto('/agreement/service');
      await expect(page.getByRole('heading', { level: 1 })).toContainText(login.words.serviceAgreement);
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

/** Keeps every script from arriving until the returned function is called. */
async function holdScripts(page: Page) {
  let come = () => {};
  const held = new Promise<void>((resolve) => (come = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  return come;
}

function countShifts() {
  Reflect.set(window, 'shifted', 0);
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) {
      Reflect.set(window, 'shifted', Reflect.get(window, 'shifted') + Reflect.get(shift, 'value'));
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
