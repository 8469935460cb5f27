import { expect, test, widths } from '../../fixtures/test.ts';
import { ScanConfirmPage } from '../../pages/scan-confirm-page.ts';
import { alice } from '../../support/people.ts';

test('a QR code shown in another country warns on the phone and requires a second factor [AC-10]', async ({
  login,
  qrCode,
  phone,
  page,
  browser,
  secondFactor,
  outbox,
  t,
}) => {
  await page.setExtraHTTPHeaders({ 'x-country': 'NL' });
  const scanned = await phone.scan(await qrCode.open('wechat', login), 'alice');
  const phonePage = await browser.newPage({
    ...widths.phone,
    extraHTTPHeaders: { 'x-country': 'CN' },
    locale: 'en-US',
  });
  await phonePage.goto(phone.linkIn(scanned));
  const confirm = new ScanConfirmPage(phonePage, 'en-US');
  await expect(phonePage.getByText(t('scan.elsewhere'))).toBeVisible();
  await confirm.confirm.click();
  await phonePage.getByText(t('scan.confirmed')).waitFor();
  await phonePage.context().close();

  await qrCode.runUntilPolled();
  await secondFactor.waitUntilSent();
  await secondFactor.submitCode(await outbox.code(alice.account));
  await page.waitForURL('**/home');
});
