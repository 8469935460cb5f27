import { transferLogin } from '@foyer/contract/flows/one-click-login';
import { expect, test } from '../../fixtures/test.ts';
import { watchCall } from '../../support/servers/calls.ts';

test('one click signs in to the account of the number, and the next scan signs in directly [QR-13] [DG-03]', async ({
  login,
  qrCode,
  phone,
  oneClick,
  home,
  page,
  t,
}) => {
  const transfers = watchCall(page, transferLogin);
  const scan = async () => phone.answer(await phone.scan(await qrCode.open('dingtalk', login), 'dan'), 'confirm');
  await scan();
  await oneClick.confirm.dblclick();
  await page.waitForURL('**/home');
  expect(transfers.map((one) => one.postDataJSON().credentials)).toEqual(['PC_DING_USER_TRANSFER']);
  await home.signOut();

  await scan();
  await page.waitForURL('**/home');
  // Unlink, so that later tests find the identity unbound.
  await home.unlink(t('qr.switch.dingtalk'));
});
