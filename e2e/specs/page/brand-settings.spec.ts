import { expect, languages, test } from '../../fixtures/test.ts';

// Run in one worker: each worker would start a service with these settings.
test.describe.configure({ mode: 'default' });
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
  const brand = language === 'zh-CN' ? '纸坊' : 'Papermill';

  test.describe(language, () => {
    test.use({ locale: language });

    test('brand, filings and agreements come from the settings [SH-01] [SH-02] [SH-03] [SH-05] [SH-09] [PG-06] [D-24]', async ({
      login,
      page,
      context,
      service,
      t,
    }) => {
      await login.open();
      await test.step('the title, the logo and the heading name the brand', async () => {
        await expect(page).toHaveTitle(`${t('page.login')} · ${brand}`);
        const logo = page.getByRole('banner').getByRole('link');
        await expect(logo).toHaveAccessibleName(new RegExp(brand));
        await expect(logo).toHaveAttribute('href', 'https://papermill.example/');
        await expect(login.languageSelect.getByRole('option')).toHaveText(['简体中文', 'English']);
        await expect(page.getByRole('main').locator('img:visible').first()).toBeVisible();
        await expect(page.getByRole('heading', { level: 1 })).toContainText(brand);
      });

      await test.step('the card holds the QR code beside the form', async () => {
        // The card holds the code to scan, a line and the form.
        const scan = (await page.getByRole('img', { name: /扫码|Scan with/ }).boundingBox())!;
        const form = (await login.account.boundingBox())!;
        expect(scan.x + scan.width).toBeLessThan(form.x);
        expect([scan.width, scan.height]).toEqual([168, 168]);
      });

      await test.step('the footer shows year and filing numbers', async () => {
        const footer = page.getByRole('contentinfo');
        await expect(footer).toContainText(`${new Date(service.now()).getFullYear()}`);
        await expect(footer).toContainText('浙ICP备12345678号');
        await expect(footer).toContainText('浙公网安备 33010002000000号');
      });

      await test.step('the agreements open in tabs of their own and name the brand', async () => {
        await expect(page.getByText(t.start('login.agree.text'))).toBeVisible();
        for (const [link, title, path] of [
          ['agreement.service', 'page.serviceAgreement', '/agreement/service'],
          ['agreement.privacy', 'page.privacyPolicy', '/agreement/privacy'],
        ] as const) {
          const opened = context.waitForEvent('page');
          await page.getByRole('link', { name: t(link) }).click();
          const tab = await opened;
          await expect(tab.getByRole('heading', { level: 1 })).toContainText(t(title));
          expect(new URL(tab.url()).pathname).toBe(path);
          await expect(tab.getByRole('main')).toContainText(brand);
          await expect(tab.getByRole('main')).not.toContainText(/\{\w+\}/);
          expect(await tab.evaluate(() => window.opener)).toBeNull();
        }
      });
    });
  });
}
