import { commitPassword } from '@foyer/contract/flows/password-login';
import type { Locator } from '@playwright/test';
import { expect, test } from '../../fixtures/screen.ts';
import { alice } from '../../support/people/people.ts';
import { texts } from '../../support/page/texts.ts';
import { appClient, pixel, webViews } from '../../support/page/user-agents.ts';

const t = texts('zh-CN');
/** The document contains the block of the QR code before the script draws the code in it. */
const qrBlock = { name: t('qr.title') };
const links = [t('login.registerNow'), t('login.forgotAccount'), t('login.forgotPassword')];

test.use({ locale: 'zh-CN' });

test.describe('the browser of a phone', () => {
  test.use(pixel);

  test('shows only the form under a welcome title, and signs in as H5 to the redirect of phones [MD-01] [MD-05] [SH-02] [SH-10]', async ({
    login,
    page,
    site,
  }) => {
    site.show({ config: { home: '/help', homeOnPhones: '/home' } });
    await login.open();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('login.welcome'));
    await expect(page.getByText(t.prefix('login.agree.text'))).toBeVisible();
    await expect(page.getByRole('region', qrBlock)).toHaveCount(0);
    for (const name of links) await expect(page.getByRole('link', { name })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /企业微信/ })).toHaveCount(0);
    await login.signIn(alice);
    expect(site.bodiesOf(commitPassword)).toMatchObject([{ loginParams: { endpoint: 'H5' } }]);
  });

  test('shows no strength meter for a new password [MD-01]', async ({ register }) => {
    await register.open();
    await register.password.fill('Abcdefg-123');
    await expect(register.hints.first()).toBeVisible();
    await expect(register.strengthMeter).toHaveCount(0);
  });

  test('keeps field and button above the keyboard, does not zoom, and shows toasts beside them', async ({
    login,
    page,
  }) => {
    await login.open();
    const sizes = await page.evaluate(() =>
      [...document.querySelectorAll('input, select')].map((field) => parseFloat(getComputedStyle(field).fontSize)),
    );
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16);
    await expect(page.locator('meta[name=viewport]')).toHaveAttribute('content', /interactive-widget=resizes-content/);
    await login.account.fill(alice.account);
    await login.password.focus();
    // The height that the keyboard leaves.
    await page.setViewportSize({ width: 412, height: 330 });
    for (const element of [login.password, login.submit]) await expect(element).toBeInViewport({ ratio: 1 });

    await page.evaluate(() => scrollTo(0, 0));
    await page.route('**/assets/first.en-US*', (route) => route.abort());
    await login.languageSelect.selectOption('en-US');
    const toast = page.getByText(t('common.network'));
    await expect(toast).toBeVisible();
    const box = async (what: Locator) => (await what.boundingBox())!;
    for (const element of [page.getByRole('banner').getByRole('link'), login.languageSelect]) {
      const { y, height } = await box(element);
      expect((await box(toast)).y).toBeGreaterThanOrEqual(y + height);
    }
    await login.password.focus();
    await login.password.evaluate(
      (field, at) => scrollBy(0, field.getBoundingClientRect().y - at),
      (await box(toast)).y,
    );
    await expect(async () => {
      const [words, field] = [await box(toast), await box(login.password)];
      expect(words.y >= field.y + field.height || words.y + words.height <= field.y).toBe(true);
    }).toPass();
  });
});

/** A strict web view: it ignores new tabs and windows, and its session storage is lost from page to page. */
const webViewLimits = `
  sessionStorage.clear();
  window.open = () => null;
  addEventListener('click', (event) => event.target.closest('a[target]') && event.preventDefault());`;

// `page-url.test.ts` knows the web views of the other apps.
test.describe('the web view of an app', () => {
  test.use(webViews.wechat);

  test('links below the form change the sign-in method [MD-02] [SH-04] [D-21]', async ({ login, page, site }) => {
    await login.open();
    await expect(page.getByRole('region', qrBlock)).toHaveCount(0);
    await expect(page.getByRole('link', { name: t('login.registerNow') })).toBeVisible();
    await page.getByRole('button', { name: t('login.tab.code') }).click();
    await expect(login.codeTab).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('button', { name: t('login.tab.password') }).click();
    await login.signIn(alice);
    expect(site.bodiesOf(commitPassword)).toMatchObject([{ loginParams: { endpoint: 'H5' } }]);
  });

  test('links that open a new tab elsewhere lead there and back in place', async ({ login, page, site }) => {
    site.show({ script: webViewLimits });
    await login.open();
    await login.account.fill(alice.account);
    const retrieve = page.getByRole('link', { name: t('login.forgotPassword'), exact: true });
    await test.step('forgot password, and back with the typed account', async () => {
      await retrieve.click();
      await page.waitForURL(`**/retrieve?localAccount=${alice.account}`);
      await page.getByRole('link', { name: t('back.signIn') }).click();
      await expect(login.account).toHaveValue(alice.account);
    });
    await test.step('an agreement, and back before its scripts have loaded', async () => {
      await page.route('**/assets/*.js', async (route) => {
        const { referer } = await route.request().allHeaders();
        // Without an answer, the scripts of the agreement keep loading.
        if (!referer?.endsWith('/agreement/privacy')) await route.continue();
      });
      await page.getByRole('link', { name: t('agreement.privacy'), exact: true }).click();
      await page.waitForURL('**/agreement/privacy', { waitUntil: 'commit' });
      await page.getByRole('link', { name: t('back.page'), exact: true }).click();
      await expect(retrieve).toBeVisible();
      await expect(login.account).toHaveValue(alice.account);
    });
  });
});

test.describe('the app client', () => {
  test.use(appClient);

  test('the app shows no language selector and no QR code [MD-03] [SH-06]', async ({ login, page }) => {
    await login.open();
    await expect(login.languageSelect).toHaveCount(0);
    await expect(page.getByRole('region', qrBlock)).toHaveCount(0);
    await login.signIn(alice);
  });
});
