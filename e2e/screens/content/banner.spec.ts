import { getBanners } from '@foyer/contract/flows/banner';
import { banner } from '@foyer/contract/limits';
import type { Page } from '@playwright/test';
import { expect, test, widths } from '../../fixtures/screen.ts';
import { setVisibility } from '../../support/page/page-clock.ts';

test.use(widths.desktop);

const picUrl = '/favicon.svg';
const two = [
  { picUrl, alt: 'Sign anywhere' },
  { picUrl, alt: 'Stay safe' },
];
const pictureOf = (page: Page, name: string) => page.getByRole('main').getByRole('img', { name });
/** The built-in picture is a drawing, the only one of this size. */
const builtIn = (page: Page) => page.locator('svg[viewBox="0 0 504 300"]');

test('the banners rotate, can be paused and be chosen [WG-01]', async ({ login, page, site, clock, t }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  site.answer(getBanners, { is: 'done', data: { bannerList: two } });
  await login.open();
  const expectShown = async (shown: 0 | 1, after: number) => {
    await clock.run(after);
    await expect(pictureOf(page, two[shown]!.alt)).toBeVisible();
    await expect(pictureOf(page, two[1 - shown]!.alt)).not.toBeVisible();
  };
  await expectShown(0, 0);
  await expect(builtIn(page)).toHaveCount(0);

  await test.step('each is shown for the same time, and the last is followed by the first', async () => {
    await expectShown(0, banner.slideInterval - 1);
    await expectShown(1, 1);
    await expectShown(0, banner.slideInterval);
  });
  await test.step('a button pauses them', async () => {
    await page.getByRole('button', { name: t('banner.pause') }).click();
    await page.mouse.move(5, 5);
    await login.account.focus();
    await expectShown(0, banner.slideInterval * 3);
    await page.getByRole('button', { name: t('banner.play') }).click();
    await page.mouse.move(5, 5);
    await login.account.focus();
    await expectShown(1, banner.slideInterval);
    await page.getByRole('button', { name: t('banner.picture', { n: 1, of: 2 }) }).click();
    await expectShown(0, 0);
  });
  await test.step('they do not rotate while they are pointed at, focused or hidden', async () => {
    await pictureOf(page, two[0]!.alt).hover();
    await expectShown(0, banner.slideInterval * 2);
    await page.mouse.move(5, 5);
    await page.getByRole('button', { name: t('banner.pause') }).focus();
    await expectShown(0, banner.slideInterval * 2);
    await login.account.focus();
    await setVisibility(page, 'hidden');
    await expectShown(0, banner.slideInterval * 2);
    await setVisibility(page, 'visible');
    await expectShown(1, banner.slideInterval);
  });
  await test.step('they do not rotate with reduced motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expectShown(1, banner.slideInterval * 2);
  });
  await test.step('a change of language requests others [SH-08]', async () => {
    site.answer(getBanners, { is: 'done', data: { bannerList: [{ picUrl, alt: '在线签署合同' }] } });
    await login.languageSelect.selectOption('zh-CN');
    await expect(pictureOf(page, '在线签署合同')).toBeVisible();
    expect(site.callsOf(getBanners).map(({ path }) => path.split('/').slice(-3, -1).join('/'))).toEqual([
      'pc/login_page_english',
      'pc/login_page_chinese',
    ]);
  });
});

for (const [name, bannerList, shown] of [
  ['a broken picture', [{ picUrl: '/media/none.png', alt: 'News' }], 'built in'],
  [
    'a list without a picture that may be shown',
    ['https://evil.test/a.png', 'javascript:1', ''].map((url) => ({ picUrl: url, alt: 'News' })),
    'built in',
  ],
  ['a banner that loads late', [{ picUrl, alt: 'News' }], 'News'],
] as const) {
  test(`${name} shifts no layout [WG-02]`, async ({ login, helpDesk, page, site }) => {
    const answer = site.hold(getBanners);
    await login.open();
    await helpDesk.entry.waitFor();
    answer({ is: 'done', data: { bannerList: [...bannerList] } });
    await expect(shown === 'built in' ? builtIn(page) : pictureOf(page, shown)).toBeVisible();
    expect(await layoutShift(page)).toBe(0);
  });
}

test('only a valid https URL becomes a link, and only a configured host has pictures [WG-01] [AC-03]', async ({
  login,
  page,
  site,
}) => {
  const links = [
    'javascript:window.pwn=1',
    'data:text/html,x',
    '//evil.test',
    'not a link',
    'https://www.example.com/news',
  ];
  const requested: string[] = [];
  await page.route(/^https:\/\/(cdn|other)\.example\.com\//, (route) => {
    requested.push(route.request().url());
    return route.fulfill({ path: 'e2e/gallery/served/banner-1.svg' });
  });
  site.show({ config: { bannerOrigins: ['https://cdn.example.com'] } });
  site.answer(getBanners, {
    is: 'done',
    data: {
      bannerList: [
        { picUrl: 'https://other.example.com/b.svg', alt: 'Elsewhere' },
        ...links.map((linkUrl, index) => ({ picUrl: 'https://cdn.example.com/a.svg', linkUrl, alt: `News ${index}` })),
      ],
    },
  });
  await login.open();
  await expect(pictureOf(page, 'News 0')).toBeVisible();
  const pictures = page.getByRole('main').locator('img[alt^=News]');
  await expect(pictures).toHaveCount(links.length);
  const anchors = page.getByRole('main').locator('a:has(img)');
  await expect(anchors).toHaveCount(1);
  await expect(anchors).toHaveAttribute('href', 'https://www.example.com/news');
  await expect(anchors).toHaveAttribute('rel', 'noopener');
  expect(requested).not.toContain('https://other.example.com/b.svg');
  expect(await page.evaluate(() => Reflect.get(window, 'pwn'))).toBeUndefined();
});

/** The sum of the layout shifts of the open page so far. */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          const shifts = list.getEntriesByType('layout-shift');
          resolve(shifts.reduce((sum, shift) => sum + Number(Reflect.get(shift, 'value')), 0));
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        // There may be no shift to report; a first paint is reported together with them.
        observer.observe({ type: 'paint', buffered: true });
      }),
  );
