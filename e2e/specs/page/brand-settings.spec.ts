import type { Locator, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getBanners } from '@foyer/contract/flows/banner';
import { expect, test } from '../../fixtures/test.ts';
import { qingheBrand } from '../../support/qinghe-brand.ts';

// Run in one worker: each worker would start a service with these settings.
test.describe.configure({ mode: 'default' });
test.use({
  settings: {
    ...qingheBrand,
    ICP_FILING: '浙ICP备12345678号',
    PSB_FILING: '浙公网安备 33010002000000号',
  },
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });
  const brand = qingheBrand.BRAND_ZH;

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
      await expect(logo).toHaveAttribute('href', qingheBrand.OFFICIAL_SITE);
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
      await expect(footer).toContainText(`${new Date(await service.now()).getFullYear()}`);
      await expect(footer).toContainText('浙ICP备12345678号');
      await expect(footer).toContainText('浙公网安备 33010002000000号');
    });

    await test.step('the agreements open in tabs of their own and name the brand', async () => {
      await expect(page.getByText(t.prefix('login.agree.text'))).toBeVisible();
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

const banners = `**/api${getBanners.path.replace(':productCode', '*').replace(':areaCode', '*')}`;
const accent = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'));
const pictureOf = (name: string) => readFile(join(qingheBrand.BRAND_ASSETS, name), 'utf8');

test('pictures and colours of a second brand are on the page, in the mail and in the sandbox [SH-01] [D-24]', async ({
  login,
  code,
  page,
  outbox,
  t,
  allowErrors,
}) => {
  allowErrors(/ERR_FAILED/);
  await page.route(banners, (route) => route.fulfill({ json: { code: 0, message: '', data: { bannerList: [] } } }));
  await page.emulateMedia({ colorScheme: 'light' });
  await login.open();
  const logo = page.getByRole('banner').locator('img:visible');
  const colourOf = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).backgroundColor);
  const contentOf = async (url: string | null) => (await page.request.get(url!)).text();

  await test.step('the logo is a picture that is named like the product', async () => {
    await expect(logo).toHaveAttribute('alt', 'Qinghe');
    expect(await contentOf(await logo.getAttribute('src'))).toBe(await pictureOf('logo.svg'));
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(124);
    await expect(page.getByRole('banner').getByRole('link')).toHaveText('');
  });

  await test.step('the browser tab has the icon of the brand', async () => {
    const icon = await page.locator('link[rel=icon]').getAttribute('href');
    expect(await contentOf(icon)).toBe(await pictureOf('favicon.svg'));
  });

  await test.step('the hero replaces the built-in picture', async () => {
    const hero = page.locator('main section img:visible');
    expect(await contentOf(await hero.getAttribute('src'))).toBe(await pictureOf('hero.svg'));
  });

  await test.step('the button has the accent, and in the dark theme that of the dark theme', async () => {
    await login.account.fill('alice@example.com');
    await login.password.fill('Foyer-2026');
    await expect.poll(() => colourOf(login.submit)).toBe('rgb(11, 110, 95)');
    await page.getByRole('button', { name: t('header.theme') }).click();
    await expect.poll(() => colourOf(login.submit)).toBe('rgb(15, 127, 110)');
    expect(await contentOf(await logo.getAttribute('src'))).toBe(await pictureOf('logo-dark.svg'));
  });

  await test.step('the first paint has the dark accent of the system', async () => {
    await page.evaluate(() => localStorage.clear());
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.reload();
    expect(await accent(page)).toBe('#0f7f6e');
    await page.unroute('**/assets/*.js');
  });

  await test.step('a mail names the brand and has its colour', async () => {
    await login.open('?preLoginWay=authCode');
    await login.account.fill('alice@example.com');
    await code.send();
    await outbox.code('alice@example.com');
    const [mail] = await outbox.messages('alice@example.com');
    expect(mail!.subject).toContain('Qinghe');
    expect(mail!.html).toContain('bgcolor="#0b6e5f"');
  });

  await test.step('the sandbox has the accent', async () => {
    await page.goto('/sandbox/phone');
    expect(await accent(page)).toBe('#0f7f6e');
  });
});
