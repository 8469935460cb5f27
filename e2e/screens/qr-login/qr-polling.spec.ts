import { pollAlipayScan, pollWechatScan, requestQr } from '@foyer/contract/flows/qr-login';
import { qr } from '@foyer/contract/limits';
import { minutes } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/screen.ts';
import { signedIn } from '../../scripted/usual-answers.ts';
import { setVisibility } from '../../support/page-clock.ts';

const pending = { is: 'pending', data: { scanned: false } } as const;

test('the page polls every three seconds with scene, id and fingerprint [QR-03] [QR-09]', async ({
  login,
  qrCode,
  site,
  clock,
}) => {
  await login.open();
  await qrCode.waitUntilShown();
  const [{ path, query }] = site.callsOf(requestQr) as [ReturnType<typeof site.callsOf>[0]];
  expect(path).toBe('/login/oauth/request/WECHAT_OFFICIAL_ACCOUNT');
  const { fingerprint } = query;
  expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);

  await clock.run(qr.pollInterval - 1);
  await clock.settle();
  expect(site.callsOf(pollWechatScan)).toEqual([]);
  await clock.run(1);
  await site.waitForCalls(pollWechatScan);
  for (const times of [2, 3]) {
    await clock.run(qr.pollInterval);
    await site.waitForCalls(pollWechatScan, times);
  }
  expect(site.callsOf(pollWechatScan)[0]!.query).toEqual({ sceneId: 'scene-1', loginId: 'scan-1', fingerprint });

  await qrCode.tabs.alipay.click();
  await qrCode.waitUntilShown('alipay');
  await clock.run(qr.pollInterval);
  await site.waitForCalls(pollAlipayScan);
  expect(site.callsOf(pollAlipayScan)[0]!.query).toEqual({ loginId: 'scan-1', fingerprint });
  expect(site.callsOf(pollWechatScan), 'the other app is not polled any more').toHaveLength(3);
});

test('the page does not poll while it is hidden or a dialog is open, and polls at once afterwards [QR-09] [QR-12] [QR-20] [SO-01]', async ({
  login,
  qrCode,
  sso,
  bindMobile,
  site,
  clock,
  page,
}) => {
  site.answer(pollWechatScan, pending, { is: 'needsMobile', data: { userInfoContextId: 'person-1' } });
  await login.open();
  await qrCode.waitUntilShown();
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

test('only one poll runs at a time, and a change of app drops it with its late response [QR-20]', async ({
  login,
  qrCode,
  site,
  clock,
  page,
  t,
}) => {
  const answerLate = site.hold(pollWechatScan);
  await login.open();
  await qrCode.waitUntilShown();
  await clock.run(qr.pollInterval * 4);
  await site.waitForCalls(pollWechatScan);
  const dropped = page.waitForEvent('requestfailed');
  await qrCode.tabs.alipay.click();
  expect(new URL((await dropped).url()).pathname).toBe(`/api${pollWechatScan.path}`);
  await qrCode.waitUntilShown('alipay');
  answerLate({ is: 'scanDeclined' });
  await clock.run(qr.pollInterval);
  await site.waitForCalls(pollAlipayScan);
  await expect(qrCode.status).toHaveText(t('qr.ready'));
  expect(site.callsOf(pollWechatScan)).toHaveLength(1);
});

test('one lost poll is ignored, two in a row show an error, and a refresh recovers [D-31] [QR-16]', async ({
  login,
  qrCode,
  site,
  clock,
  t,
}) => {
  site.answer(pollWechatScan, 'lost', pending, 'lost', { status: 200, text: '{"code":"what"}' }, pending);
  await login.open();
  await qrCode.waitUntilShown();
  for (const times of [1, 2, 3]) {
    await clock.run(qr.pollInterval);
    await site.waitForCalls(pollWechatScan, times);
    await expect(qrCode.status).toHaveText(t('qr.ready'));
  }
  await clock.run(qr.pollInterval);
  await expect(qrCode.status).toHaveText(t('common.network'));
  await qrCode.refresh.click();
  await clock.run(qr.refreshDelay);
  await qrCode.waitUntilShown();
});

test('pending (400) and authorisationExpired (10000024) are ignored [QR-14] [ER-01]', async ({
  login,
  qrCode,
  site,
  clock,
  t,
}) => {
  site.answer(pollWechatScan, pending, { is: 'authorisationExpired' });
  await login.open();
  await qrCode.waitUntilShown();
  for (const times of [1, 2, 3, 4]) {
    await clock.run(qr.pollInterval);
    await site.waitForCalls(pollWechatScan, times);
    await expect(qrCode.status).toHaveText(t('qr.ready'));
  }
});

test('any other result stops the polling and shows a message; a refresh starts again [QR-15] [QR-16] [ER-01] [ER-02] [ER-04]', async ({
  login,
  qrCode,
  site,
  clock,
  t,
}) => {
  const results = [
    [{ status: 400, text: '{"code":10000099,"message":"Try <b>later</b>"}' }, 'Try <b>later</b>'],
    [{ status: 400, text: '{"code":10000099,"message":null}' }, t('common.unknownError')],
    [{ is: 'mainlandMobileOnly' }, t('qr.mainlandOnly')],
    [{ is: 'scanDeclined' }, t('qr.denied')],
    [{ is: 'accountDisabled' }, t.refusal('accountDisabled')],
    [{ is: 'scanFromOtherCountry' }, t.refusal('scanFromOtherCountry')],
  ] as const;
  await qrCode.open('alipay', login);
  for (const [index, [reply, message]] of results.entries()) {
    site.answer(pollAlipayScan, reply);
    await clock.run(qr.pollInterval);
    await expect(qrCode.status).toHaveText(message);
    await clock.run(qr.expiresAfter);
    await clock.settle();
    await expect(qrCode.status).toHaveText(message);
    expect(site.callsOf(pollAlipayScan)).toHaveLength(index + 1);
    await qrCode.refresh.click();
    await clock.run(qr.refreshDelay);
    await qrCode.waitUntilShown('alipay');
  }
});

test.describe('a confirmed scan', () => {
  const person = { userInfoContextId: 'context', principal: '138****8002' };
  const secondFactorDue = { ...signedIn, loginDoubleCheck: true, preServiceId: 'first-1', mobile: person.principal };

  test('of an unknown person opens the dialog for a mobile number [QR-12] [QR-17] [ER-01]', async ({
    login,
    qrCode,
    bindMobile,
    site,
    clock,
  }) => {
    for (const reply of [
      { is: 'needsMobile', data: person },
      { is: 'done', data: { ...person, scanCode: 432101 } },
      { is: 'done', data: { ...person, scanCode: 432102 } },
    ] as const) {
      site.answer(pollWechatScan, reply);
      await login.open();
      await qrCode.waitUntilShown();
      await clock.run(qr.pollInterval);
      await expect(bindMobile.dialog).toBeVisible();
      await expect(bindMobile.mobile).toHaveValue(person.principal);
      await bindMobile.close.click();
    }
  });

  test('offers one-click sign-in, asks for the second factor, or signs in [QR-11] [QR-13] [QR-18] [DG-13] [ER-01]', async ({
    login,
    qrCode,
    oneClick,
    secondFactor,
    site,
    clock,
    page,
    t,
  }) => {
    /** The page keeps an open dialog for the next visit. */
    const forgetDialog = () => page.evaluate(() => localStorage.clear());
    const scanWithAlipay = async () => {
      await qrCode.open('alipay', login);
      await clock.run(qr.pollInterval);
    };
    await test.step('mobileAlreadyBound (10000029)', async () => {
      site.answer(pollAlipayScan, { is: 'mobileAlreadyBound', data: person });
      await scanWithAlipay();
      await expect(oneClick.dialog).toContainText(t('bound.desc', { mobile: person.principal }));
    });
    await test.step('a second factor, and the polling has ended', async () => {
      await forgetDialog();
      site.answer(pollAlipayScan, { is: 'done', data: secondFactorDue });
      await scanWithAlipay();
      await secondFactor.waitUntilSent();
      const before = site.callsOf(pollAlipayScan).length;
      await clock.run(qr.pollInterval * 2);
      await clock.settle();
      await expect(secondFactor.dialog).toBeVisible();
      expect(site.callsOf(pollAlipayScan)).toHaveLength(before);
    });
    await test.step('signed in', async () => {
      await forgetDialog();
      site.answer(pollAlipayScan, { is: 'done', data: { ...signedIn, url: '/home?scene=realname' } });
      await scanWithAlipay();
      await page.waitForURL('**/home?scene=realname');
    });
  });
});
