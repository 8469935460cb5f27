import { expect, type Pages, test } from '../../fixtures/test.ts';
import { setVisibility } from '../../support/page-clock.ts';
import type { Page } from '@playwright/test';
import { qr } from '@foyer/contract/limits';
import { minutes, seconds } from '@foyer/contract/time';
import { expectNoAxeViolations } from '../../support/axe.ts';
import { flushResponses, stopClock } from '../../support/page-clock.ts';
import { holdRequests } from '../../support/calls.ts';

const pending = { code: 400, message: null, data: null };

/** The page with its clock stopped in the moment in which the code is shown. */
async function openStopped({ page, login, qrCode, t }: Pick<Pages, 'login' | 'qrCode' | 't'> & { page: Page }) {
  const letGo = await holdRequests(page, '/login/oauth/request/**');
  await login.open();
  await expect(qrCode.status).toHaveText(t('qr.loading'));
  await stopClock(page);
  letGo();
}

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('it says how it stands: loading, ready, scanned, expired, failed [QR-05] [QR-06]', async ({
    login,
    qrCode,
    page,
    t,
  }) => {
    const letGo = await holdRequests(page, '/login/oauth/request/**');
    await qrCode.fulfillPolls(pending);
    await login.open();
    await expect(qrCode.status).toHaveText(t('qr.loading'));
    letGo();
    await qrCode.waitUntilShown();
    await expectNoAxeViolations(page);

    await qrCode.fulfillPolls({ code: 400, data: { scanned: true } });
    await qrCode.runUntilPolled();
    await expect(qrCode.status).toHaveText(t('qr.scanned'));
    await expectNoAxeViolations(page);

    await page.clock.fastForward(qr.expiresAfter);
    await expect(qrCode.status).toHaveText(t('qr.expired'));
    await expectNoAxeViolations(page);

    await qrCode.refresh.click();
    await qrCode.waitUntilShown();
    await qrCode.fulfillPolls({ code: 10000005, message: null });
    await qrCode.runUntilPolled();
    await expect(qrCode.status).toHaveText(t('common.unknownError'));
    await expectNoAxeViolations(page);
  });
});

test('it is drawn here, 168 by 168, in a box that was there from the start [QR-01]', async ({
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

test('arrows move from app to app, and the tab key past them; the last one is shown and marked next time [QR-01] [QR-02]', async ({
  login,
  qrCode,
  page,
  t,
}) => {
  await login.open();
  await qrCode.waitUntilShown();
  await qrCode.tabs.wechat.focus();
  await page.keyboard.press('ArrowRight');
  await expect(qrCode.tabs.dingtalk).toBeFocused();
  await qrCode.waitUntilShown('dingtalk');
  await page.keyboard.press('End');
  await expect(qrCode.tabs.alipay).toBeFocused();
  await qrCode.waitUntilShown('alipay');
  await expect(qrCode.block).toContainText(t('qr.hint.alipay'));
  await page.keyboard.press('Tab');
  await expect(qrCode.refresh).toBeFocused();

  await login.open();
  await qrCode.waitUntilShown('alipay');
  await expect(qrCode.tabs.alipay).toHaveAttribute('aria-selected', 'true');
  await expect(qrCode.tabs.alipay).toContainText(t('qr.lastUsed'));
});

test('junk that someone left in the browser counts as nothing [QR-02] [AC-51]', async ({ login, qrCode, page }) => {
  const junk = ['__proto__', 'constructor', 'toString', '<img src=x onerror=alert(1)>', '{"a":1}', '7', 'WECHAT', ''];
  await login.open();
  for (const value of [...junk, 'x'.repeat(1_000_000)]) {
    await page.evaluate((left) => localStorage.setItem('preQrLoginWay', left), value);
    await login.open();
    await expect(qrCode.tabs.wechat).toHaveAttribute('aria-selected', 'true');
    await expect(qrCode.picture('wechat')).toBeVisible();
  }
});

test('what became of it is asked every three seconds, by scene, id and fingerprint [QR-03] [QR-09]', async ({
  login,
  qrCode,
  page,
  t,
}) => {
  const [codes, asks, requests] = [qrCode.watchCodes(), qrCode.watchPolls(), qrCode.watchCodeRequests()];
  await openStopped({ page, login, qrCode, t });
  await qrCode.waitUntilShown();
  const asked = new URL(requests[0]!.url());
  expect(asked.pathname).toBe('/api/login/oauth/request/WECHAT_OFFICIAL_ACCOUNT');
  expect(asked.searchParams.get('fingerprint')).toMatch(/^[0-9a-f]{64}$/);

  await page.clock.runFor(seconds(3) - 1);
  expect(asks).toHaveLength(0);
  for (const times of [1, 2, 3]) {
    const answered = page.waitForResponse(/wechatOfficeFocus\/result/);
    await page.clock.runFor(times === 1 ? 1 : seconds(3));
    await (await answered).finished();
    await flushResponses(page);
    expect(asks).toHaveLength(times);
  }
  const { loginId, sceneId } = codes[0]!;
  const { searchParams, pathname } = new URL(asks[0]!.url());
  expect(pathname).toBe('/api/thirdparty/wechatOfficeFocus/result');
  const fingerprint = asked.searchParams.get('fingerprint');
  expect(Object.fromEntries(searchParams)).toEqual({ sceneId, loginId, fingerprint });

  await qrCode.tabs.alipay.click();
  await qrCode.waitUntilShown('alipay');
  await page.clock.runFor(seconds(3));
  await expect.poll(() => asks.length).toBe(4);
  const alipay = new URL(asks[3]!.url());
  expect(alipay.pathname).toBe('/api/thirdparty/alipaymini/result');
  expect(Object.fromEntries(alipay.searchParams)).toEqual({ loginId: codes[0]!.loginId, fingerprint });
});

test('it lives 298 seconds; a new one comes at once, or after a second, and the old one is dead [QR-06] [QR-07] [AC-15]', async ({
  login,
  qrCode,
  phone,
  page,
  t,
}) => {
  const [codes, asks, requests] = [qrCode.watchCodes(), qrCode.watchPolls(), qrCode.watchCodeRequests()];
  await openStopped({ page, login, qrCode, t });
  await qrCode.waitUntilShown();
  await page.clock.fastForward(seconds(297));
  await expect(qrCode.status).toHaveText(t('qr.ready'));
  await page.clock.runFor(seconds(1));
  await expect(qrCode.status).toHaveText(t('qr.expired'));
  const before = asks.length;
  await page.clock.runFor(minutes(1));
  expect(asks).toHaveLength(before);

  await qrCode.refresh.click();
  await qrCode.waitUntilShown();
  expect(requests).toHaveLength(2);
  expect(new URL(requests[1]!.url()).searchParams.get('replaces')).toBe(codes[1]!.loginId);

  await qrCode.refresh.click();
  await expect(qrCode.status).toHaveText(t('qr.loading'));
  await page.clock.runFor(seconds(1) - 1);
  expect(requests).toHaveLength(2);
  await page.clock.runFor(1);
  await qrCode.waitUntilShown();
  expect(requests).toHaveLength(3);

  for (const old of codes.slice(1)) {
    const { screen } = await phone.scan(old.url, 'alice');
    // WeChat says it in the language of its account: nobody is known who could have chosen another.
    expect(screen.text).toContain('二维码已失效');
    expect(screen.link).toBeUndefined();
  }
});

test('DingTalk’s is fetched anew every three minutes and never asked for [QR-08] [QR-10]', async ({
  login,
  qrCode,
  page,
}) => {
  await qrCode.show('dingtalk', login);
  await stopClock(page);
  const [asks, requests] = [qrCode.watchPolls(), qrCode.watchCodeRequests()];
  await qrCode.refresh.click();
  await page.clock.runFor(qr.reloadDelay);
  await qrCode.waitUntilShown('dingtalk');
  const first = await qrCode.picture('dingtalk').getAttribute('src');
  expect(requests).toHaveLength(1);
  await page.clock.runFor(seconds(179));
  expect(requests).toHaveLength(1);
  await page.clock.runFor(seconds(1));
  await expect.poll(() => requests.length).toBe(2);
  await expect(qrCode.picture('dingtalk')).not.toHaveAttribute('src', first!);
  await qrCode.waitUntilShown('dingtalk');
  expect(asks).toHaveLength(0);
});

test('nothing is asked while nobody looks, and at once when someone does [QR-09]', async ({
  login,
  qrCode,
  page,
  t,
}) => {
  const asks = qrCode.watchPolls();
  await openStopped({ page, login, qrCode, t });
  await qrCode.waitUntilShown();
  await setVisibility(page, 'hidden');
  await page.clock.runFor(minutes(2));
  expect(asks).toHaveLength(0);
  await setVisibility(page, 'visible');
  await expect.poll(() => asks.length).toBe(1);
});

test('one question at a time; another app drops the old one and its late answer [QR-20]', async ({
  login,
  qrCode,
  page,
  t,
}) => {
  const asks = qrCode.watchPolls();
  await openStopped({ page, login, qrCode, t });
  await qrCode.waitUntilShown();
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await qrCode.fulfillPolls(async (route) => {
    await held;
    await route.fulfill({ json: { code: 10000005, message: 'Too late' } }).catch(() => {});
  }, pending);
  await page.clock.runFor(seconds(9));
  await expect.poll(() => asks.length).toBe(1);
  await qrCode.tabs.alipay.click();
  await qrCode.waitUntilShown('alipay');
  answer();
  await page.clock.runFor(seconds(3));
  await expect.poll(() => asks.length).toBe(2);
  await expect(qrCode.status).toHaveText(t('qr.ready'));
  expect(await asks[0]!.response()).toBeNull();
});

test.describe('answers that do not come', () => {
  test('one is forgiven, two in a row are told, and it can be tried again [D-31] [QR-16]', async ({
    login,
    qrCode,
    page,
    allowErrors,
    t,
  }) => {
    allowErrors(/ERR_FAILED/);
    await openStopped({ page, login, qrCode, t });
    await qrCode.waitUntilShown();
    const lost = (route: { abort(): Promise<void> }) => route.abort();
    await qrCode.fulfillPolls(lost, pending, lost, { code: 'what' as never }, pending);
    for (const _ of [1, 2, 3]) {
      await qrCode.runUntilPolled();
      await expect(qrCode.status).toHaveText(t('qr.ready'));
    }
    await qrCode.runUntilPolled();
    await expect(qrCode.status).toHaveText(t('common.network'));
    await qrCode.refresh.click();
    await page.clock.runFor(qr.reloadDelay);
    await qrCode.waitUntilShown();
  });

  test('words that are lost leave the code to be scanned, and nothing to puzzle over', async ({
    login,
    qrCode,
    page,
    allowErrors,
  }) => {
    allowErrors(/ERR_FAILED/);
    await page.route('**/assets/later.*', (route) => route.abort());
    await login.open();
    await qrCode.block.locator('svg[role=img]').waitFor();
    await expect(page.locator('body')).not.toContainText('qr.');
  });

  test('when the one that counted was lost, the code is said to be over', async ({
    login,
    qrCode,
    page,
    allowErrors,
    t,
  }) => {
    allowErrors(/ERR_FAILED/);
    await openStopped({ page, login, qrCode, t });
    await qrCode.waitUntilShown();
    await qrCode.fulfillPolls((route) => route.abort(), { code: 10000024, message: null });
    await qrCode.runUntilPolled();
    await expect(qrCode.status).toHaveText(t('qr.ready'));
    await qrCode.runUntilPolled();
    await expect(qrCode.status).toHaveText(t('qr.expired'));
  });
});
