import { countArticleClick, getArticles } from '@foyer/contract/flows/help-desk';
import { helpDesk as helpDeskLimits, popoverWidth } from '@foyer/contract/layout-sizes';
import { sandbox } from '@foyer/contract/texts/en-US/sandbox';
import { expect, languages, test, widths } from '../../fixtures/test.ts';
import { HelpDesk } from '../../pages/help-desk.ts';

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

test('the keyboard moves the tab with announcements, opens the articles, and Escape closes them [WG-05]', async ({
  login,
  helpDesk,
  page,
  t,
}) => {
  await login.open();
  const before = await helpDesk.box();
  await helpDesk.entry.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(helpDesk.desk.getByRole('status')).toHaveText(t('cs.moved', { y: '136' }));
  await expect.poll(() => helpDesk.box()).toEqual({ ...before, y: before.y - 32 });
  await expect(helpDesk.popover).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(helpDesk.articles.first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(helpDesk.articles.first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(helpDesk.popover).toHaveCount(0);
  await expect(helpDesk.entry).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(helpDesk.popover).toBeVisible();
  await login.account.focus();
  await expect(helpDesk.popover).toHaveCount(0);
});

test('it is dragged along the edge, hides its articles meanwhile, and keeps its position for the next visit [WG-05]', async ({
  login,
  helpDesk,
  page,
}) => {
  await login.open();
  await helpDesk.entry.hover();
  await expect(helpDesk.popover).toBeVisible();
  const before = await helpDesk.box();
  await helpDesk.drag(-900, -300, async () => {
    await expect(helpDesk.popover).toHaveCount(0);
  });
  await expect(helpDesk.popover).toHaveCount(0);
  const after = { ...before, y: before.y - 300 };
  await expect.poll(() => helpDesk.box()).toEqual(after);
  await login.open();
  await expect.poll(() => helpDesk.box()).toEqual(after);

  await helpDesk.drag(0, -2000);
  const header = (await page.getByRole('banner').boundingBox())!;
  await expect.poll(async () => (await helpDesk.box()).y).toBeLessThan(after.y);
  await expect.poll(async () => (await helpDesk.box()).y).toBeGreaterThanOrEqual(header.y + header.height);
  await helpDesk.entry.click();
  await helpDesk.expectBesideCard(helpDesk.popover);

  await test.step('a smaller window keeps it inside', async () => {
    await page.setViewportSize({ width: 1200, height: 500 });
    await expect.poll(async () => (await helpDesk.box()).y).toBeGreaterThanOrEqual(52);
    expect((await helpDesk.box()).x).toBe(1200 - before.width);
  });
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
  const at = { x: before.x + 20, y: before.y + 20, id: 1 };
  // The second finger touches the help desk too, at its new position.
  const second = { x: at.x + 10, y: at.y - 50, id: 2 };
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
  const start = { x: moved.x + 20, y: moved.y + 20, id: 1 };
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

for (const path of ['/login/web', '/regist', '/help'])
  test(`${path} makes room for the panel, and for the chat in its place [WG-05]`, async ({ helpDesk, page, t }) => {
    for (const [width, height] of [
      [1920, 1080],
      [1440, 900],
      [1366, 768],
      [1280, 657],
      [1200, 800],
      [1100, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(path);
      await helpDesk.expectBesideCard(helpDesk.entry);
      await helpDesk.entry.click();
      await expect(helpDesk.articles.first()).toBeVisible();
      await helpDesk.expectBesideCard(helpDesk.popover);
    }
    await helpDesk.consult.click();
    await expect(helpDesk.chat).toBeVisible();
    await helpDesk.expectBesideCard(helpDesk.chat);
    await helpDesk.chat.getByRole('button', { name: t('common.close') }).click();
    await expect(helpDesk.chat).toHaveCount(0);
  });

test('without room beside the form, a press opens a modal sheet and a press on the scrim closes it [WG-05]', async ({
  login,
  helpDesk,
  page,
  t,
}) => {
  await page.setViewportSize({ width: 1071, height: 800 });
  await login.open();
  await page.getByRole('button', { name: sandbox.open }).waitFor();
  await page.clock.install();
  await helpDesk.entry.hover();
  await page.clock.runFor(helpDeskLimits.hoverDelay * 2);
  await expect(helpDesk.popover).toHaveCount(0);
  await helpDesk.entry.click();
  await expect(helpDesk.articles.first()).toBeVisible();
  await expect(helpDesk.popover).toHaveJSProperty('offsetWidth', 1071);
  await login.account.focus();
  await expect(login.account, 'the form behind it is inert').not.toBeFocused();
  const sandboxTab = helpDesk.popover.getByRole('button', { name: sandbox.open });
  await expect(sandboxTab, 'the tab of the sandbox stays behind it').toHaveCount(0);
  await page.mouse.click(500, 20);
  await expect(helpDesk.popover).toHaveCount(0);
  await helpDesk.openChat();
  await expect(helpDesk.chat.getByRole('heading')).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 800 });
  await helpDesk.expectBesideCard(helpDesk.chat);
  await helpDesk.chat.getByRole('button', { name: t('common.close') }).click();
  await expect(helpDesk.entry).toBeFocused();
});

test('in a window as narrow as the form, the tab stands below the page [WG-05]', async ({ login, helpDesk, page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await login.open();
  await helpDesk.entry.waitFor();
  const [tab, footer] = [await helpDesk.box(), (await page.getByRole('contentinfo').boundingBox())!];
  expect(tab.y).toBeGreaterThanOrEqual(footer.y + footer.height);
  await helpDesk.entry.click();
  await expect(helpDesk.articles.first()).toBeVisible();
});

test('an invalid stored position is ignored [AC-51]', async ({ login, helpDesk, page }) => {
  await login.open();
  for (const junk of [
    '__proto__',
    '<img src=x onerror=alert(1)>',
    '-5 -5',
    '{"right":1}',
    '99999',
    '12 34',
    'x'.repeat(5000),
  ]) {
    await page.evaluate((value) => localStorage.setItem('helpDeskPlace', value), junk);
    await login.open();
    await helpDesk.expectBesideCard(helpDesk.entry);
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
  await expect(helpDesk.articles.first()).toHaveText(/Code/);
  await login.languageSelect.selectOption('zh-CN');
  const chinese = new HelpDesk(login.page, 'zh-CN');
  await expect(chinese.articles.first()).toHaveText(/验证码/);
});

test.describe('on a phone', () => {
  test.use(widths.phone);

  test('no help desk, banner or article is loaded [MD-01] [WG-05] [WG-08]', async ({ login, helpDesk, page }) => {
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    // Requested when the page is idle, as the help desk of a PC is.
    const idle = page.waitForRequest('**/offline');
    await login.open();
    await idle;
    await expect(helpDesk.desk).toHaveCount(0);
    expect(urls.filter((url) => /content-|columns|banners/.test(url))).toEqual([]);
  });
});
