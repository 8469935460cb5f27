import { transferLogin } from '@foyer/contract/flows/one-click-login';
import { pollAlipayScan, requestQr } from '@foyer/contract/flows/qr-login';
import { qr } from '@foyer/contract/limits';
import { minutes, seconds } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/screen.ts';
import { signedIn } from '../../scripted/usual-answers.ts';
import { setVisibility } from '../../support/page-clock.ts';

test.beforeEach(async ({ login, qrCode, oneClick, clock, site }) => {
  const data = { userInfoContextId: 'person-1', principal: '138****5678' };
  site.answer(pollAlipayScan, { is: 'mobileAlreadyBound', data });
  site.answer(transferLogin, { is: 'done', data: signedIn });
  await qrCode.open('alipay', login);
  await clock.run(qr.pollInterval);
  await oneClick.timer.waitFor();
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('the countdown signs in after five seconds [DG-03]', async ({ oneClick, clock, page, site, t }) => {
    await expect(oneClick.dialog).toContainText(t('bound.desc', { mobile: '138****5678' }));
    await expect(oneClick.timer).toHaveText(t('bound.countdown', { s: 5 }));
    await expect(oneClick.confirm).toHaveText(`${t('bound.confirm')} · ${t('bound.seconds', { s: 5 })}`);
    await expect(oneClick.confirm).toHaveAccessibleName(t('bound.confirm'));
    await expect(oneClick.dialog).toHaveCSS('width', '432px');
    await clock.run(seconds(5) - 1);
    await expect(oneClick.timer).toHaveText(t('bound.countdown', { s: 1 }));
    expect(site.callsOf(transferLogin)).toEqual([]);
    await clock.run(1);
    await page.waitForURL('**/home');
    expect(site.bodiesOf(transferLogin)).toEqual([
      { data: { userInfoContextId: 'person-1' }, credentials: 'PC_ALI_PAY_USER_TRANSFER' },
    ]);
  });
});

test('the countdown pauses while the page is hidden, can be stopped, and can be left for a new QR code [DG-03] [DG-11] [AC-16]', async ({
  oneClick,
  qrCode,
  clock,
  page,
  site,
  t,
}) => {
  await test.step('Enter, pressed twice for the form, cancels nothing', async () => {
    await expect(oneClick.heading).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(oneClick.timer).toBeVisible();
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
    const before = site.callsOf(requestQr).length;
    site.answer(pollAlipayScan, { is: 'pending', data: { scanned: false } });
    await oneClick.other.click();
    await expect(oneClick.dialog).toHaveCount(0);
    await site.waitForCalls(requestQr, before + 1);
    await qrCode.waitUntilShown('alipay');
    await clock.run(seconds(5));
    expect(site.callsOf(transferLogin)).toEqual([]);
  });
});

test('an expired scan shows an error and leads to a new QR code [DG-03] [DG-11]', async ({
  oneClick,
  qrCode,
  site,
  t,
}) => {
  site.answer(transferLogin, { is: 'authorisationExpired' });
  await oneClick.confirm.click();
  await expect(oneClick.dialog.getByRole('alert')).toHaveText(t('common.tooLate'));
  await expect(oneClick.confirm).toHaveCount(0);
  const before = site.callsOf(requestQr).length;
  await oneClick.back.click();
  await expect(oneClick.dialog).toHaveCount(0);
  await site.waitForCalls(requestQr, before + 1);
  await qrCode.waitUntilShown('alipay');
});
