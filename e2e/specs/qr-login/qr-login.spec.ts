import { expect, test } from '../../fixtures/test.ts';
import { qr } from '@foyer/contract/limits';
import { scanApps } from '@foyer/contract/pages/page-config';
import { expectNoAxeViolations } from '../../support/axe.ts';
import { flushResponses, stopClock } from '../../support/page-clock.ts';
import { bob } from '../../support/people.ts';
import { QrCode } from '../../pages/qr-code.ts';
import { setGateway } from '../../support/sms-gateway.ts';

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('Alice scans with WeChat, confirms on her phone, and is where she wanted to go [QR-05] [QR-11] [AC-10]', async ({
    login,
    qrCode,
    phone,
    home,
    page,
    browser,
    service,
    t,
  }) => {
    const code = await qrCode.show('wechat', login, { redirectUrl: '/home?scene=realname' });
    const held = await phone.scan(code, 'alice');
    await qrCode.runUntilPolled();
    await expect(qrCode.status).toHaveText(t('qr.scanned'));
    expect(held.screen.text).toContain(new URL(service.origin).host);

    await phone.confirm(held, browser);
    await qrCode.runUntilPolled();
    await page.waitForURL('**/home?scene=realname');
    await expect(home.greeting).toBeVisible();
  });

  test('DingTalk’s own page lets her in, and nothing of it stays in the address [QR-10] [QP-05] [D-22]', async ({
    login,
    qrCode,
    phone,
    page,
  }) => {
    const code = await qrCode.show('dingtalk', login, { redirectUrl: '/home?scene=realname' });
    const addresses: string[] = [];
    page.on('framenavigated', (frame) => frame === page.mainFrame() && addresses.push(frame.url()));
    await phone.answer(await phone.scan(code, 'alice'), true);
    await page.waitForURL('**/home?scene=realname');
    expect(addresses.some((address) => address.includes('preLoginId'))).toBe(true);
    await page.goBack();
    expect(page.url()).not.toContain('preLoginId');
  });

  test('whoever says no on the phone is told so here, and nobody is signed in [QR-16] [AC-10]', async ({
    login,
    qrCode,
    phone,
    page,
    t,
  }) => {
    await phone.answer(await phone.scan(await qrCode.show('alipay', login), 'alice'), false);
    await qrCode.runUntilPolled();
    await expect(qrCode.status).toHaveText(t.refusal('scanDeclined'));
    await expectNoAxeViolations(page);

    await phone.answer(await phone.scan(await qrCode.show('dingtalk', login), 'alice'), false);
    await expect(qrCode.status).toHaveText(t('qr.denied'));
    await page.goto('/home');
    await page.waitForURL('**/login/web?**');
  });

  test('a number from outside the mainland is told where to change it [QR-15] [ER-01]', async ({
    login,
    qrCode,
    phone,
    page,
    t,
  }) => {
    await phone.answer(await phone.scan(await qrCode.show('alipay', login), 'ivy'), true);
    await qrCode.runUntilPolled();
    await expect(qrCode.status).toHaveText(t('qr.mainlandOnly'));
    await expectNoAxeViolations(page);
  });

  test('WeChat is away: DingTalk’s code comes by itself, and says why [QR-04]', async ({
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
    await expectNoAxeViolations(page);
    await setGateway(service, 'working', 'wechat');

    expect(await page.evaluate(() => localStorage.getItem('preQrLoginWay')), 'nobody chose it').toBeNull();
  });
});

test('a WeChat code without an address gives way to DingTalk too [QR-04]', async ({ login, qrCode, page, t }) => {
  const data = { kind: 'content', url: '', loginId: 'l', sceneId: 's' };
  await page.route('**/oauth/request/WECHAT_OFFICIAL_ACCOUNT?**', (route) =>
    route.fulfill({ json: { code: 0, data } }),
  );
  await login.open();
  await expect(qrCode.picture('dingtalk')).toBeVisible();
  await expect(qrCode.status).toHaveText(t('qr.fallback'));
});

for (const app of scanApps) {
  test(`Bob scans with ${app} and is asked for the second factor all the same [QR-18] [DG-13]`, async ({
    login,
    qrCode,
    phone,
    secondFactor,
    outbox,
    page,
    browser,
  }) => {
    const held = await phone.scan(await qrCode.show(app, login), 'bob');
    await phone.confirm(held, browser);
    await qrCode.runUntilPolled();
    await secondFactor.waitUntilSent();
    await page.clock.runFor(qr.pollInterval);
    await secondFactor.submitCode(await outbox.code(bob.account));
    await page.waitForURL('**/home');
  });
}

test.describe('with a fresh service', () => {
  test.use({ freshService: true });

  // She agrees once, for good.
  test('Hua is asked to agree first; declining brings a fresh code, agreeing lets her in [QR-11] [DG-09] [DG-11]', async ({
    login,
    qrCode,
    phone,
    consent,
    page,
  }) => {
    const first = await qrCode.show('alipay', login);
    await phone.answer(await phone.scan(first, 'hua'), true);
    await qrCode.runUntilPolled();
    const codes = qrCode.watchCodes();
    await consent.decline.click();
    await expect(consent.signedOut).toBeVisible();
    await qrCode.waitUntilShown('alipay');
    expect(codes[0]!.url).not.toBe(first);
    expect((await phone.scan(first, 'hua')).screen.is, 'the old code is used up').toBe('invalid');

    await phone.answer(await phone.scan(codes[0]!.url, 'hua'), true);
    await qrCode.runUntilPolled();
    await consent.agree.click();
    await page.waitForURL('**/home');
  });
});

test('an account that is disabled is told so [QR-16] [ER-02]', async ({ login, qrCode, phone, t }) => {
  await phone.answer(await phone.scan(await qrCode.show('alipay', login), 'gus'), true);
  await qrCode.runUntilPolled();
  await expect(qrCode.status).toHaveText(t.refusal('accountDisabled'));
});

test('what came back from DingTalk is worth nothing in another browser [AC-11] [QR-14]', async ({
  login,
  qrCode,
  phone,
  page,
  browser,
  t,
}) => {
  const code = await qrCode.show('dingtalk', login);
  // She gets no further than to the link, which somebody then sends to someone else.
  await page.route('**/dingding/callback/result?**', () => {});
  const [link] = await Promise.all([
    new Promise<string>((resolve) => {
      page.on('framenavigated', (frame) => frame.url().includes('preLoginId') && resolve(frame.url()));
    }),
    phone.answer(await phone.scan(code, 'alice'), true),
  ]);

  const other = await browser.newPage({ locale: 'en-US' });
  const his = new QrCode(other, 'en-US');
  await other.goto(link);
  await expect(his.status).toHaveText(t('qr.returnedTooLate'));
  expect(other.url()).not.toContain('preLoginId');
  await expectNoAxeViolations(other);
  await his.refresh.click();
  await expect(his.picture('dingtalk')).toBeVisible();
  await other.goto(new URL('/home', link).href);
  await other.waitForURL('**/login/web?**');
  await other.context().close();
});

test.describe('the catalogue of answers', () => {
  const unregistered = { userInfoContextId: 'context', principal: '138****8002' };
  for (const [what, answer, says] of [
    ['another code, with words', { code: 10000099, message: 'Try <b>later</b>' }, 'Try <b>later</b>'],
    ['another code, without', { code: 10000099, message: null }, 'Unknown error'],
    ['a mainland number wanted', { code: 10000028, message: null }, /^Currently only mainland mobile numbers/],
  ] as const) {
    test(`${what}: it stops and says so [QR-16] [QR-15] [ER-01] [ER-04]`, async ({ login, qrCode }) => {
      const asks = qrCode.watchPolls();
      await qrCode.fulfillPolls(answer);
      await qrCode.show('alipay', login);
      await qrCode.runUntilPolled();
      await expect(qrCode.status).toHaveText(says);
      const before = asks.length;
      await qrCode.page.clock.runFor(qr.expiresAfter);
      expect(asks).toHaveLength(before);
      await expect(qrCode.status).toHaveText(says);
    });
  }

  test('400 and 10000024 are passed over in silence [QR-14] [ER-01]', async ({ login, qrCode, t }) => {
    const asks = qrCode.watchPolls();
    await qrCode.fulfillPolls({ code: 400, message: 'x' }, { code: 10000024, message: 'y' });
    await qrCode.show('wechat', login);
    await stopClock(qrCode.page);
    await flushResponses(qrCode.page);
    const before = asks.length;
    for (const times of [1, 2, 3, 4]) {
      await qrCode.runUntilPolled();
      await expect.poll(() => asks.length).toBe(before + times);
      await expect(qrCode.status).toHaveText(t('qr.ready'));
    }
  });

  for (const [what, answer] of [
    ['10000023', { code: 10000023, data: unregistered }],
    ['scanCode 432101', { code: 0, data: { ...unregistered, scanCode: 432101 } }],
    ['scanCode 432102', { code: 0, data: { ...unregistered, scanCode: 432102 } }],
  ] as const) {
    test(`${what} asks for a number [QR-12] [QR-17] [ER-01]`, async ({ login, qrCode, bindMobile }) => {
      await qrCode.fulfillPolls(answer);
      await qrCode.show('wechat', login);
      await qrCode.runUntilPolled();
      await expect(bindMobile.dialog).toBeVisible();
      await expect(bindMobile.mobile).toHaveValue(unregistered.principal);
    });
  }

  test('10000029 offers one click [QR-13] [ER-01]', async ({ login, qrCode, oneClick, t }) => {
    await qrCode.fulfillPolls({ code: 10000029, data: unregistered });
    await qrCode.show('alipay', login);
    await qrCode.runUntilPolled();
    await expect(oneClick.dialog).toContainText(t('bound.desc', { mobile: unregistered.principal }));
  });
});
