import { pollWechatScan } from '@foyer/contract/apps/wechat-calls';
import { qr } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/screen.ts';
import { signedIn } from '../../scripted/usual-answers.ts';
import { alice } from '../../support/people/people.ts';

test('the pressed button turns into the seal and stays where it is until the next page is there', async ({
  login,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  // The page stays: nothing comes in place of it.
  await page.route('**/home', (route) => route.fulfill({ status: 204 }));
  await login.open();
  await login.fill(alice);
  const place = await login.submit.boundingBox();
  const asked = page.waitForRequest('**/home');
  await login.submit.click();
  await asked;
  await expect(login.submit.locator('[aria-hidden] svg')).toBeVisible();
  expect(await login.submit.boundingBox()).toEqual(place);
});

test('a seal that does not arrive does not keep the next page away', async ({ login, page, clock }) => {
  await page.route('**/assets/press-seal-*', () => {});
  await page.route('**/home', (route) => route.fulfill({ status: 204 }));
  let isAsked = false;
  void page.waitForRequest('**/home').then(() => (isAsked = true));
  await login.open();
  await login.fill(alice);
  await login.submit.click();
  await expect
    .poll(async () => {
      await clock.run(seconds(1));
      return isAsked;
    })
    .toBe(true);
});

test('after a confirmed scan the frame of the QR code shows the seal and says what follows [QR-05] [QR-11]', async ({
  login,
  qrCode,
  site,
  clock,
  page,
  t,
}) => {
  // The page stays: nothing comes in place of it.
  await page.route('**/home', (route) => route.fulfill({ status: 204 }));
  site.answer(pollWechatScan, { is: 'done', data: signedIn });
  await login.open();
  await qrCode.waitUntilShown();
  const asked = page.waitForRequest('**/home');
  await clock.run(qr.pollInterval);
  await asked;
  await expect(qrCode.block.locator('[data-seal] svg')).toBeVisible();
  await expect(qrCode.status).toHaveText(t('qr.confirmed'));
});
