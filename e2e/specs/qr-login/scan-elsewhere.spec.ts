import { expect, test, widths } from '../../fixtures/test.ts';
import { expectNoAxeViolations } from '../../support/axe.ts';
import { ScanConfirmPage } from '../../pages/scan-confirm-page.ts';
import { alice } from '../../support/people.ts';

test('a code shown in another country: the phone warns, and a second factor is asked for [AC-10]', async ({
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
  const held = await phone.scan(await qrCode.show('wechat', login), 'alice');
  const hers = await browser.newPage({ ...widths.phone, extraHTTPHeaders: { 'x-country': 'CN' }, locale: 'en-US' });
  await hers.goto(phone.linkIn(held));
  const confirm = new ScanConfirmPage(hers, 'en-US');
  await expect(hers.getByText(t('scan.elsewhere'))).toBeVisible();
  await expectNoAxeViolations(hers);
  await confirm.confirm.click();
  await hers.getByText(t('scan.confirmed')).waitFor();
  await hers.context().close();

  await qrCode.runUntilPolled();
  await secondFactor.waitUntilSent();
  await secondFactor.submitCode(await outbox.code(alice.account));
  await page.waitForURL('**/home');
});
