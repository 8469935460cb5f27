import { qr } from '@foyer/contract/limits';
import { minutes, seconds } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/test.ts';
import { pending } from '../../pages/qr-code.ts';
import { waitForRequestEvents, holdRequests } from '../../support/calls.ts';
import { stopClock } from '../../support/page-clock.ts';

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('the status shows loading, ready, scanned, expired and failed [QR-05] [QR-06]', async ({
    login,
    qrCode,
    page,
    t,
  }) => {
    await test.step('loading and ready', async () => {
      const release = await holdRequests(page, '/login/oauth/request/**');
      await qrCode.fulfillPolls(pending);
      await login.open();
      await expect(qrCode.status).toHaveText(t('qr.loading'));
      release();
      await qrCode.waitUntilShown();
    });
    await test.step('scanned', async () => {
      await qrCode.fulfillPolls({ code: 400, data: { scanned: true } });
      await qrCode.runUntilPolled();
      await expect(qrCode.status).toHaveText(t('qr.scanned'));
    });
    await test.step('expired', async () => {
      await page.clock.fastForward(qr.expiresAfter);
      await expect(qrCode.status).toHaveText(t('qr.expired'));
    });
    await test.step('failed', async () => {
      await qrCode.fulfillPolls(pending);
      await qrCode.refresh.click();
      await qrCode.waitUntilShown();
      await qrCode.fulfillPolls({ code: 10000005, message: null });
      await qrCode.runUntilPolled();
      await expect(qrCode.status).toHaveText(t('common.unknownError'));
    });
  });
});

test.describe('with motion', () => {
  test.use({ reducedMotion: 'no-preference' });

  test('the time that is left is drawn once a second, not in every frame [QR-06]', async ({ login, qrCode, page }) => {
    await qrCode.fulfillPolls(pending);
    await login.open();
    await qrCode.waitUntilShown();
    await stopClock(page);
    const left = qrCode.block.locator('path[stroke-dashoffset]');
    const before = await left.getAttribute('stroke-dashoffset');
    await page.clock.runFor(seconds(2));
    await expect(left).not.toHaveAttribute('stroke-dashoffset', before!);
    expect(await left.evaluate((path) => path.getAnimations().length)).toBe(0);
  });
});

test('the QR code is drawn by the page itself, 168 by 168 pixels, without a request to another origin [QR-01]', async ({
  login,
  qrCode,
  page,
}) => {
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  await login.open();
  await qrCode.waitUntilShown();
  expect(await qrCode.picture('wechat').boundingBox()).toMatchObject({ width: 168, height: 168 });
  expect(origins.size).toBe(1);
});

test('arrow keys change the app, and the last one is selected and marked next time [QR-01] [QR-02]', async ({
  login,
  qrCode,
  page,
  t,
}) => {
  await login.open();
  await qrCode.waitUntilShown();
  await test.step('arrow keys and End change the app, Tab leaves the list', async () => {
    await qrCode.tabs.wechat.focus();
    await page.keyboard.press('ArrowRight');
    await expect(qrCode.tabs.dingtalk).toBeFocused();
    await qrCode.waitUntilShown('dingtalk');
    await page.keyboard.press('End');
    await expect(qrCode.tabs.alipay).toBeFocused();
    await qrCode.waitUntilShown('alipay');
    await expect(qrCode.block).toContainText(t('qr.hint.alipay'));
    await page.keyboard.press('Shift+Tab');
    await expect(qrCode.refresh).toBeFocused();
  });
  await test.step('the last app is selected and marked next time', async () => {
    await login.open();
    await qrCode.waitUntilShown('alipay');
    await expect(qrCode.tabs.alipay).toHaveAttribute('aria-selected', 'true');
    await expect(qrCode.tabs.alipay).toContainText(t('qr.lastUsed'));
  });
});

test('invalid stored values are ignored [QR-02] [AC-51]', async ({ login, qrCode, page }) => {
  const junk = ['__proto__', 'constructor', 'toString', '<img src=x onerror=alert(1)>', '{"a":1}', '7', 'WECHAT', ''];
  await login.open();
  for (const value of [...junk, 'x'.repeat(1_000_000)]) {
    await page.evaluate((item) => localStorage.setItem('preQrLoginWay', item), value);
    await login.open();
    await expect(qrCode.tabs.wechat).toHaveAttribute('aria-selected', 'true');
    await expect(qrCode.picture('wechat')).toBeVisible();
  }
});

test('a QR code expires after 298 seconds, and a refresh replaces it [QR-06] [QR-07] [AC-15]', async ({
  login,
  qrCode,
  phone,
  page,
  t,
}) => {
  const [qrCodes, polls, requests] = [qrCode.watchQrCodes(), qrCode.watchPolls(), qrCode.watchQrCodeRequests()];
  await qrCode.openStopped(login);
  await test.step('it expires and the polling stops', async () => {
    await expect(qrCode.block).toContainText(t('qr.expiresIn', { time: '4:58' }));
    await page.clock.fastForward(seconds(297));
    await expect(qrCode.status).toHaveText(t('qr.ready'));
    await expect(qrCode.block).toContainText(t('qr.expiresIn', { time: '0:01' }));
    await page.clock.runFor(seconds(1));
    await expect(qrCode.status).toHaveText(t('qr.expired'));
    await waitForRequestEvents(page);
    const before = polls.length;
    await page.clock.runFor(minutes(1));
    await waitForRequestEvents(page);
    expect(polls).toHaveLength(before);
  });
  await test.step('the first refresh is immediate and replaces the QR code', async () => {
    await qrCode.refresh.click();
    await qrCode.waitUntilShown();
    expect(requests).toHaveLength(2);
    expect(new URL(requests[1]!.url()).searchParams.get('replaces')).toBe(qrCodes[0]!.loginId);
  });
  await test.step('the next refresh waits a second', async () => {
    await qrCode.refresh.click();
    await expect(qrCode.status).toHaveText(t('qr.loading'));
    await page.clock.runFor(seconds(1) - 1);
    await waitForRequestEvents(page);
    expect(requests).toHaveLength(2);
    await page.clock.runFor(1);
    await qrCode.waitUntilShown();
    expect(requests).toHaveLength(3);
  });
  await test.step('the replaced QR codes cannot be scanned', async () => {
    for (const old of qrCodes.slice(0, -1)) {
      const { screen } = await phone.scan(old.url, 'alice');
      // The WeChat account answers in Chinese: the language of an unknown person is not known.
      expect(screen.text).toContain('二维码已失效');
      expect(screen.link).toBeUndefined();
    }
  });
});

test('a QR code that replaces one that expired long ago never shows more than its own time [QR-06]', async ({
  login,
  qrCode,
  page,
  t,
}) => {
  await qrCode.openStopped(login);
  await page.clock.fastForward(qr.expiresAfter);
  await expect(qrCode.status).toHaveText(t('qr.expired'));
  await page.clock.runFor(minutes(10));
  const texts = await qrCode.block.evaluateHandle((block) => {
    const seen: string[] = [];
    const observer = new MutationObserver(() => seen.push(block.textContent));
    observer.observe(block, { childList: true, characterData: true, subtree: true });
    return seen;
  });
  await qrCode.refresh.click();
  await qrCode.waitUntilShown();
  const shown = await texts.evaluate((seen) => seen.join('\n').match(/\d+:\d\d/g));
  expect(new Set(shown)).toEqual(new Set(['4:58']));
});

test('the DingTalk QR code is fetched again every three minutes and never polled [QR-08] [QR-10]', async ({
  login,
  qrCode,
  page,
}) => {
  await qrCode.open('dingtalk', login);
  await stopClock(page);
  const [polls, requests] = [qrCode.watchPolls(), qrCode.watchQrCodeRequests()];
  await qrCode.refresh.click();
  await page.clock.runFor(qr.refreshDelay);
  await qrCode.waitUntilShown('dingtalk');
  const first = await qrCode.picture('dingtalk').getAttribute('src');
  expect(requests).toHaveLength(1);
  await page.clock.runFor(seconds(179));
  await waitForRequestEvents(page);
  expect(requests).toHaveLength(1);
  await page.clock.runFor(seconds(1));
  await expect.poll(() => requests.length).toBe(2);
  await expect(qrCode.picture('dingtalk')).not.toHaveAttribute('src', first!);
  await qrCode.waitUntilShown('dingtalk');
  expect(polls).toHaveLength(0);
});
