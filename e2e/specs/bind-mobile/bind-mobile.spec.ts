import { bindMobileToWechat } from '@foyer/contract/flows/bind-mobile';
import { bindMobile as limits } from '@foyer/contract/limits';
import { people } from '@foyer/sandbox/people';
import { expect, test } from '../../fixtures/test.ts';
import { bodiesOf, holdRequests, watchCalls } from '../../support/calls.ts';
import { newMobile } from '../../support/new-accounts.ts';
import { dan } from '../../support/people.ts';

const carol = people.find(({ id }) => id === 'carol')!.mobile!;

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a new WeChat identity binds a number by code and agreement, and signs in directly the next time [QR-12] [DG-01] [DG-02]', async ({
    login,
    qrCode,
    phone,
    bindMobile,
    outbox,
    home,
    page,
    browser,
    t,
  }) => {
    const mobile = newMobile();
    await phone.confirm(await phone.scan(await qrCode.open('wechat', login), 'carol'), browser);
    await qrCode.runUntilPolled();
    await expect(bindMobile.mobile).toBeFocused();
    await expect(bindMobile.dialog).toContainText(t('bind.desc'));
    await expect(bindMobile.dialog).toHaveCSS('width', '540px');

    await test.step('an empty or invalid number is rejected', async () => {
      await bindMobile.code.button.click();
      await expect(bindMobile.errors).toHaveText([t('bind.mobile.empty')]);
      await bindMobile.mobile.fill('139001');
      await bindMobile.code.button.click();
      await expect(bindMobile.errors).toHaveText([t('bind.mobile.invalid')]);
    });
    await bindMobile.mobile.fill(mobile);
    await bindMobile.code.send();
    const wrong = await outbox.wrongCode(mobile);
    await bindMobile.code.input.fill(wrong);
    const calls = watchCalls(page);
    await bindMobile.submit.click();
    await expect(bindMobile.errors).toHaveText([t('bind.agree.tooltip')]);
    await expect(bindMobile.agreement).toBeFocused();
    expect(calls).toEqual([]);

    await page.reload();
    await expect(bindMobile.mobile).toHaveValue(mobile);
    await bindMobile.code.sentTo.waitFor();
    expect(bodiesOf(calls, '/sender/mobile/v3')).toEqual([]);
    await bindMobile.code.input.fill(wrong);
    await bindMobile.agreement.check();
    await bindMobile.submit.click();
    await expect(bindMobile.errors).toHaveText([t.refusal('wrongCode')]);
    await bindMobile.code.input.fill(await outbox.code(mobile));
    await bindMobile.submit.click();
    await page.waitForURL('**/home');
    await home.signOut();

    await phone.confirm(await phone.scan(await qrCode.open('wechat', login), 'carol'), browser);
    await qrCode.runUntilPolled();
    await page.waitForURL('**/home');
    // Unlink, so that later tests find the identity unbound.
    await home.unlink(t('qr.switch.wechat'));
  });
});

test.describe('with a fresh demo', () => {
  test.use({ resetDemo: true });

  test('a number provided by Alipay is shown masked and read-only, without an agreement checkbox [DG-01] [DG-02] [D-29]', async ({
    login,
    qrCode,
    phone,
    bindMobile,
    consent,
    outbox,
    page,
    t,
  }) => {
    await phone.answer(await phone.scan(await qrCode.open('alipay', login), 'carol'), 'confirm');
    await qrCode.runUntilPolled();
    await expect(bindMobile.mobile).toHaveValue('138****8002');
    await expect(bindMobile.mobile).toHaveAttribute('readonly');
    await expect(bindMobile.dialog).toContainText(t('bind.mobile.known', { app: t('qr.switch.alipay') }));
    await expect(bindMobile.agreement).toHaveCount(0);

    const calls = watchCalls(page);
    await bindMobile.code.send();
    await bindMobile.code.input.fill(await outbox.code(carol));
    await bindMobile.submit.click();
    await consent.agree.click();
    await page.waitForURL('**/home');
    const [sent] = bodiesOf(calls, '/sender/mobile/v3');
    expect(sent).toEqual({ bizType: 'BIND_MOBILE', preServiceId: expect.any(String), auth: expect.any(String) });
    const [bound] = bodiesOf(calls, '/login/commit/aliPayPrincipal');
    expect(bound).not.toHaveProperty('mobile');
    expect(bound.data.userInfoContextId).toBe(bound.userInfoContextId);
  });
});

test('a number with an account needs its code, and a running request cannot be cancelled [AC-42] [DG-01] [DG-11]', async ({
  login,
  qrCode,
  phone,
  bindMobile,
  outbox,
  home,
  page,
  browser,
  t,
}) => {
  await phone.confirm(await phone.scan(await qrCode.open('wechat', login), 'dan'), browser);
  await qrCode.runUntilPolled();
  await bindMobile.mobile.fill(dan.account);
  await bindMobile.code.send();
  await bindMobile.agreement.check();
  await bindMobile.code.input.fill(await outbox.wrongCode(dan.account));
  await bindMobile.submit.click();
  await expect(bindMobile.errors).toHaveText([t.refusal('wrongCode')]);
  await bindMobile.code.input.fill(await outbox.code(dan.account));
  const release = await holdRequests(page, bindMobileToWechat.path);
  await bindMobile.submit.click();
  await expect(bindMobile.close).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(bindMobile.dialog).toBeVisible();
  release();
  await page.waitForURL('**/home');
  await expect(home.greeting).toBeVisible();
  await home.unlink(t('qr.switch.wechat'));
});

test('closing the dialog after it has expired shows a new QR code [DG-01] [DG-11]', async ({
  login,
  qrCode,
  phone,
  bindMobile,
  page,
  browser,
  service,
}) => {
  const first = await qrCode.open('wechat', login);
  await phone.confirm(await phone.scan(first, 'carol'), browser);
  await qrCode.runUntilPolled();
  await bindMobile.mobile.fill(newMobile());
  await service.moveClock(limits.lifetime);
  await bindMobile.code.button.click();
  await expect(bindMobile.errors).toHaveCount(1);
  const qrCodes = qrCode.watchQrCodes();
  await page.keyboard.press('Escape');
  await expect(bindMobile.dialog).toHaveCount(0);
  await qrCode.waitUntilShown('wechat');
  expect(qrCodes.at(-1)!.url).not.toBe(first);
});
