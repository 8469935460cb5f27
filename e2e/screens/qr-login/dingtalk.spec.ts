import { pollReturnedScan, requestQr } from '@foyer/contract/flows/qr-login';
import { factsOf } from '@foyer/contract/apps/scan-apps';
import { qr } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/screen.ts';
import { signedIn } from '../../scripted/usual-answers.ts';
import { hold } from '../../support/servers/calls.ts';

/** DingTalk's page in the frame; `version` tells one QR code from the next. */
const frame = (origin: string, version = 1) => ({
  is: 'done' as const,
  data: { url: `${origin}/dingtalk.html?state=${version}`, kind: 'frame' as const, loginId: `scan-${version}` },
});

test('when WeChat is down the QR code of DingTalk is shown with the reason; it is requested again every three minutes, not polled, and its link to the phone follows [QR-04] [QR-08] [QR-10]', async ({
  login,
  qrCode,
  site,
  clock,
  page,
  t,
}) => {
  site.show({ config: { phone: '/sandbox/phone' } });
  site.answer(requestQr, { is: 'providerError' }, frame(site.origin, 1), frame(site.origin, 2));
  const link = page.getByRole('link', { name: t('qr.sandboxPhone') });
  const release = await hold(page, '**/dingtalk.html?state=2');
  await login.open();
  await test.step('the fallback is shown with the reason', async () => {
    await expect(qrCode.picture('dingtalk')).toBeVisible();
    await expect(qrCode.tabs.dingtalk).toHaveAttribute('aria-selected', 'true');
    await expect(qrCode.status).toHaveText(t('qr.fallback'));
    await expect(qrCode.block.locator('p').filter({ hasText: t('qr.fallback') })).toBeVisible();
    const chosen = await page.evaluate(() => localStorage.getItem('preQrLoginWay'));
    expect(chosen, 'the fallback is not saved as a choice').toBeNull();
  });
  await test.step('it is requested again after three minutes', async () => {
    await expect(link).toHaveAttribute('href', '/sandbox/phone?code=1');
    await clock.run(factsOf.dingtalk.frame!.reloadInterval - 1);
    await clock.settle();
    expect(site.callsOf(requestQr)).toHaveLength(2);
    await clock.run(1);
    await expect(qrCode.picture('dingtalk')).toHaveAttribute('src', /state=2$/);
    expect(await link.count(), 'no link names the QR code that was replaced').toBe(0);
    await expect(qrCode.picture('dingtalk'), 'the shape of a QR code stands there').toHaveCSS('opacity', '0');
    await expect(qrCode.block.locator('#qr-dots')).toHaveCount(1);
    release();
    await expect(qrCode.picture('dingtalk')).toHaveCSS('opacity', '1');
    await expect(qrCode.block.locator('#qr-dots')).toHaveCount(0);
    await expect(link).toHaveAttribute('href', '/sandbox/phone?code=2');
    expect(site.calls.filter(({ path }) => path.startsWith('/thirdparty/'))).toEqual([]);
  });
});

test('only the page in the frame confirms or declines a DingTalk scan [QR-10] [QR-16]', async ({
  login,
  qrCode,
  site,
  clock,
  page,
  t,
}) => {
  const callback = `${site.origin}/api/thirdparty/dingding/callback?state=1&authCode=a`;
  const send = (message: object, from: 'frame' | 'page') => {
    const document = from === 'page' ? page : qrCode.picture('dingtalk').contentFrame();
    return document.locator('body').evaluate((_, data) => parent.postMessage(data, '*'), message);
  };
  await page.route('**/api/thirdparty/dingding/callback?**', (route) => route.fulfill({ body: 'callback' }));
  await login.open();
  await qrCode.waitUntilShown();
  site.answer(requestQr, frame(site.origin));
  await qrCode.tabs.dingtalk.click();
  await qrCode.waitUntilShown('dingtalk');
  await test.step('declined', async () => {
    await send({ errorMsg: 'declined' }, 'frame');
    await expect(qrCode.status).toHaveText(t('qr.denied'));
  });
  await test.step('the page goes to the callback, whatever it has sent itself, and to no other URL', async () => {
    await qrCode.refresh.click();
    await clock.run(qr.refreshDelay);
    await qrCode.waitUntilShown('dingtalk');
    await send({ errorMsg: 'declined' }, 'page');
    await send({ success: true, redirectUrl: `${site.origin}/home?state=1` }, 'frame');
    await send({ success: true, redirectUrl: callback }, 'frame');
    await page.waitForURL(callback);
  });
});

test('the return from DingTalk signs in, or says that it came too late, and its URL keeps no credential [QR-10] [QR-14] [QP-05]', async ({
  login,
  qrCode,
  site,
  clock,
  page,
  t,
}) => {
  const expired = { is: 'authorisationExpired' } as const;
  site.answer(pollReturnedScan, expired, expired, { is: 'done', data: { ...signedIn, url: '/home?scene=realname' } });
  await login.open({ preLoginId: 'returned-1' });
  await expect(qrCode.status).toHaveText(t('qr.returnedTooLate', { app: t('qr.switch.dingtalk') }));
  expect(page.url()).not.toContain('preLoginId');
  expect(site.callsOf(pollReturnedScan)[0]!.query).toEqual({ preLoginId: 'returned-1' });
  await test.step('a refresh shows a new QR code', async () => {
    await qrCode.refresh.click();
    await clock.run(qr.refreshDelay);
    await expect(qrCode.picture('dingtalk')).toBeVisible();
  });
  await test.step('a later poll that finds the scan signs in', async () => {
    await login.open({ preLoginId: 'returned-2' });
    await expect(qrCode.status).toHaveText(t('qr.returnedTooLate', { app: t('qr.switch.dingtalk') }));
    await clock.run(seconds(3));
    await page.waitForURL('**/home?scene=realname');
  });
});
