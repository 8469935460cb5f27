import { qr } from '@foyer/contract/limits';
import { expect, test, widths } from '../../fixtures/test.ts';
import { ScanConfirmPage } from '../../pages/scan-confirm-page.ts';
import { expectNoAxeViolations } from '../../support/page/axe.ts';
import { alice } from '../../support/people/people.ts';

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('an expired QR code is replaced, and a scan with WeChat, confirmed on the phone, signs in and goes to the requested page [QR-05] [QR-07] [QR-11] [AC-10] [AC-15]', async ({
    login,
    qrCode,
    phone,
    home,
    page,
    browser,
    service,
    t,
  }) => {
    const qrCodes = qrCode.watchQrCodes();
    const expired = await qrCode.open('wechat', login, { redirectUrl: '/home?scene=realname' });
    await page.clock.fastForward(qr.expiresAfter);
    await expect(qrCode.status).toHaveText(t('qr.expired'));
    await qrCode.refresh.click();
    await qrCode.waitUntilShown();
    await test.step('the replaced QR code cannot be scanned', async () => {
      const { screen } = await phone.scan(expired, 'alice');
      // The WeChat account answers in Chinese: the language of an unknown person is not known.
      expect(screen.text).toContain('二维码已失效');
      expect(screen.link).toBeUndefined();
    });
    const scanned = await phone.scan(qrCodes.at(-1)!.url, 'alice');
    await qrCode.runUntilPolled();
    await expect(qrCode.status).toContainText(t('qr.scanned'));
    expect(scanned.screen.text).toContain(new URL(service.origin).host);
    await phone.confirm(scanned, browser);
    await qrCode.runUntilPolled();
    await page.waitForURL('**/home?scene=realname');
    await expect(home.greeting).toBeVisible();
  });
});

test('the link below DingTalk’s QR code opens the phone, whose scan signs in and leaves no credential in the URL [QR-10] [QP-05] [D-22]', async ({
  login,
  qrCode,
  page,
  context,
  t,
}) => {
  await qrCode.open('dingtalk', login, { redirectUrl: '/home?scene=realname' });
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: t('qr.sandboxPhone') }).click();
  const phone = await opened;
  await phone.getByRole('button', { name: alice.name.en }).click();
  await expectNoAxeViolations(phone);
  const urls: string[] = [];
  page.on('framenavigated', (frame) => frame === page.mainFrame() && urls.push(frame.url()));
  await phone.getByRole('button', { name: 'Agree' }).click();
  await page.waitForURL('**/home?scene=realname');
  expect(urls.some((url) => url.includes('preLoginId'))).toBe(true);
  await page.goBack();
  expect(page.url()).not.toContain('preLoginId');
});

test.describe('with a fresh demo', () => {
  test.use({ resetDemo: true });

  test('with Alipay an account that has not agreed is asked: declining shows a new QR code, agreeing signs in [QR-11] [DG-09] [DG-11]', async ({
    login,
    qrCode,
    phone,
    agreement,
    page,
  }) => {
    const first = await qrCode.open('alipay', login);
    await phone.answer(await phone.scan(first, 'hua'), 'confirm');
    await qrCode.runUntilPolled();
    const qrCodes = qrCode.watchQrCodes();
    await test.step('declining shows a new QR code, and the old one is used up', async () => {
      await agreement.decline.click();
      await expect(agreement.signedOut).toBeVisible();
      await qrCode.waitUntilShown('alipay');
      expect(qrCodes.at(-1)!.url).not.toBe(first);
      expect((await phone.scan(first, 'hua')).screen.is, 'the old QR code is used up').toBe('invalid');
    });
    await phone.answer(await phone.scan(qrCodes.at(-1)!.url, 'hua'), 'confirm');
    await qrCode.runUntilPolled();
    await agreement.agree.click();
    await page.waitForURL('**/home');
  });
});

test('declining on the phone shows a message beside the form and creates no session [QR-16] [AC-10]', async ({
  login,
  qrCode,
  phone,
  page,
  browser,
  service,
  t,
}) => {
  await test.step('on the page that WeChat’s message links to, which works once', async () => {
    const link = phone.linkIn(await phone.scan(await qrCode.open('wechat', login), 'alice'));
    const phonePage = await browser.newPage({ locale: 'en-US', ...widths.phone });
    await phonePage.goto(link);
    await new ScanConfirmPage(phonePage, 'en-US').decline.click();
    await expect(phonePage.getByText(t('scan.declined'), { exact: true })).toBeVisible();
    expect(phonePage.url(), 'the ticket is removed from the URL').toBe(`${service.origin}/scan/confirm`);
    await qrCode.runUntilPolled();
    await expect(qrCode.status).toHaveText(t('qr.denied'));
    await phonePage.goto(link);
    await expect(phonePage.getByText(t('scan.gone'), { exact: true })).toBeVisible();
    await phonePage.context().close();
  });
  await test.step('with DingTalk', async () => {
    await phone.answer(await phone.scan(await qrCode.open('dingtalk', login), 'alice'), 'decline');
    await expect(qrCode.status).toHaveText(t('qr.denied'));
  });
  expect((await page.request.get('/api/user/accounts/me')).status()).toBe(401);
});

test('a QR code shown in another country warns on the phone and requires a second factor [QR-18] [AC-10]', async ({
  login,
  qrCode,
  phone,
  page,
  browser,
  secondFactor,
  outbox,
  t,
}) => {
  await page.setExtraHTTPHeaders({ 'x-country': 'NL' });
  const scanned = await phone.scan(await qrCode.open('wechat', login), 'alice');
  const inChina = { 'x-country': 'CN' };
  const phonePage = await browser.newPage({ ...widths.phone, locale: 'en-US', extraHTTPHeaders: inChina });
  await phonePage.goto(phone.linkIn(scanned));
  await expect(phonePage.getByText(t('scan.elsewhere'))).toBeVisible();
  await new ScanConfirmPage(phonePage, 'en-US').confirm.click();
  await phonePage.getByText(t('scan.confirmed'), { exact: true }).waitFor();
  await phonePage.context().close();

  await qrCode.runUntilPolled();
  await secondFactor.waitUntilSent();
  await secondFactor.submitCode(await outbox.code(alice.account));
  await page.waitForURL('**/home');
});
