import { countArticleClick, getArticles } from '@foyer/contract/flows/help-desk';
import { popoverWidth } from '@foyer/contract/limits';
import { expect, languages, test, widths } from '../../fixtures/test.ts';
import { HelpDesk } from '../../pages/help-desk.ts';
import { expectNoAxeViolations } from '../../support/axe.ts';

const columns = `**/api${getArticles.path.replace(':productCode', '*')}?*`;
const hits = new RegExp(`/api${countArticleClick.path.replace(':id', '[^/]+')}$`);

test.use(widths.desktop);

for (const language of languages) {
  test.describe(language, () => {
    test.use({ locale: language });

    test('hovering shows the articles, and one opens in a tab of its own [WG-03] [WG-04] [AC-56]', async ({
      login,
      helpDesk,
      page,
    }) => {
      const requested = page.waitForRequest((request) => request.url().includes('/columns?'));
      await login.open();
      await helpDesk.entry.hover();
      const request = await requested;
      expect(Object.fromEntries(new URL(request.url()).searchParams)).toEqual({
        areaCode: 'login_page',
        pageNo: '1',
        pageSize: '10',
        hasCount: 'false',
      });
      expect(request.headers()['x-tsign-open-language']).toBe(language);
      await expect(helpDesk.articles).toHaveCount(10);
      expect((await helpDesk.popover.boundingBox())!.width).toBe(popoverWidth);
      await expectNoAxeViolations(page);

      const counted = page.waitForRequest(hits);
      const opened = page.waitForEvent('popup');
      await helpDesk.articles.first().click();
      expect((await counted).postDataJSON()).toEqual({ areaCode: 'login_page', productCode: 'yunzhang' });
      const article = await opened;
      await expect(article.getByRole('heading', { level: 2 })).toBeVisible();
      expect(await article.evaluate(() => window.opener)).toBeNull();
    });
  });
}

test('the keyboard opens and moves the help desk with announcements, and Escape closes it [WG-05]', async ({
  login,
  helpDesk,
  page,
  t,
}) => {
  await login.open();
  const before = await helpDesk.box();
  await helpDesk.moveHandle.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(helpDesk.desk.getByRole('status')).toHaveText(new RegExp(t('cs.moved', { x: '\\d+', y: '\\d+' })));
  await expect.poll(async () => (await helpDesk.box()).y).toBe(before.y - 32);
  await page.keyboard.press('Tab');
  await expect(helpDesk.articles.first()).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(helpDesk.articles.first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(helpDesk.popover).toHaveCount(0);

  await page.setViewportSize({ width: 1440, height: 600 });
  const form = (await page.locator('[data-keep-free]').boundingBox())!;
  await expect.poll(async () => (await helpDesk.box()).x).toBeGreaterThanOrEqual(form.x + form.width);
  await helpDesk.moveHandle.press('ArrowLeft');
  await helpDesk.moveHandle.press('ArrowLeft');
  await expect.poll(async () => (await helpDesk.box()).x).toBeLessThan(form.x);
  await helpDesk.expectNotOverForm();
});

test('it can be dragged, closes its articles meanwhile, and keeps its position for the next visit [WG-05]', async ({
  login,
  helpDesk,
}) => {
  await login.open();
  await helpDesk.entry.hover();
  await expect(helpDesk.popover).toBeVisible();
  const before = await helpDesk.box();
  await helpDesk.drag(-900, -500, async () => {
    await expect(helpDesk.popover).toHaveCount(0);
  });
  await expect(helpDesk.popover).toHaveCount(0);
  const after = await helpDesk.box();
  expect([before.x - after.x, before.y - after.y]).toEqual([900, 500]);
  await helpDesk.consult.press('Enter');
  await expect(helpDesk.chat).toBeVisible();
  await login.open();
  await expect.poll(() => helpDesk.box()).toEqual(after);

  await helpDesk.drag(-2000, -2000);
  const [corner, logo] = [
    await helpDesk.box(),
    (await login.page.getByRole('banner').getByRole('link').boundingBox())!,
  ];
  expect(corner.x).toBe(0);
  expect(corner.y).toBeGreaterThanOrEqual(logo.y + logo.height);
});

test('a smaller window moves it along without a script [WG-05]', async ({ login, helpDesk, page }) => {
  await page.addInitScript(() => {
    addEventListener('resize', (event) => event.stopImmediatePropagation(), true);
    window.ResizeObserver = class {
      observe() {}
      unobserve() {}
      disconnect() {}
    };
  });
  await login.open();
  const before = await helpDesk.box();
  const { width, height } = widths.desktop.viewport;
  await page.setViewportSize({ width: width - 240, height: height - 160 });
  await expect.poll(() => helpDesk.box()).toEqual({ ...before, x: before.x - 240, y: before.y - 160 });
  // It stays visible in any window.
  await page.setViewportSize({ width: 200, height: Math.ceil(before.height) + 20 });
  await expect.poll(async () => (await helpDesk.box()).y).toBeCloseTo(0, 0);
});

test('touch moves it, a second finger is ignored, a tap opens it, and a short drag does not [WG-05]', async ({
  browser,
  service,
}) => {
  const context = await browser.newContext({
    baseURL: service.origin,
    locale: 'en-US',
    hasTouch: true,
    ...widths.desktop,
  });
  const page = await context.newPage();
  const helpDesk = new HelpDesk(page, 'en-US');
  await page.goto('/login/web');
  await helpDesk.entry.waitFor();
  const before = await helpDesk.box();
  const finger = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number; id: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  const at = { x: before.x + 30, y: before.y + 50, id: 1 };
  // The second finger touches the help desk too, at its new position.
  const second = { x: at.x, y: at.y - 40, id: 2 };
  await touch('touchStart', [at]);
  await touch('touchMove', [{ ...at, y: at.y - 60 }]);
  await touch('touchStart', [{ ...at, y: at.y - 60 }, second]);
  await touch('touchMove', [
    { ...at, y: at.y - 60 },
    { ...second, y: second.y - 100 },
  ]);
  await expect.poll(async () => (await helpDesk.box()).y).toBe(before.y - 60);
  await touch('touchMove', [
    { ...at, y: at.y - 120 },
    { ...second, y: second.y - 100 },
  ]);
  await touch('touchEnd', []);
  await expect.poll(async () => (await helpDesk.box()).y).toBe(before.y - 120);
  const moved = await helpDesk.box();
  const pressed = page.evaluate(() =>
    new Promise((end) => addEventListener('click', end, { once: true })).then(() => 1),
  );
  const start = { x: moved.x + 30, y: moved.y + 50, id: 1 };
  await touch('touchStart', [start]);
  await touch('touchMove', [{ ...start, y: start.y - 8 }]);
  await touch('touchEnd', []);
  await pressed;
  await expect.poll(async () => (await helpDesk.box()).y).toBe(moved.y - 8);
  await expect(helpDesk.popover).toHaveCount(0);
  await helpDesk.entry.tap();
  await expect(helpDesk.popover).toBeVisible();
  await context.close();
});

test('it never covers the form or leaves the window, at any size [WG-05]', async ({ login, helpDesk, page }) => {
  await page.addInitScript(() => localStorage.setItem('helpDeskPlace', '600 300'));
  for (const [width, height] of [
    [1920, 1080],
    [1440, 900],
    [1280, 720],
    [1180, 800],
    [900, 600],
    [780, 700],
  ] as const) {
    await page.setViewportSize({ width, height });
    await login.open();
    await helpDesk.entry.waitFor();
    await expect(async () => helpDesk.expectNotOverForm(), `${width} × ${height}`).toPass();
    await page.setViewportSize({ width: width - 60, height: height - 60 });
    await expect(async () => helpDesk.expectNotOverForm(), `${width - 60} × ${height - 60}`).toPass();
  }
});

test('it moves below the page while there is no space beside it [WG-05]', async ({ helpDesk, page }) => {
  await page.setViewportSize({ width: 768, height: 600 });
  await page.goto('/help');
  const floats = () => helpDesk.desk.evaluate((part) => getComputedStyle(part).position === 'fixed');
  await helpDesk.entry.waitFor();
  await expect.poll(floats).toBe(false);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(floats).toBe(true);
  await helpDesk.expectNotOverForm();
});

test('an invalid stored position is ignored [AC-51]', async ({ login, helpDesk, page }) => {
  await login.open();
  for (const junk of [
    '__proto__',
    '<img src=x onerror=alert(1)>',
    '-5 -5',
    '{"right":1}',
    '99999 99999',
    'x'.repeat(5000),
  ]) {
    await page.evaluate((value) => localStorage.setItem('helpDeskPlace', value), junk);
    await login.open();
    await helpDesk.entry.waitFor();
    await helpDesk.expectNotOverForm();
  }
});

test('failed requests for articles and clicks show no error [WG-04]', async ({
  login,
  helpDesk,
  page,
  allowErrors,
  t,
}) => {
  allowErrors(/status of 500/, /ERR_FAILED/);
  await page.route(columns, (route) => route.fulfill({ status: 500, body: 'no' }), { times: 1 });
  await page.route(hits, (route) => route.abort());
  await login.open();
  await helpDesk.entry.click();
  await expect(helpDesk.popover).toContainText(t('cs.articles.empty'));
  await page.mouse.click(5, 400);
  await expect(helpDesk.popover).toHaveCount(0);
  await helpDesk.entry.click();
  const opened = page.waitForEvent('popup');
  await helpDesk.articles.first().click();
  await (await opened).close();
  await expect(login.errors).toHaveCount(0);
});

test('an article with an unsafe URL is no link [AC-03]', async ({ login, helpDesk, page }) => {
  const bad = ['javascript:window.pwn=1', 'data:text/html,<script>1</script>', '//evil.test', 'http://evil.test/'];
  const data = bad.map((linkUrl, i) => ({ id: `${i}`, title: `<b>${i}</b>`, summary: '', linkUrl }));
  await page.route(columns, (route) => route.fulfill({ json: { code: 0, message: '', data: { data } } }));
  await login.open();
  await helpDesk.entry.click();
  await expect(helpDesk.popover.getByRole('listitem')).toHaveText(bad.map((_, i) => `<b>${i}</b>`));
  await expect(helpDesk.articles).toHaveCount(0);
});

test('a change of language changes the articles [SH-08]', async ({ login, helpDesk }) => {
  await login.open();
  await helpDesk.entry.click();
  await expect(helpDesk.articles.first()).toHaveText(/code/);
  await login.languageSelect.selectOption('zh-CN');
  const chinese = new HelpDesk(login.page, 'zh-CN');
  await expect(chinese.articles.first()).toHaveText(/验证码/);
});

test.describe('on a phone', () => {
  test.use(widths.phone);

  test('no help desk, banner or article is loaded [MD-01] [WG-05] [WG-08]', async ({ login, helpDesk, page }) => {
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    await login.open();
    await page.waitForLoadState('networkidle');
    await expect(helpDesk.desk).toHaveCount(0);
    expect(urls.filter((url) => /help-desk|columns|banners/.test(url))).toEqual([]);
  });
});
