import type { Locator } from '@playwright/test';
import { pollAlipayScan } from '@foyer/contract/apps/alipay-calls';
import { pollWechatScan } from '@foyer/contract/apps/wechat-calls';
import { requestQr } from '@foyer/contract/flows/qr-login';
import { qr } from '@foyer/contract/limits';
import { minutes } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/screen.ts';
import { signedIn } from '../../scripted/usual-answers.ts';
import { setVisibility } from '../../support/page/page-clock.ts';

const pending = { is: 'pending', data: { scanned: false } } as const;
const person = { userInfoContextId: 'context', principal: '138****8002' };

test.beforeEach(async ({ login, qrCode }) => {
  await login.open();
  await qrCode.waitUntilShown();
});

test('the page polls every three seconds with scene, id and fingerprint, one poll at a time, and a change of app drops it with its late response [QR-03] [QR-09] [QR-20]', async ({
  qrCode,
  site,
  clock,
  page,
  t,
}) => {
  const [{ path, query }] = site.callsOf(requestQr) as [ReturnType<typeof site.callsOf>[0]];
  expect(path).toBe('/login/oauth/request/WECHAT_OFFICIAL_ACCOUNT');
  const { fingerprint } = query;
  expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);

  await clock.run(qr.pollInterval - 1);
  await clock.settle();
  expect(site.callsOf(pollWechatScan)).toEqual([]);
  await clock.run(1);
  await site.waitForCalls(pollWechatScan);
  await clock.run(qr.pollInterval);
  await site.waitForCalls(pollWechatScan, 2);
  expect(site.callsOf(pollWechatScan)[0]!.query).toEqual({ sceneId: 'scene-1', loginId: 'scan-1', fingerprint });

  await test.step('a change of app drops the poll that waits', async () => {
    const answerLate = site.hold(pollWechatScan);
    await clock.run(qr.pollInterval * 4);
    await site.waitForCalls(pollWechatScan, 3);
    const dropped = page.waitForEvent('requestfailed');
    await qrCode.tabs.alipay.click();
    expect(new URL((await dropped).url()).pathname).toBe(`/api${pollWechatScan.path}`);
    await qrCode.waitUntilShown('alipay');
    answerLate({ is: 'scanDeclined' });
  });
  await test.step('only the other app is polled', async () => {
    await clock.run(qr.pollInterval);
    await site.waitForCalls(pollAlipayScan);
    await expect(qrCode.status).toHaveText(t('qr.ready'));
    expect(site.callsOf(pollAlipayScan)[0]!.query).toEqual({ loginId: 'scan-1', fingerprint });
    expect(site.callsOf(pollWechatScan)).toHaveLength(3);
  });
});

test('the page does not poll while it is hidden or a dialog is open, and polls at once afterwards [QR-09] [QR-12] [QR-20] [SO-01]', async ({
  sso,
  bindMobile,
  site,
  clock,
  page,
}) => {
  site.answer(pollWechatScan, pending, { is: 'needsMobile', data: person });
  await test.step('hidden', async () => {
    await setVisibility(page, 'hidden');
    await clock.run(minutes(2));
    await clock.settle();
    expect(site.callsOf(pollWechatScan)).toEqual([]);
    await setVisibility(page, 'visible');
    await site.waitForCalls(pollWechatScan);
  });
  await test.step('behind the SSO dialog; the scan continues when it closes', async () => {
    await sso.entry.click();
    await expect(sso.domain).toBeFocused();
    await clock.run(minutes(1));
    await clock.settle();
    expect(site.callsOf(pollWechatScan)).toHaveLength(1);
    await page.keyboard.press('Escape');
    await expect(bindMobile.dialog).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(1);
  });
});

test('pending (400), authorisationExpired (10000024) and one lost poll are ignored; any other result stops the polling with a message until a refresh or the return of the network [QR-14] [QR-15] [QR-16] [D-31] [ER-01] [ER-02] [ER-04]', async ({
  qrCode,
  page,
  site,
  clock,
  t,
}) => {
  const networkReturns = () => page.evaluate(() => dispatchEvent(new Event('online')));
  const refresh = async (app: 'wechat' | 'alipay') => {
    await qrCode.refresh.click();
    await clock.run(qr.refreshDelay);
    await qrCode.waitUntilShown(app);
  };
  await test.step('ignored', async () => {
    const expired = { is: 'authorisationExpired' } as const;
    site.answer(pollWechatScan, pending, expired, 'lost', pending, 'lost', { status: 200, text: '{"code":"what"}' });
    for (const times of [1, 2, 3, 4, 5]) {
      await clock.run(qr.pollInterval);
      await site.waitForCalls(pollWechatScan, times);
      await expect(qrCode.status).toHaveText(t('qr.ready'));
    }
  });
  await test.step('two lost polls in a row show an error', async () => {
    await clock.run(qr.pollInterval);
    await expect(qrCode.status).toHaveText(t('common.network'));
  });
  await test.step('with the network the QR code comes back', async () => {
    await networkReturns();
    await clock.run(qr.refreshDelay);
    await qrCode.waitUntilShown('wechat');
    await qrCode.tabs.alipay.click();
    await qrCode.waitUntilShown('alipay');
  });
  for (const [reply, message] of [
    [{ status: 400, text: '{"code":10000099,"message":"Try <b>later</b>"}' }, 'Try <b>later</b>'],
    [{ is: 'mainlandMobileOnly' }, t('qr.mainlandOnly')],
    [{ is: 'scanDeclined' }, t('qr.denied')],
  ] as const)
    await test.step(message, async () => {
      site.answer(pollAlipayScan, reply);
      await clock.run(qr.pollInterval);
      await expect(qrCode.status).toHaveText(message);
      const before = site.callsOf(pollAlipayScan).length;
      await networkReturns();
      await clock.run(qr.expiresAfter);
      await clock.settle();
      await expect(qrCode.status).toHaveText(message);
      expect(site.callsOf(pollAlipayScan)).toHaveLength(before);
      await refresh('alipay');
    });
});

test('a confirmed scan asks for a mobile number, offers one-click sign-in, asks for the second factor, or signs in [QR-11] [QR-12] [QR-13] [QR-17] [QR-18] [DG-13] [ER-01]', async ({
  qrCode,
  bindMobile,
  oneClick,
  secondFactor,
  site,
  clock,
  page,
  t,
}) => {
  /** Shows a new QR code by a button or a tab. */
  const showNext = async (button: Locator, app: 'wechat' | 'alipay') => {
    const before = site.callsOf(requestQr).length;
    await button.click();
    await site.waitForCalls(requestQr, before + 1);
    await qrCode.waitUntilShown(app);
  };
  for (const reply of [
    { is: 'needsMobile', data: person },
    { is: 'done', data: { ...person, scanCode: 432101 } },
  ] as const)
    await test.step(`an unknown person (${reply.is})`, async () => {
      site.answer(pollWechatScan, reply);
      await clock.run(qr.pollInterval);
      await expect(bindMobile.mobile).toHaveValue(person.principal);
      await showNext(bindMobile.close, 'wechat');
    });
  await showNext(qrCode.tabs.alipay, 'alipay');
  await test.step('mobileAlreadyBound (10000029)', async () => {
    site.answer(pollAlipayScan, { is: 'mobileAlreadyBound', data: person });
    await clock.run(qr.pollInterval);
    await expect(oneClick.dialog).toContainText(t('bound.desc', { mobile: person.principal }));
    await showNext(oneClick.other, 'alipay');
  });
  await test.step('a second factor, and the polling has ended', async () => {
    const due = { ...signedIn, loginDoubleCheck: true, preServiceId: 'first-1', mobile: person.principal };
    site.answer(pollAlipayScan, { is: 'done', data: due });
    await clock.run(qr.pollInterval);
    await secondFactor.waitUntilSent();
    const before = site.callsOf(pollAlipayScan).length;
    await clock.run(qr.pollInterval * 2);
    await clock.settle();
    await expect(secondFactor.dialog).toBeVisible();
    expect(site.callsOf(pollAlipayScan)).toHaveLength(before);
    await showNext(secondFactor.close, 'alipay');
  });
  await test.step('signed in', async () => {
    site.answer(pollAlipayScan, { is: 'done', data: { ...signedIn, url: '/home?scene=realname' } });
    await clock.run(qr.pollInterval);
    await page.waitForURL('**/home?scene=realname');
  });
});
