import { qr } from '@foyer/contract/limits';
import { minutes, seconds } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/test.ts';
import { pending } from '../../pages/qr-code.ts';
import { waitForRequestEvents } from '../../support/calls.ts';
import { flushResponses, setVisibility } from '../../support/page-clock.ts';

test('the page polls every three seconds with scene, id and fingerprint [QR-03] [QR-09]', async ({
  login,
  qrCode,
  page,
}) => {
  const [qrCodes, polls, requests] = [qrCode.watchQrCodes(), qrCode.watchPolls(), qrCode.watchQrCodeRequests()];
  await qrCode.openStopped(login);
  const codeRequest = new URL(requests[0]!.url());
  expect(codeRequest.pathname).toBe('/api/login/oauth/request/WECHAT_OFFICIAL_ACCOUNT');
  expect(codeRequest.searchParams.get('fingerprint')).toMatch(/^[0-9a-f]{64}$/);

  await page.clock.runFor(seconds(3) - 1);
  await waitForRequestEvents(page);
  expect(polls).toHaveLength(0);
  for (const times of [1, 2, 3]) {
    const responded = page.waitForResponse(/wechatOfficeFocus\/result/);
    await page.clock.runFor(times === 1 ? 1 : seconds(3));
    await (await responded).finished();
    await flushResponses(page);
    expect(polls).toHaveLength(times);
  }
  const { loginId, sceneId } = qrCodes[0]!;
  const { searchParams, pathname } = new URL(polls[0]!.url());
  expect(pathname).toBe('/api/thirdparty/wechatOfficeFocus/result');
  const fingerprint = codeRequest.searchParams.get('fingerprint');
  expect(Object.fromEntries(searchParams)).toEqual({ sceneId, loginId, fingerprint });

  await qrCode.tabs.alipay.click();
  await qrCode.waitUntilShown('alipay');
  await page.clock.runFor(seconds(3));
  await expect.poll(() => polls.length).toBe(4);
  const alipay = new URL(polls[3]!.url());
  expect(alipay.pathname).toBe('/api/thirdparty/alipaymini/result');
  expect(Object.fromEntries(alipay.searchParams)).toEqual({ loginId: qrCodes[1]!.loginId, fingerprint });
});

test('the page does not poll while it is hidden, and polls at once when it is shown [QR-09]', async ({
  login,
  qrCode,
  page,
}) => {
  const polls = qrCode.watchPolls();
  await qrCode.openStopped(login);
  await setVisibility(page, 'hidden');
  await page.clock.runFor(minutes(2));
  await waitForRequestEvents(page);
  expect(polls).toHaveLength(0);
  await setVisibility(page, 'visible');
  await expect.poll(() => polls.length).toBe(1);
});

test('only one poll runs at a time, and a change of app drops it with its late response [QR-20]', async ({
  login,
  qrCode,
  page,
  t,
}) => {
  const polls = qrCode.watchPolls();
  await qrCode.openStopped(login);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await qrCode.fulfillPolls(async (route) => {
    await released;
    await route.fulfill({ json: { code: 10000005, message: 'Too late' } }).catch(() => {});
  }, pending);
  await page.clock.runFor(seconds(9));
  await waitForRequestEvents(page);
  expect(polls).toHaveLength(1);
  await qrCode.tabs.alipay.click();
  await qrCode.waitUntilShown('alipay');
  release();
  await page.clock.runFor(seconds(3));
  await expect.poll(() => polls.length).toBe(2);
  await expect(qrCode.status).toHaveText(t('qr.ready'));
  expect(await polls[0]!.response()).toBeNull();
});

test.describe('lost responses', () => {
  test('one lost poll is ignored, two in a row show an error, and a refresh recovers [D-31] [QR-16]', async ({
    login,
    qrCode,
    page,
    allowErrors,
    t,
  }) => {
    allowErrors(/ERR_FAILED/);
    await qrCode.openStopped(login);
    const lost = (route: { abort(): Promise<void> }) => route.abort();
    await qrCode.fulfillPolls(lost, pending, lost, { code: 'what' as never }, pending);
    for (const _ of [1, 2, 3]) {
      await qrCode.runUntilPolled();
      await expect(qrCode.status).toHaveText(t('qr.ready'));
    }
    await qrCode.runUntilPolled();
    await expect(qrCode.status).toHaveText(t('common.network'));
    await qrCode.refresh.click();
    await page.clock.runFor(qr.refreshDelay);
    await qrCode.waitUntilShown();
  });

  test('without the texts of the page the QR code can still be scanned', async ({
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
});

test('an open SSO dialog pauses the polling, and the scan continues when it closes [QR-12] [QR-20] [SO-01]', async ({
  login,
  qrCode,
  phone,
  sso,
  bindMobile,
  page,
}) => {
  const content = await qrCode.open('wechat', login);
  await sso.entry.click();
  await expect(sso.domain).toBeFocused();
  await phone.answer(await phone.scan(content, 'dan'), 'confirm');
  const polls = qrCode.watchPolls();
  await page.clock.runFor(qr.pollInterval * 4);
  await waitForRequestEvents(page);
  expect(polls).toEqual([]);
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await qrCode.runUntilPolled();
  await expect(bindMobile.dialog).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
});
