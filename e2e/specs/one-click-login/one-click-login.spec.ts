import { transferLogin } from '@foyer/contract/flows/one-click-login';
import { oneClick as oneClickLimits } from '@foyer/contract/limits';
import { minutes, seconds } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/test.ts';
import { expectNoAxeViolations } from '../../support/axe.ts';
import { watchCall } from '../../support/calls.ts';
import { setVisibility, stopClock } from '../../support/page-clock.ts';
import { texts } from '../../support/texts.ts';

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('after five seconds Dan is in, without a click; next time without a question [QR-13] [DG-03]', async ({
    login,
    qrCode,
    phone,
    oneClick,
    home,
    page,
    t,
  }) => {
    const transfers = watchCall(page, transferLogin);
    await phone.answer(await phone.scan(await qrCode.show('alipay', login), 'dan'), true);
    await stopClock(page);
    await qrCode.runUntilPolled();
    await oneClick.waitUntilOpen();
    await expect(oneClick.dialog).toContainText(t('bound.desc', { mobile: '138****8003' }));
    await expect(oneClick.timer).toHaveText(t('bound.countdown', { s: 5 }));
    expect((await oneClick.dialog.boundingBox())?.width).toBe(432);
    await page.clock.runFor(seconds(4.9));
    await expect(oneClick.timer).toHaveText(t('bound.countdown', { s: 1 }));
    expect(transfers).toHaveLength(0);
    await page.clock.runFor(seconds(0.1));
    await page.clock.resume();
    await page.waitForURL('**/home');
    expect(transfers.map((one) => one.postDataJSON().credentials)).toEqual(['PC_ALI_PAY_USER_TRANSFER']);
    await home.signOut();

    await phone.answer(await phone.scan(await qrCode.show('alipay', login), 'dan'), true);
    await qrCode.runUntilPolled();
    await page.waitForURL('**/home');
    // The next test is his first time again.
    await home.unlink(t('qr.switch.alipay'));
  });
});

test('the button does it at once [DG-03]', async ({ login, qrCode, phone, oneClick, home, page, t }) => {
  const transfers = watchCall(page, transferLogin);
  await phone.answer(await phone.scan(await qrCode.show('dingtalk', login), 'dan'), true);
  await oneClick.confirm.dblclick();
  await page.waitForURL('**/home');
  expect(transfers.map((one) => one.postDataJSON().credentials)).toEqual(['PC_DING_USER_TRANSFER']);
  await home.unlink(t('qr.switch.dingtalk'));
});

test('once the scan counts no more the dialog says so and leads to a fresh code [DG-03] [DG-11]', async ({
  login,
  qrCode,
  phone,
  oneClick,
  page,
  service,
}) => {
  const first = await qrCode.show('alipay', login);
  await phone.answer(await phone.scan(first, 'dan'), true);
  await stopClock(page);
  await qrCode.runUntilPolled();
  await oneClick.waitUntilOpen();
  await service.moveClock(oneClickLimits.lifetime);
  await oneClick.confirm.click();
  await expect(oneClick.dialog.getByRole('alert')).toHaveText(texts('en-US')('common.tooLate'));
  await expect(oneClick.confirm).toHaveCount(0);
  await page.clock.resume();
  await expectNoAxeViolations(page);
  const codes = qrCode.watchCodes();
  await oneClick.back.click();
  await expect(oneClick.dialog).toHaveCount(0);
  await qrCode.waitUntilShown('alipay');
  expect(codes[0]!.url).not.toBe(first);
});

test('it counts only while someone looks, can be stopped, and left for a fresh code [DG-03] [DG-11] [AC-16]', async ({
  login,
  qrCode,
  phone,
  oneClick,
  page,
  t,
}) => {
  const transfers = watchCall(page, transferLogin);
  const first = await qrCode.show('alipay', login);
  await phone.answer(await phone.scan(first, 'dan'), true);
  await stopClock(page);
  await qrCode.runUntilPolled();
  await oneClick.waitUntilOpen();
  await page.clock.runFor(seconds(2));
  await setVisibility(page, 'hidden');
  await page.clock.runFor(minutes(1));
  expect(transfers).toHaveLength(0);
  await setVisibility(page, 'visible');
  await expect(oneClick.timer).toHaveText(t('bound.countdown', { s: 3 }));
  await page.clock.runFor(seconds(2));

  await oneClick.stop.click();
  await expect(oneClick.timer).toHaveCount(0);
  await expect(oneClick.confirm).toBeFocused();
  await page.clock.runFor(minutes(1));
  expect(transfers).toHaveLength(0);
  await page.clock.resume();
  await expectNoAxeViolations(page);

  const codes = qrCode.watchCodes();
  await oneClick.other.click();
  await expect(oneClick.dialog).toHaveCount(0);
  await qrCode.waitUntilShown('alipay');
  expect(codes[0]!.url).not.toBe(first);
  await page.clock.runFor(minutes(1));
  expect(transfers).toHaveLength(0);
});
