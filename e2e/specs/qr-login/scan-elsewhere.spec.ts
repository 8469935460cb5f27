import { expect } from '@playwright/test';
import { expectNoAxeViolations } from '../../support/axe.ts';
import { ScanConfirmPage } from '../../pages/scan-confirm-page.ts';
import { alice } from '../../support/people.ts';
import { test } from '../../fixtures/scanning.ts';
import { widths } from '../../fixtures/test.ts';

test('a code shown in another country: the phone warns, and a second factor is asked for [AC-10]', async ({
  login,
  scan,
  phone,
  page,
  browser,
  secondFactor,
  outbox,
}) => {
  await page.setExtraHTTPHeaders({ 'x-country': 'NL' });
  const held = await phone.scan(await scan.show('wechat', login), 'alice');
  const hers = await browser.newPage({ ...widths.phone, extraHTTPHeaders: { 'x-country': 'CN' }, locale: 'en-US' });
  await hers.goto(phone.linkIn(held));
  const confirm = new ScanConfirmPage(hers, 'en-US');
  await expect(hers.getByText(confirm.words.elsewhere)).toBeVisible();
  await expectNoAxeViolations(hers);
  await confirm.yes.click();
  await hers.getByText(confirm.words.confirmed).waitFor();
  await hers.context().close();

  await scan.letAsk();
  await secondFactor.untilSent();
  await secondFactor.enter(await outbox.code(alice.account));
  await page.waitForURL('**/home');
});
