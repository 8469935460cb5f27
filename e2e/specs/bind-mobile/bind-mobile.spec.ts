import { expect, test } from '../../fixtures/test.ts';
import { newMobile } from '../../support/people/new-accounts.ts';

test('a new WeChat identity binds a number, and signs in directly the next time [QR-12] [DG-01] [DG-02]', async ({
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
  const scan = async () => {
    await phone.confirm(await phone.scan(await qrCode.open('wechat', login), 'carol'), browser);
    await qrCode.runUntilPolled();
  };
  await scan();
  await bindMobile.mobile.fill(mobile);
  await bindMobile.code.send();
  await page.reload();
  await bindMobile.code.sentTo.waitFor();
  await bindMobile.agreement.check();
  await bindMobile.code.input.fill(await outbox.wrongCode(mobile));
  await expect(bindMobile.errors).toHaveText([t.refusal('wrongCode')]);
  await bindMobile.code.input.fill(await outbox.code(mobile));
  await page.waitForURL('**/home');

  await scan();
  await page.waitForURL('**/home');
  // Unlink, so that later tests find the identity unbound.
  await home.unlink(t('qr.switch.wechat'));
});
