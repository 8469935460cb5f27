import type { Locator } from '@playwright/test';
import { expect, languages, test, widths } from '../../fixtures/test.ts';
import { unregistered } from '../../support/people.ts';

for (const language of languages) {
  test.describe(language, () => {
    test.use({ locale: language });

    test('an unknown path and the cookie hint explain themselves and lead back [SH-12] [PG-05]', async ({
      page,
      allowErrors,
      t,
    }) => {
      allowErrors(/status of 404/);
      const response = await page.goto('/no/such/page');
      expect(response!.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('page.notFound'));
      await page.getByRole('link', { name: t('back.signIn') }).click();
      await expect(page).toHaveURL(/\/login\/web$/);

      await page.goto('/cookieHint');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('page.cookieHint'));
      await page.getByRole('button', { name: t('cookie.retry') }).click();
      await expect(page).toHaveURL(/\/login\/web$/);
    });

    test.describe('on a phone', () => {
      test.use(widths.phone);

      test('only the form is shown, under a welcome title [SH-02] [SH-10]', async ({ login, page, t }) => {
        await login.open();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('login.welcome'));
        await expect(page.getByRole('region', { name: t('qr.title') })).toHaveCount(0);
        for (const name of [t('login.registerNow'), t('login.forgotAccount'), t('login.forgotPassword')]) {
          await expect(page.getByRole('link', { name })).toHaveCount(0);
        }
        await expect(page.getByText(t.prefix('login.agree.text'))).toBeVisible();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wide).toBe(0);
      });
    });
  });
}

test('known paths lead to the form [SH-01]', async ({ page }) => {
  for (const path of ['/', '/login', '/login/web/']) {
    await page.goto(path);
    await expect(page.getByRole('tablist', { name: /登录方式|Ways to sign in/ })).toBeVisible();
  }
});

test('a wrong password moves nothing, also where the column of the form is narrowest [SH-01]', async ({
  login,
  page,
  t,
}) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await login.open();
  const fromAccountToButton = async () =>
    (await login.submit.boundingBox())!.y - (await login.account.boundingBox())!.y;
  const before = await fromAccountToButton();
  await login.attempt(unregistered);
  await expect(login.errors).toHaveText([t.refusal('wrongCredentials', { attemptsLeft: 4 })]);
  await page.getByText(t('help.explain')).waitFor({ state: 'attached' });
  expect(await fromAccountToButton()).toBe(before);
});

test('nothing is cut off at any width, nor the QR code [SH-01]', async ({ login, page }) => {
  for (const width of [320, 720, 767, 1024]) {
    await page.setViewportSize({ width, height: 700 });
    await login.open();
    const code = page.getByRole('img', { name: /扫码|Scan with/ });
    await code.waitFor();
    const [codeAt, formEnd] = [(await code.boundingBox())!.y, (await login.submit.boundingBox())!.y];
    expect(codeAt > formEnd).toBe(width < 768);
    for (const element of [login.account, login.password, login.submit, login.languageSelect, code]) {
      const box = (await element.boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
});

test('the card is lower in a low window, and as high with a code as with a password [SH-01] [SH-02]', async ({
  login,
  page,
}) => {
  const heights = [];
  for (const height of [700, 701]) {
    await page.setViewportSize({ width: 1366, height });
    for (const query of ['', 'preLoginWay=authCode']) {
      await login.open(query);
      heights.push((await page.locator('main > [data-aside]').boundingBox())!.height);
    }
  }
  expect(heights).toEqual([503, 503, 527, 527]);
});

test('the links for a forgotten account and password stand alike beside their labels [SH-02]', async ({
  login,
  page,
  t,
}) => {
  await login.open();
  const top = async (target: Locator) => (await target.boundingBox())!.y;
  const below = async (label: string, link: string) =>
    (await top(page.getByRole('link', { name: link }))) -
    (await top(page.locator('label', { hasText: label }).first()));
  const account = await below(t('login.account.label'), t('login.forgotAccount'));
  expect(account).toBe(await below(t('login.password.label'), t('login.forgotPassword')));
});
