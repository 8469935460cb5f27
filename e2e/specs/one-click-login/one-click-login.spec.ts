import { expect } from '@playwright/test';
import { transferLogin } from '@foyer/contract/flows/one-click-login';
import { minutes, seconds } from '@foyer/contract/time';
import { oneClick as oneClickLimits } from '@foyer/contract/limits';
import { expectNoAxeViolations } from '../../support/axe.ts';
import { dialogWordsIn } from '../../support/dialog-words.ts';
import { stopClock } from '../../support/page-clock.ts';
import { look, test } from '../../fixtures/scanning.ts';
import { watchCall } from '../../support/watched-calls.ts';

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('after five seconds Dan is in, without a click; next time without a question [QR-13] [DG-03]', async ({
    login,
    scan,
    phone,
    oneClick,
    home,
    page,
  }) => {
    const transfers = watchCall(page, transferLogin);
    await phone.answer(await phone.scan(await scan.show('alipay', login), 'dan'), true);
    await stopClock(page);
    await scan.letAsk();
    await oneClick.untilOpen();
    await expect(oneClick.dialog).toContainText(oneClick.words.about('138****8003'));
    await expect(oneClick.timer).toHaveText(oneClick.words.countdown(5));
    expect((await oneClick.dialog.boundingBox())?.width).toBe(432);
    await page.clock.runFor(seconds(4.9));
    await expect(oneClick.timer).toHaveText(oneClick.words.countdown(1));
    expect(transfers).toHaveLength(0);
    await page.clock.runFor(seconds(0.1));
    await page.clock.resume();
    await page.waitForURL('**/home');
    expect(transfers.map((one) => one.postDataJSON().credentials)).toEqual(['PC_ALI_PAY_USER_TRANSFER']);
    await home.signOut();

    await phone.answer(await phone.scan(await scan.show('alipay', login), 'dan'), true);
    await scan.letAsk();
    await page.waitForURL('**/home');
    // The next test is his first time again.
    await home.unlink(scan.words.apps.alipay);
  });
});

test('the button does it at once [DG-03]', async ({ login, scan, phone, oneClick, home, page }) => {
  const transfers = watchCall(page, transferLogin);
  await phone.answer(await phone.scan(await scan.show('dingtalk', login), 'dan'), true);
  await oneClick.confirm.dblclick();
  await page.waitForURL('**/home');
  expect(transfers.map((one) => one.postDataJSON().credentials)).toEqual(['PC_DING_USER_TRANSFER']);
  await home.unlink(scan.words.apps.dingtalk);
});

test('once the scan counts no more the dialog says so and leads to a fresh code [DG-03] [DG-11]', async ({
  login,
  scan,
  phone,
  oneClick,
  page,
  service,
}) => {
  const first = await scan.show('alipay', login);
  await phone.answer(await phone.scan(first, 'dan'), true);
  await stopClock(page);
  await scan.letAsk();
  await oneClick.untilOpen();
  await service.moveClock(oneClickLimits.lifetime);
  await oneClick.confirm.click();
  await expect(oneClick.dialog.getByRole('alert')).toHaveText(dialogWordsIn('en-US').tooLate);
  await expect(oneClick.confirm).toHaveCount(0);
  await page.clock.resume();
  await expectNoAxeViolations(page);
  const codes = scan.watchCodes();
  await oneClick.back.click();
  await expect(oneClick.dialog).toHaveCount(0);
  await scan.untilShown('alipay');
  expect(codes[0]!.url).not.toBe(first);
});

test('it counts only while someone looks, can be stopped, and left for a fresh code [DG-03] [DG-11] [AC-16]', async ({
  login,
  scan,
  phone,
  oneClick,
  page,
}) => {
  const transfers = watchCall(page, transferLogin);
  const first = await scan.show('alipay', login);
  await phone.answer(await phone.scan(first, 'dan'), true);
  await stopClock(page);
  await scan.letAsk();
  await oneClick.untilOpen();
  await page.clock.runFor(seconds(2));
  await look(page, 'hidden');
  await page.clock.runFor(minutes(1));
  expect(transfers).toHaveLength(0);
  await look(page, 'visible');
  await expect(oneClick.timer).toHaveText(oneClick.words.countdown(3));
  await page.clock.runFor(seconds(2));

  await oneClick.stop.click();
  await expect(oneClick.timer).toHaveCount(0);
  await expect(oneClick.confirm).toBeFocused();
  await page.clock.runFor(minutes(1));
  expect(transfers).toHaveLength(0);
  await page.clock.resume();
  await expectNoAxeViolations(page);

  const codes = scan.watchCodes();
  await oneClick.other.click();
  await expect(oneClick.dialog).toHaveCount(0);
  await scan.untilShown('alipay');
  expect(codes[0]!.url).not.toBe(first);
  await page.clock.runFor(minutes(1));
  expect(transfers).toHaveLength(0);
});
