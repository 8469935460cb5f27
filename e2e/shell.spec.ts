import { expect, languages, test, widths } from './visit.ts';
import { wordsIn } from './words.ts';

test.use({
  settings: {
    BRAND_EN: 'Papermill',
    BRAND_ZH: '纸坊',
    OFFICIAL_SITE: 'https://papermill.example/',
    ICP_FILING: '浙ICP备12345678号',
    PSB_FILING: '浙公网安备 33010002000000号',
  },
});

for (const language of languages) {
  const words = wordsIn(language);
  const brand = language === 'zh-CN' ? '纸坊' : 'Papermill';

  test.describe(language, () => {
    test.use({ locale: language });

    test('header, panels and footer stand in its own name; whoever goes on agrees, and can read to what [SH-01] [SH-02] [SH-03] [SH-05] [SH-09] [PG-06] [D-24]', async ({
      login,
      page,
      context,
      service,
    }) => {
      await login.open();
      await expect(page).toHaveTitle(`${words.title} · ${brand}`);
      const logo = page.getByRole('banner').getByRole('link');
      await expect(logo).toHaveAccessibleName(new RegExp(brand));
      await expect(logo).toHaveAttribute('href', 'https://papermill.example/');
      await expect(login.language.getByRole('option')).toHaveText(['简体中文', 'English']);
      await expect(page.getByRole('main').locator('img:visible').first()).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(brand);

      // The card holds the code to scan, a line and the form.
      const scan = (await page.getByRole('img', { name: /扫码|Scan with/ }).boundingBox())!;
      const form = (await login.account.boundingBox())!;
      expect(scan.x + scan.width).toBeLessThan(form.x);
      expect([scan.width, scan.height]).toEqual([168, 168]);

      const footer = page.getByRole('contentinfo');
      await expect(footer).toContainText(`${new Date(service.now()).getFullYear()}`);
      await expect(footer).toContainText('浙ICP备12345678号');
      await expect(footer).toContainText('浙公网安备 33010002000000号');

      await expect(page.getByText(words.agree)).toBeVisible();
      for (const [name, path] of [
        [words.serviceAgreement, '/agreement/service'],
        [words.privacyPolicy, '/agreement/privacy'],
      ] as const) {
        const opened = context.waitForEvent('page');
        await page.getByRole('link', { name }).click();
        const tab = await opened;
        await expect(tab.getByRole('heading', { level: 1 })).toContainText(name);
        expect(new URL(tab.url()).pathname).toBe(path);
        await expect(tab.getByRole('main')).toContainText(brand);
        await expect(tab.getByRole('main')).not.toContainText(/\{\w+\}/);
        expect(await tab.evaluate(() => window.opener)).toBeNull();
      }
    });

    test('an unknown address says so, and so does a browser without cookies; both lead back [SH-12] [PG-05]', async ({
      page,
      allowErrors,
    }) => {
      allowErrors(/status of 404/);
      const response = await page.goto('/no/such/page');
      expect(response!.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.notFound);
      await page.getByRole('link', { name: words.backToSignIn }).click();
      await expect(page).toHaveURL(/\/login\/web$/);

      await page.goto('/cookieHint');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.cookiesOff);
      await page.getByRole('button', { name: words.cookiesOn }).click();
      await expect(page).toHaveURL(/\/login\/web$/);
    });

    test.describe('on a phone', () => {
      test.use(widths.phone);

      test('a welcome stands over the form alone [SH-02] [SH-10]', async ({ login, page }) => {
        await login.open();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.welcome);
        await expect(page.getByRole('img', { name: /扫码|Scan with/ })).toHaveCount(0);
        for (const name of [words.register, words.forgotAccount, words.forgotPassword]) {
          await expect(page.getByRole('link', { name })).toHaveCount(0);
        }
        await expect(page.getByText(words.agree)).toBeVisible();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wide).toBe(0);
      });
    });
  });
}

test('the addresses people know all lead to the form [SH-01]', async ({ page }) => {
  for (const path of ['/', '/login', '/login/web/']) {
    await page.goto(path);
    await expect(page.getByRole('tablist', { name: /登录方式|Ways to sign in/ })).toBeVisible();
  }
});

test('on a small screen, a narrow or enlarged window and a tablet nothing is cut off, nor the code to scan [SH-01]', async ({
  login,
  page,
}) => {
  for (const width of [320, 720, 767, 1024]) {
    await page.setViewportSize({ width, height: 700 });
    await login.open();
    const code = page.getByRole('img', { name: /扫码|Scan with/ });
    await code.waitFor();
    const [codeAt, formEnd] = [(await code.boundingBox())!.y, (await login.submit.boundingBox())!.y];
    expect(codeAt > formEnd).toBe(width < 768);
    for (const place of [login.account, login.password, login.submit, login.language, code]) {
      const box = (await place.boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
});
