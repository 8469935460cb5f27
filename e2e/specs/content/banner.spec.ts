import { getBanners } from '@foyer/contract/flows/banner';
import { banner } from '@foyer/contract/limits';
import type { Page } from '@playwright/test';
import { expect, languages, test, widths } from '../../fixtures/test.ts';
import { countShifts } from '../../support/layout-shifts.ts';
import { openStopped, stopClock } from '../../support/page-clock.ts';

test.use({ ...widths.desktop, reducedMotion: 'no-preference' });

/** The alt texts of the two banners that the sandbox has. */
const altTexts = {
  'zh-CN': { sign: '在线签署合同，随时随地，一样有效', safe: '开启登录保护，账号更安全' },
  'en-US': {
    sign: 'Sign contracts online, anywhere, with full legal force',
    safe: 'Two-step verification keeps your account yours',
  },
};

const list = `**/api${getBanners.path.replace(':productCode', '*').replace(':areaCode', '*')}`;
const pictureOf = (page: Page, name: string) => page.getByRole('main').getByRole('img', { name });
/** The built-in picture is a drawing, the only one of this size. */
const builtIn = (page: Page) => page.locator('svg[viewBox="0 0 504 300"]');

for (const language of languages) {
  const alts = altTexts[language];
  test.describe(language, () => {
    test.use({ locale: language });

    test('banners come from the service, rotate and can be paused [WG-01]', async ({ login, page, t }) => {
      const requested = await openStopped(page, list, () => login.open());
      const area = language === 'zh-CN' ? 'login_page_chinese' : 'login_page_english';
      expect(new URL(requested.url()).pathname).toContain(`/banners/pc/${area}/list`);
      await expect(pictureOf(page, alts.sign)).toBeVisible();
      await expect(builtIn(page)).toHaveCount(0);
      await page.clock.runFor(banner.slideInterval);
      await expect(pictureOf(page, alts.safe)).toBeVisible();
      await expect(pictureOf(page, alts.sign)).not.toBeVisible();
      await page.clock.runFor(banner.slideInterval);
      await expect(pictureOf(page, alts.sign)).toBeVisible();

      await page.getByRole('button', { name: t('banner.pause') }).click();
      await page.mouse.move(5, 5);
      await login.account.focus();
      await page.clock.runFor(banner.slideInterval * 3);
      await expect(pictureOf(page, alts.sign)).toBeVisible();
      await page.getByRole('button', { name: t('banner.play') }).click();
      await page.mouse.move(5, 5);
      await login.account.focus();
      await page.clock.runFor(banner.slideInterval);
      await expect(pictureOf(page, alts.safe)).toBeVisible();
      await page.getByRole('button', { name: t('banner.picture', { n: 1, of: 2 }) }).click();
      await expect(pictureOf(page, alts.sign)).toBeVisible();
    });
  });
}

test('the banner does not rotate while it is pointed at, focused or hidden [WG-01]', async ({ login, page, t }) => {
  await openStopped(page, list, () => login.open());
  await expect(pictureOf(page, altTexts['en-US'].sign)).toBeVisible();
  const expectStill = async () => {
    await page.clock.runFor(banner.slideInterval * 2);
    await expect(pictureOf(page, altTexts['en-US'].sign)).toBeVisible();
  };
  await pictureOf(page, altTexts['en-US'].sign).hover();
  await expectStill();
  await page.mouse.move(5, 5);
  await page.getByRole('button', { name: t('banner.pause') }).focus();
  await expectStill();
  await login.account.focus();
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expectStill();
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'visibilityState');
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.clock.runFor(banner.slideInterval);
  await expect(pictureOf(page, altTexts['en-US'].safe)).toBeVisible();
});

test.describe('with reduced motion', () => {
  test.use({ reducedMotion: 'reduce' });

  test('the banner does not rotate [WG-01]', async ({ login, page }) => {
    await page.clock.install();
    await login.open();
    await expect(pictureOf(page, altTexts['en-US'].sign)).toBeVisible();
    await stopClock(page);
    await page.clock.runFor(banner.slideInterval * 3);
    await expect(pictureOf(page, altTexts['en-US'].sign)).toBeVisible();
  });
});

test('a change of language changes the banners [SH-08]', async ({ login, page }) => {
  await login.open();
  await expect(pictureOf(page, altTexts['en-US'].sign)).toBeVisible();
  await login.languageSelect.selectOption('zh-CN');
  await expect(pictureOf(page, altTexts['zh-CN'].sign)).toBeVisible();
});

const picture = '/favicon.svg';
const lists: Record<string, object[]> = {
  'no banner': [],
  'a broken picture': [{ picUrl: '/media/none.png' }],
  'pictures of another origin': [{ picUrl: 'https://evil.test/a.png' }, { picUrl: 'javascript:1' }, { picUrl: '' }],
};
for (const [name, bannerList] of Object.entries(lists)) {
  test(`${name}: the built-in picture is shown, without a layout shift [WG-02]`, async ({
    login,
    page,
    allowErrors,
  }) => {
    allowErrors(/status of 404/);
    const shifted = await countShifts(page);
    const responded = page.waitForResponse(list);
    await page.route(list, (route) => route.fulfill({ json: { code: 0, message: '', data: { bannerList } } }));
    await login.open();
    await responded;
    await page.waitForLoadState('networkidle');
    await expect(builtIn(page)).toBeVisible();
    expect(await shifted()).toBe(0);
  });
}

test('banners that load late shift no layout [WG-02]', async ({ login, page }) => {
  const shifted = await countShifts(page);
  await login.open();
  await expect(pictureOf(page, altTexts['en-US'].sign)).toBeVisible();
  await page.getByRole('button', { name: 'Online support' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await shifted()).toBe(0);
});

test('only a valid https URL becomes a link [WG-01] [AC-03]', async ({ login, page }) => {
  for (const [linkUrl, href] of [
    ['javascript:window.pwn=1', null],
    ['data:text/html,x', null],
    ['//evil.test', null],
    ['not a link', null],
    ['https://www.example.com/news', 'https://www.example.com/news'],
  ] as const) {
    const bannerList = [{ picUrl: picture, linkUrl, alt: 'News' }];
    await page.unroute(list);
    await page.route(list, (route) => route.fulfill({ json: { code: 0, message: '', data: { bannerList } } }));
    await login.open();
    await expect(pictureOf(page, 'News')).toBeVisible();
    const link = page.getByRole('main').getByRole('link', { name: 'News' });
    if (href === null) await expect(link).toHaveCount(0);
    else {
      await expect(link).toHaveAttribute('href', href);
      await expect(link).toHaveAttribute('rel', 'noopener');
    }
  }
  expect(await page.evaluate(() => Reflect.get(window, 'pwn'))).toBeUndefined();
});
