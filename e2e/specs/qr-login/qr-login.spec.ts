import { qr } from '@foyer/contract/limits';
import { scanApps } from '@foyer/contract/pages/page-config';
import { expect, test } from '../../fixtures/test.ts';
import { QrCode } from '../../pages/qr-code.ts';
import { waitForRequestEvents } from '../../support/calls.ts';
import { flushResponses, stopClock } from '../../support/page-clock.ts';
import { bob } from '../../support/people.ts';
import { setGateway } from '../../support/sandbox-faults.ts';

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a scan with WeChat, confirmed on the phone, signs in and goes to the requested page [QR-05] [QR-11] [AC-10]', async ({
    login,
    qrCode,
    phone,
    home,
    page,
    browser,
    service,
    t,
  }) => {
    const content = await qrCode.open('wechat', login, { redirectUrl: '/home?scene=realname' });
    const scanned = await phone.scan(content, 'alice');
    await qrCode.runUntilPolled();
    await expect(qrCode.status).toHaveText(t('qr.scanned'));
    expect(scanned.screen.text).toContain(new URL(service.origin).host);

    await phone.confirm(scanned, browser);
    await qrCode.runUntilPolled();
    await page.waitForURL('**/home?scene=realname');
    await expect(home.greeting).toBeVisible();
  });

  test('a DingTalk scan signs in and leaves no credential in the URL [QR-10] [QP-05] [D-22]', async ({
    login,
    qrCode,
    phone,
    page,
  }) => {
    const content = await qrCode.open('dingtalk', login, { redirectUrl: '/home?scene=realname' });
    const urls: string[] = [];
    page.on('framenavigated', (frame) => frame === page.mainFrame() && urls.push(frame.url()));
    await phone.answer(await phone.scan(content, 'alice'), 'confirm');
    await page.waitForURL('**/home?scene=realname');
    expect(urls.some((url) => url.includes('preLoginId'))).toBe(true);
    await page.goBack();
    expect(page.url()).not.toContain('preLoginId');
  });

  test('declining on the phone shows a message and creates no session [QR-16] [AC-10]', async ({
    login,
    qrCode,
    phone,
    page,
    t,
  }) => {
    await test.step('with Alipay', async () => {
      await phone.answer(await phone.scan(await qrCode.open('alipay', login), 'alice'), 'decline');
      await qrCode.runUntilPolled();
      await expect(qrCode.status).toHaveText(t('qr.denied'));
    });
    await test.step('with DingTalk', async () => {
      await phone.answer(await phone.scan(await qrCode.open('dingtalk', login), 'alice'), 'decline');
      await expect(qrCode.status).toHaveText(t('qr.denied'));
      await page.goto('/home');
      await page.waitForURL('**/login/web?**');
    });
  });

  test('a mobile number from outside the mainland is refused with advice [QR-15] [ER-01]', async ({
    login,
    qrCode,
    phone,
    t,
  }) => {
    await phone.answer(await phone.scan(await qrCode.open('alipay', login), 'ivy'), 'confirm');
    await qrCode.runUntilPolled();
    await expect(qrCode.status).toHaveText(t('qr.mainlandOnly'));
  });

  test('when WeChat is down the QR code of DingTalk is shown with the reason [QR-04]', async ({
    login,
    qrCode,
    page,
    service,
    allowErrors,
    t,
  }) => {
    allowErrors(/status of 502/);
    await setGateway(service, 'down', 'wechat');
    await login.open();
    await expect(qrCode.picture('dingtalk')).toBeVisible();
    await expect(qrCode.tabs.dingtalk).toHaveAttribute('aria-selected', 'true');
    await expect(qrCode.status).toHaveText(t('qr.fallback'));
    await expect(qrCode.block.locator('p').filter({ hasText: t('qr.fallback') })).toBeVisible();
    await setGateway(service, 'working', 'wechat');

    expect(
      await page.evaluate(() => localStorage.getItem('preQrLoginWay')),
      'the fallback is not saved as a choice',
    ).toBeNull();
  });
});

test('a QR code of WeChat without a URL falls back to DingTalk too [QR-04]', async ({ login, qrCode, page, t }) => {
  const data = { kind: 'content', url: '', loginId: 'l', sceneId: 's' };
  await page.route('**/oauth/request/WECHAT_OFFICIAL_ACCOUNT?**', (route) =>
    route.fulfill({ json: { code: 0, data } }),
  );
  await login.open();
  await expect(qrCode.picture('dingtalk')).toBeVisible();
  await expect(qrCode.status).toHaveText(t('qr.fallback'));
});

for (const app of scanApps) {
  test(`a scan with ${app} requires the second factor of an account with sign-in security [QR-18] [DG-13]`, async ({
    login,
    qrCode,
    phone,
    secondFactor,
    outbox,
    page,
    browser,
  }) => {
    const scanned = await phone.scan(await qrCode.open(app, login), 'bob');
    await phone.confirm(scanned, browser);
    await qrCode.runUntilPolled();
    await secondFactor.waitUntilSent();
    // The polling has ended, so another interval must leave the dialog as it is.
    await page.clock.runFor(qr.pollInterval);
    await secondFactor.submitCode(await outbox.code(bob.account));
    await page.waitForURL('**/home');
  });
}

test.describe('with a fresh demo', () => {
  test.use({ resetDemo: true });

  // Consent is given once, so the demo is reset before and after.
  test('an account that has not agreed is asked: declining shows a new QR code, agreeing signs in [QR-11] [DG-09] [DG-11]', async ({
    login,
    qrCode,
    phone,
    consent,
    page,
  }) => {
    const first = await qrCode.open('alipay', login);
    await phone.answer(await phone.scan(first, 'hua'), 'confirm');
    await qrCode.runUntilPolled();
    const qrCodes = qrCode.watchQrCodes();
    await test.step('declining shows a new QR code, and the old one is used up', async () => {
      await consent.decline.click();
      await expect(consent.signedOut).toBeVisible();
      await qrCode.waitUntilShown('alipay');
      expect(qrCodes.at(-1)!.url).not.toBe(first);
      expect((await phone.scan(first, 'hua')).screen.is, 'the old QR code is used up').toBe('invalid');
    });
    await phone.answer(await phone.scan(qrCodes.at(-1)!.url, 'hua'), 'confirm');
    await qrCode.runUntilPolled();
    await consent.agree.click();
    await page.waitForURL('**/home');
  });
});

test('a disabled account is refused with the reason [QR-16] [ER-02]', async ({ login, qrCode, phone, t }) => {
  await phone.answer(await phone.scan(await qrCode.open('alipay', login), 'gus'), 'confirm');
  await qrCode.runUntilPolled();
  await expect(qrCode.status).toHaveText(t.refusal('accountDisabled'));
});

test('a DingTalk return link is rejected in another browser [AC-11] [QR-14]', async ({
  login,
  qrCode,
  phone,
  page,
  browser,
  t,
}) => {
  const content = await qrCode.open('dingtalk', login);
  // The page does not use the link, which is then sent to another person.
  await page.route('**/dingding/callback/result?**', () => {});
  const [link] = await Promise.all([
    new Promise<string>((resolve) => {
      page.on('framenavigated', (frame) => frame.url().includes('preLoginId') && resolve(frame.url()));
    }),
    phone.answer(await phone.scan(content, 'alice'), 'confirm'),
  ]);

  const other = await browser.newPage({ locale: 'en-US' });
  const otherQrCode = new QrCode(other, 'en-US');
  await other.goto(link);
  await expect(otherQrCode.status).toHaveText(t('qr.returnedTooLate'));
  expect(other.url()).not.toContain('preLoginId');
  await otherQrCode.refresh.click();
  await expect(otherQrCode.picture('dingtalk')).toBeVisible();
  await other.goto(new URL('/home', link).href);
  await other.waitForURL('**/login/web?**');
  await other.context().close();
});

test.describe('poll results', () => {
  const unlinkedPerson = { userInfoContextId: 'context', principal: '138****8002' };
  for (const [result, response, message] of [
    ['an unknown result code with a message', { code: 10000099, message: 'Try <b>later</b>' }, 'Try <b>later</b>'],
    ['an unknown result code without a message', { code: 10000099, message: null }, 'Unknown error'],
    [
      'the refusal of a number from outside the mainland',
      { code: 10000028, message: null },
      /^Currently only mainland mobile numbers/,
    ],
  ] as const) {
    test(`${result} stops the polling and shows a message [QR-16] [QR-15] [ER-01] [ER-04]`, async ({
      login,
      qrCode,
    }) => {
      const polls = qrCode.watchPolls();
      await qrCode.open('alipay', login);
      await qrCode.fulfillPolls(response);
      await qrCode.runUntilPolled();
      await expect(qrCode.status).toHaveText(message);
      const before = polls.length;
      await qrCode.page.clock.runFor(qr.expiresAfter);
      await waitForRequestEvents(qrCode.page);
      expect(polls).toHaveLength(before);
      await expect(qrCode.status).toHaveText(message);
    });
  }

  test('pending (400) and authorisationExpired (10000024) are ignored [QR-14] [ER-01]', async ({
    login,
    qrCode,
    t,
  }) => {
    const polls = qrCode.watchPolls();
    await qrCode.fulfillPolls({ code: 400, message: 'x' }, { code: 10000024, message: 'y' });
    await qrCode.open('wechat', login);
    await stopClock(qrCode.page);
    await flushResponses(qrCode.page);
    for (let times = 1; times <= 4; times += 1) {
      const before = polls.length;
      await qrCode.runUntilPolled();
      await expect.poll(() => polls.length).toBeGreaterThan(before);
      await expect(qrCode.status).toHaveText(t('qr.ready'));
    }
  });

  for (const [result, response] of [
    ['needsMobile (10000023)', { code: 10000023, data: unlinkedPerson }],
    ['scanCode 432101', { code: 0, data: { ...unlinkedPerson, scanCode: 432101 } }],
    ['scanCode 432102', { code: 0, data: { ...unlinkedPerson, scanCode: 432102 } }],
  ] as const) {
    test(`${result} opens the dialog for a mobile number [QR-12] [QR-17] [ER-01]`, async ({
      login,
      qrCode,
      bindMobile,
    }) => {
      await qrCode.open('wechat', login);
      await qrCode.fulfillPolls(response);
      await qrCode.runUntilPolled();
      await expect(bindMobile.dialog).toBeVisible();
      await expect(bindMobile.mobile).toHaveValue(unlinkedPerson.principal);
    });
  }

  test('mobileAlreadyBound (10000029) offers one-click sign-in [QR-13] [ER-01]', async ({
    login,
    qrCode,
    oneClick,
    t,
  }) => {
    await qrCode.open('alipay', login);
    await qrCode.fulfillPolls({ code: 10000029, data: unlinkedPerson });
    await qrCode.runUntilPolled();
    await expect(oneClick.dialog).toContainText(t('bound.desc', { mobile: unlinkedPerson.principal }));
  });
});
