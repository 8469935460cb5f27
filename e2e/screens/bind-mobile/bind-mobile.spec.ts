import { bindMobileTo } from '@foyer/contract/flows/bind-mobile';
import { pollAlipayScan } from '@foyer/contract/apps/alipay-calls';
import { pollWechatScan } from '@foyer/contract/apps/wechat-calls';
import { requestQr } from '@foyer/contract/flows/qr-login';
import { sendCodeToMobile } from '@foyer/contract/flows/send-code';
import { qr } from '@foyer/contract/limits';
import { expect, test } from '../../fixtures/screen.ts';
import { signedIn } from '../../scripted/usual-answers.ts';

const unlinked = { userInfoContextId: 'person-1' };
const mobile = '13812345678';

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a new WeChat identity binds a number by code and agreement [DG-01] [DG-02]', async ({
    login,
    qrCode,
    bindMobile,
    clock,
    page,
    site,
    t,
  }) => {
    site.answer(pollWechatScan, { is: 'needsMobile', data: unlinked });
    await qrCode.open('wechat', login);
    await clock.run(qr.pollInterval);
    await expect(bindMobile.mobile).toBeFocused();
    await expect(bindMobile.dialog).toContainText(t('bind.desc', { app: t('qr.switch.wechat') }));
    await expect(bindMobile.dialog).toHaveCSS('width', '540px');

    await test.step('an empty or invalid number is rejected', async () => {
      await bindMobile.code.button.click();
      await expect(bindMobile.errors).toHaveText([t('bind.mobile.empty')]);
      await bindMobile.mobile.fill('139001');
      await bindMobile.code.button.click();
      await expect(bindMobile.errors).toHaveText([t('bind.mobile.invalid')]);
    });
    await test.step('without the agreement nothing is sent', async () => {
      await bindMobile.mobile.fill(mobile);
      await bindMobile.code.send();
      await bindMobile.code.input.fill('482913');
      await bindMobile.submit.click();
      await expect(bindMobile.errors).toHaveText([t('bind.agree.tooltip')]);
      await expect(bindMobile.agreement).toBeFocused();
      expect(site.callsOf(bindMobileTo.wechat)).toEqual([]);
    });
    await test.step('a reload keeps the number and the code that was sent', async () => {
      await page.reload();
      await expect(bindMobile.mobile).toHaveValue(mobile);
      await bindMobile.code.sentTo.waitFor();
      expect(site.bodiesOf(sendCodeToMobile)).toEqual([
        { bizType: 'BIND_MOBILE', preServiceId: 'person-1', principal: mobile },
      ]);
    });
    await test.step('a wrong code is shown', async () => {
      site.answer(bindMobileTo.wechat, { is: 'wrongCode', data: { attemptsLeft: 4 } });
      await bindMobile.code.input.fill('000000');
      await bindMobile.agreement.check();
      await bindMobile.submit.click();
      await expect(bindMobile.errors).toHaveText([t.refusal('wrongCode', { attemptsLeft: 4 })]);
    });
    await test.step('a running request cannot be cancelled [DG-11]', async () => {
      const answer = site.hold(bindMobileTo.wechat);
      await bindMobile.code.input.fill('482913');
      await expect(bindMobile.close).toBeDisabled();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await expect(bindMobile.dialog).toBeVisible();
      answer({ is: 'done', data: signedIn });
      await page.waitForURL('**/home');
      expect(site.bodiesOf(bindMobileTo.wechat).at(-1)).toMatchObject({
        ...unlinked,
        data: unlinked,
        credentials: '482913',
        serviceId: 'code-1',
        mobile,
        principal: mobile,
        agreed: true,
      });
    });
  });
});

test('a number that Alipay provides is shown masked and read-only, without an agreement checkbox [DG-01] [DG-02] [D-29]', async ({
  login,
  qrCode,
  bindMobile,
  clock,
  page,
  site,
  t,
}) => {
  site.answer(pollAlipayScan, { is: 'needsMobile', data: { ...unlinked, principal: '138****5678' } });
  site.answer(bindMobileTo.alipay, { is: 'done', data: signedIn });
  await qrCode.open('alipay', login);
  await clock.run(qr.pollInterval);
  await test.step('closing the dialog after it has expired shows a new QR code [DG-11]', async () => {
    site.answer(sendCodeToMobile, { is: 'unknownServiceId' }, { is: 'done', data: { serviceId: 'code-1' } });
    await bindMobile.code.button.click();
    await expect(bindMobile.errors).toHaveText([t('common.tooLate')]);
    const before = site.callsOf(requestQr).length;
    await page.keyboard.press('Escape');
    await expect(bindMobile.dialog).toHaveCount(0);
    await site.waitForCalls(requestQr, before + 1);
    await qrCode.waitUntilShown('alipay');
  });
  await test.step('the next scan binds the number by a code', async () => {
    await clock.run(qr.pollInterval);
    await expect(bindMobile.mobile).toHaveValue('138****5678');
    await expect(bindMobile.mobile).toHaveAttribute('readonly');
    await expect(bindMobile.dialog).toContainText(t('bind.mobile.known', { app: t('qr.switch.alipay') }));
    await expect(bindMobile.agreement).toHaveCount(0);
    await bindMobile.code.send();
    expect(site.bodiesOf(sendCodeToMobile).at(-1)).toEqual({ bizType: 'BIND_MOBILE', preServiceId: 'person-1' });
    await bindMobile.code.input.fill('482913');
    await page.waitForURL('**/home');
    const [bound] = site.bodiesOf(bindMobileTo.alipay);
    expect(bound).toMatchObject({ ...unlinked, data: unlinked });
    expect(bound).not.toHaveProperty('mobile');
  });
});
