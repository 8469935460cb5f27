import { getBanners } from '@foyer/contract/flows/banner';
import { countArticleClick, getArticles } from '@foyer/contract/flows/help-desk';
import { helpDesk as sizes, popoverWidth } from '@foyer/contract/layout-sizes';
import { expect, test, widths } from '../../fixtures/screen.ts';
import { HelpDesk } from '../../pages/help-desk.ts';

test.use(widths.desktop);

test('hovering shows the articles, and one opens in a tab of its own [WG-03] [WG-04] [AC-56]', async ({
  login,
  helpDesk,
  page,
  site,
  t,
}) => {
  site.answer(countArticleClick, 'lost');
  await login.open();
  await helpDesk.entry.hover();
  await expect(helpDesk.articles).toHaveCount(6);
  const query = { areaCode: 'login_page', pageNo: '1', pageSize: '10', hasCount: 'false' };
  const [request] = site.callsOf(getArticles);
  expect(request).toMatchObject({ query, headers: { 'x-tsign-open-language': 'en-US' } });
  expect((await helpDesk.popover.boundingBox())!.width).toBe(popoverWidth);

  await test.step('the click is counted, and a failed count shows no error', async () => {
    const opened = page.waitForEvent('popup');
    await helpDesk.articles.first().click();
    const article = await opened;
    await expect(article.getByRole('heading', { level: 1 })).not.toHaveText(t('page.help'));
    expect(await article.evaluate(() => window.opener)).toBeNull();
    await article.close();
    expect(site.bodiesOf(countArticleClick)).toEqual([{ areaCode: 'login_page', productCode: 'yunzhang' }]);
    await expect(login.errors).toHaveCount(0);
  });
  await test.step('a change of language changes the articles [SH-08]', async () => {
    await helpDesk.entry.click();
    await expect(helpDesk.articles.first()).toHaveText(/Code/);
    await login.languageSelect.selectOption('zh-CN');
    await expect(new HelpDesk(page, 'zh-CN').articles.first()).toHaveText(/验证码/);
    await login.languageSelect.selectOption('en-US');
    // The page keeps the language when it has changed.
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
  });
  await test.step('articles that fail to load leave the list empty', async () => {
    site.answer(getArticles, { status: 500, text: 'no' });
    await login.open();
    await helpDesk.entry.click();
    await expect(helpDesk.popover).toContainText(t('cs.articles.empty'));
    await page.mouse.click(5, 400);
    await expect(helpDesk.popover).toHaveCount(0);
  });
  await test.step('an article with an unsafe URL is no link [AC-03]', async () => {
    const bad = ['javascript:window.pwn=1', 'data:text/html,<script>1</script>', '//evil.test', 'http://evil.test/'];
    const data = bad.map((linkUrl, i) => ({ id: `${i}`, title: `<b>${i}</b>`, summary: '', linkUrl }));
    site.answer(getArticles, { is: 'done', data: { data } });
    await helpDesk.entry.click();
    await expect(helpDesk.popover.getByRole('listitem')).toHaveText(bad.map((_, i) => `<b>${i}</b>`));
    await expect(helpDesk.articles).toHaveCount(0);
  });
});

test('for the pointer it opens in its final size and moves nothing; a press makes room [WG-05]', async ({
  login,
  helpDesk,
  site,
}) => {
  await login.open();
  const card = await helpDesk.card.boundingBox();
  const answer = site.hold(getArticles);
  await helpDesk.entry.hover();
  await site.waitForCalls(getArticles, 1);
  await expect(helpDesk.popover, 'not before its articles are known').toHaveCount(0);
  const data = Array.from({ length: 6 }, (_, n) => ({
    id: `${n}`,
    title: `Article ${n}`,
    summary: '',
    linkUrl: '/help',
  }));
  answer({ is: 'done', data: { data } });
  await expect(helpDesk.articles).toHaveCount(6);
  expect(await helpDesk.card.boundingBox()).toEqual(card);
  await helpDesk.entry.click();
  await helpDesk.expectBesideCard(helpDesk.popover);
});

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
  await test.step('a stored position outside the window is ignored [AC-51]', async () => {
    await page.setViewportSize(widths.desktop.viewport);
    await page.evaluate(() => localStorage.setItem('helpDeskPlace', '99999'));
    await login.open();
    await helpDesk.expectBesideCard(helpDesk.entry);
  });
});

test.describe('by touch', () => {
  test.use({ hasTouch: true });

  test('a finger moves it, a second one is ignored, a tap opens it, and a short drag does not [WG-05]', async ({
    login,
    helpDesk,
    context,
    page,
  }) => {
    await login.open();
    const before = await helpDesk.box();
    const finger = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number; id: number }[]) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    const at = { x: before.x + 20, y: before.y + 20, id: 1 };
    // The second finger touches the help desk too, at its new position.
    const second = { x: at.x + 10, y: at.y - 50, id: 2 };
    const movedSecond = { ...second, y: second.y - 100 };
    await touch('touchStart', [at]);
    await touch('touchMove', [{ ...at, y: at.y - 60 }]);
    await touch('touchStart', [{ ...at, y: at.y - 60 }, second]);
    await touch('touchMove', [{ ...at, y: at.y - 60 }, movedSecond]);
    await expect.poll(async () => (await helpDesk.box()).y).toBe(before.y - 60);
    await touch('touchMove', [{ ...at, y: at.y - 120 }, movedSecond]);
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
    await finger.detach();
  });
});

test('every page makes room for the panel, and for the chat in its place [WG-05]', async ({ helpDesk, page, t }) => {
  const lowest = { width: 1280, height: 657 };
  const narrowest = { width: 1100, height: 800 };
  for (const [path, sizesOfWindow] of [
    ['/login/web', [{ width: 1920, height: 1080 }, { width: 1366, height: 768 }, lowest, narrowest]],
    ['/regist', [lowest, narrowest]],
    ['/help', [lowest, narrowest]],
  ] as const) {
    await page.goto(path);
    await helpDesk.entry.click();
    await expect(helpDesk.articles.first()).toBeVisible();
    for (const size of sizesOfWindow) {
      await page.setViewportSize(size);
      for (const part of [helpDesk.entry, helpDesk.popover]) await helpDesk.expectBesideCard(part);
    }
    await helpDesk.consult.click();
    await expect(helpDesk.chat).toBeVisible();
    await helpDesk.expectBesideCard(helpDesk.chat);
    await helpDesk.chat.getByRole('button', { name: t('common.close') }).click();
    await expect(helpDesk.chat).toHaveCount(0);
  }
});

test('without room beside the form, a press opens a modal sheet and a press on the scrim closes it [WG-05]', async ({
  login,
  helpDesk,
  page,
  t,
}) => {
  await page.setViewportSize({ width: 1071, height: 800 });
  await login.open();
  await helpDesk.entry.hover();
  // A timer of the same length that starts later ends later.
  await page.evaluate((delay) => new Promise((end) => setTimeout(end, delay)), sizes.hoverDelay);
  await expect(helpDesk.popover).toHaveCount(0);
  await helpDesk.entry.click();
  await expect(helpDesk.articles.first()).toBeVisible();
  await expect(helpDesk.popover).toHaveJSProperty('offsetWidth', 1071);
  await login.account.focus();
  await expect(login.account, 'the form behind it is inert').not.toBeFocused();
  await page.mouse.click(500, 20);
  await expect(helpDesk.popover).toHaveCount(0);
  await helpDesk.openChat();
  await expect(helpDesk.chat.getByRole('heading')).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 800 });
  await helpDesk.expectBesideCard(helpDesk.chat);
  await helpDesk.chat.getByRole('button', { name: t('common.close') }).click();
  await expect(helpDesk.entry).toBeFocused();

  await test.step('in a window as narrow as the form, the tab stands below the page', async () => {
    await page.setViewportSize({ width: 390, height: 700 });
    const bottomOfPage = async () => {
      const footer = (await page.getByRole('contentinfo').boundingBox())!;
      return footer.y + footer.height;
    };
    await expect.poll(async () => (await helpDesk.box()).y - (await bottomOfPage())).toBeGreaterThanOrEqual(0);
    await helpDesk.entry.click();
    await expect(helpDesk.articles.first()).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use(widths.phone);

  test('no help desk, banner or article is loaded [MD-01] [WG-05] [WG-08]', async ({ login, helpDesk, page, site }) => {
    const chunks: string[] = [];
    page.on('request', (request) => request.url().includes('/content-') && chunks.push(request.url()));
    await login.open();
    // Requested when the page is idle, as the help desk of a PC is, unless an earlier visit has cached it.
    await page.evaluate(() => caches.delete('offline'));
    const idle = page.waitForRequest('**/offline');
    await login.open();
    await idle;
    await expect(helpDesk.desk).toHaveCount(0);
    expect([...chunks, ...site.callsOf(getArticles), ...site.callsOf(getBanners)]).toEqual([]);
  });
});
