import type { Locator } from '@playwright/test';
import { transferLogin } from '@foyer/contract/flows/one-click-login';
import { pollAlipayScan } from '@foyer/contract/apps/alipay-calls';
import { requestQr } from '@foyer/contract/flows/qr-login';
import { qr } from '@foyer/contract/limits';
import { minutes, seconds } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/screen.ts';
import { signedIn } from '../../scripted/usual-answers.ts';
import { setVisibility } from '../../support/page/page-clock.ts';

test.use({ locale: 'zh-CN' });

test('the countdown signs in after five seconds, pauses while the page is hidden, can be stopped, and can be left for a new QR code [DG-03] [DG-11] [AC-16]', async ({
  login,
  qrCode,
  oneClick,
  clock,
  page,
  site,
  t,
}) => {
  const data = { userInfoContextId: 'person-1', principal: '138****5678' };
  site.answer(pollAlipayScan, { is: 'mobileAlreadyBound', data });
  site.answer(transferLogin, { is: 'authorisationExpired' }, { is: 'done', data: signedIn });
  /** Closes the dialog by a button and scans the new QR code. */
  const scanAgain = async (button: Locator) => {
    const before = site.callsOf(requestQr).length;
    await button.click();
    await expect(oneClick.dialog).toHaveCount(0);
    await site.waitForCalls(requestQr, before + 1);
    await qrCode.waitUntilShown('alipay');
    await clock.run(qr.pollInterval);
    await expect(oneClick.timer).toHaveText(t('bound.countdown', { s: 5 }));
  };
  await qrCode.open('alipay', login);
  await clock.run(qr.pollInterval);
  await test.step('Enter, pressed twice for the form, cancels nothing', async () => {
    await expect(oneClick.heading).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(oneClick.timer).toHaveText(t('bound.countdown', { s: 5 }));
    await expect(oneClick.dialog).toContainText(t('bound.desc', { mobile: '138****5678' }));
    await expect(oneClick.confirm).toHaveText(`${t('bound.confirm')} · ${t('bound.seconds', { s: 5 })}`);
    await expect(oneClick.confirm).toHaveAccessibleName(t('bound.confirm'));
    await expect(oneClick.dialog).toHaveCSS('width', '432px');
  });
  await test.step('it pauses', async () => {
    await clock.run(seconds(2));
    await setVisibility(page, 'hidden');
    await clock.run(minutes(1));
    await setVisibility(page, 'visible');
    await expect(oneClick.timer).toHaveText(t('bound.countdown', { s: 3 }));
    await clock.run(seconds(2));
  });
  await test.step('it can be stopped', async () => {
    await oneClick.stop.click();
    await expect(oneClick.timer).toHaveCount(0);
    await expect(oneClick.confirm).toBeFocused();
    await clock.run(minutes(1));
  });
  await test.step('another way shows a new QR code', async () => {
    await scanAgain(oneClick.other);
    expect(site.callsOf(transferLogin)).toEqual([]);
  });
  await test.step('an expired scan shows an error and leads to a new QR code', async () => {
    await oneClick.confirm.click();
    await expect(oneClick.dialog.getByRole('alert')).toHaveText(t('common.tooLate'));
    await expect(oneClick.confirm).toHaveCount(0);
    await scanAgain(oneClick.back);
  });
  await test.step('it signs in after five seconds', async () => {
    await clock.run(seconds(5) - 1);
    await expect(oneClick.timer).toHaveText(t('bound.countdown', { s: 1 }));
    expect(site.callsOf(transferLogin)).toHaveLength(1);
    await clock.run(1);
    await page.waitForURL('**/home');
    const transfer = { data: { userInfoContextId: 'person-1' }, credentials: 'PC_ALI_PAY_USER_TRANSFER' };
    expect(site.bodiesOf(transferLogin)).toEqual([transfer, transfer]);
  });
});
