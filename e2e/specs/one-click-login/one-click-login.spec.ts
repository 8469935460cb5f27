import { transferLogin } from '@foyer/contract/flows/one-click-login';
import { oneClick as oneClickLimits } from '@foyer/contract/limits';
import { minutes, seconds } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/test.ts';
import { waitForRequestEvents, watchCall } from '../../support/calls.ts';
import { setVisibility, stopClock } from '../../support/page-clock.ts';

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('the countdown signs in after five seconds, and the next scan signs in directly [QR-13] [DG-03]', async ({
    login,
    qrCode,
    phone,
    oneClick,
    home,
    page,
    t,
  }) => {
    const transfers = watchCall(page, transferLogin);
    await phone.answer(await phone.scan(await qrCode.open('alipay', login), 'dan'), 'confirm');
    await stopClock(page);
    await qrCode.runUntilPolled();
    await oneClick.waitUntilOpen();
    await test.step('the countdown runs five seconds', async () => {
      await expect(oneClick.dialog).toContainText(t('bound.desc', { mobile: '138****8003' }));
      await expect(oneClick.timer).toHaveText(t('bound.countdown', { s: 5 }));
      await expect(oneClick.confirm).toHaveText(`${t('bound.confirm')} · ${t('bound.seconds', { s: 5 })}`);
      await expect(oneClick.confirm).toHaveAccessibleName(t('bound.confirm'));
      await expect(oneClick.dialog).toHaveCSS('width', '432px');
      await page.clock.runFor(seconds(4.9));
      await expect(oneClick.timer).toHaveText(t('bound.countdown', { s: 1 }));
      expect(transfers).toHaveLength(0);
      await page.clock.runFor(seconds(0.1));
      await page.clock.resume();
      await page.waitForURL('**/home');
      expect(transfers.map((one) => one.postDataJSON().credentials)).toEqual(['PC_ALI_PAY_USER_TRANSFER']);
    });
    await home.signOut();

    await test.step('the next scan signs in directly', async () => {
      await phone.answer(await phone.scan(await qrCode.open('alipay', login), 'dan'), 'confirm');
      await qrCode.runUntilPolled();
      await page.waitForURL('**/home');
    });
    // Unlink, so that later tests find the identity unbound.
    await home.unlink(t('qr.switch.alipay'));
  });
});

test('the button signs in at once [DG-03]', async ({ login, qrCode, phone, oneClick, home, page, t }) => {
  const transfers = watchCall(page, transferLogin);
  await phone.answer(await phone.scan(await qrCode.open('dingtalk', login), 'dan'), 'confirm');
  await oneClick.confirm.dblclick();
  await page.waitForURL('**/home');
  expect(transfers.map((one) => one.postDataJSON().credentials)).toEqual(['PC_DING_USER_TRANSFER']);
  await home.unlink(t('qr.switch.dingtalk'));
});

test('an expired scan shows an error and leads to a new QR code [DG-03] [DG-11]', async ({
  login,
  qrCode,
  phone,
  oneClick,
  page,
  service,
  t,
}) => {
  const first = await qrCode.open('alipay', login);
  await phone.answer(await phone.scan(first, 'dan'), 'confirm');
  await stopClock(page);
  await qrCode.runUntilPolled();
  await oneClick.waitUntilOpen();
  await service.moveClock(oneClickLimits.lifetime);
  await oneClick.confirm.click();
  await expect(oneClick.dialog.getByRole('alert')).toHaveText(t('common.tooLate'));
  await expect(oneClick.confirm).toHaveCount(0);
  await page.clock.resume();
  const qrCodes = qrCode.watchQrCodes();
  await oneClick.back.click();
  await expect(oneClick.dialog).toHaveCount(0);
  await qrCode.waitUntilShown('alipay');
  expect(qrCodes.at(-1)!.url).not.toBe(first);
});

test('the countdown pauses while the page is hidden, can be stopped, and can be left for a new QR code [DG-03] [DG-11] [AC-16]', async ({
  login,
  qrCode,
  phone,
  oneClick,
  page,
  t,
}) => {
  const transfers = watchCall(page, transferLogin);
  const first = await qrCode.open('alipay', login);
  await phone.answer(await phone.scan(first, 'dan'), 'confirm');
  await stopClock(page);
  await qrCode.runUntilPolled();
  await oneClick.waitUntilOpen();
  await test.step('Enter, pressed twice for the form, cancels nothing', async () => {
    await expect(oneClick.heading).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(oneClick.timer).toBeVisible();
  });
  await page.clock.runFor(seconds(2));
  await setVisibility(page, 'hidden');
  await page.clock.runFor(minutes(1));
  await waitForRequestEvents(page);
  expect(transfers).toHaveLength(0);
  await setVisibility(page, 'visible');
  await expect(oneClick.timer).toHaveText(t('bound.countdown', { s: 3 }));
  await page.clock.runFor(seconds(2));

  await test.step('it can be stopped', async () => {
    await oneClick.stop.click();
    await expect(oneClick.timer).toHaveCount(0);
    await expect(oneClick.confirm).toBeFocused();
    await page.clock.runFor(minutes(1));
    await waitForRequestEvents(page);
    expect(transfers).toHaveLength(0);
    await page.clock.resume();
  });
  await test.step('another way shows a new QR code', async () => {
    const qrCodes = qrCode.watchQrCodes();
    await oneClick.other.click();
    await expect(oneClick.dialog).toHaveCount(0);
    await qrCode.waitUntilShown('alipay');
    expect(qrCodes.at(-1)!.url).not.toBe(first);
    await page.clock.runFor(minutes(1));
    await waitForRequestEvents(page);
    expect(transfers).toHaveLength(0);
  });
});
