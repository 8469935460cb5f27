import { expect, test } from '../../fixtures/test.ts';
import { countShifts } from '../../support/page/layout-shifts.ts';
import { bob } from '../../support/people/people.ts';
import { widths } from '../../support/page/widths.ts';

test.use({ locale: 'en-US' });

test('the document to sign is shown from the first paint to the end, and on the phone that confirms a scan', async ({
  bindMobile,
  browser,
  login,
  outbox,
  page,
  phone,
  qrCode,
  secondFactor,
  sso,
  t,
}) => {
  const title = t('view.document', { title: 'Lease agreement 2026' });
  const qrCodes = qrCode.watchQrCodes();
  await test.step('the document of the page contains it, and nothing moves', async () => {
    const shifted = await countShifts(page);
    await page.goto('/sandbox/contracts/lease');
    const opened = page.waitForResponse((response) => new URL(response.url()).pathname === '/login/web');
    await page.locator('form[action$="/sign-in"] button').click();
    expect(await (await opened).text()).toContain('Lease agreement 2026');
    await qrCode.waitUntilShown('wechat');
    await expect(page.getByText(title)).toBeVisible();
    await expect(page.getByText('Sent by ACME · due')).toBeVisible();
    expect(await shifted()).toBe(0);

    const scanned = await phone.scan(qrCodes.at(-1)!.url, 'alice');
    const handset = await browser.newPage({ locale: 'en-US', ...widths.phone });
    await handset.goto(phone.linkIn(scanned));
    await expect(handset.getByText(title)).toBeVisible();
    await handset.context().close();
  });
  await test.step('the reset of a password shows it, in the language that the person chooses', async () => {
    await page.goto(`/retrieve${new URL(page.url()).search}`);
    await expect(page.getByText(title)).toBeVisible();
    await login.languageSelect.selectOption('zh-CN');
    await expect(page.getByText('登录后签署《Lease agreement 2026》')).toBeVisible();
    await login.languageSelect.selectOption('en-US');
    await expect(page.getByText(title)).toBeVisible();
    await page.goBack();
  });
  await test.step('the forms of a company and of a registration show it', async () => {
    await login.waitForHydration();
    await sso.entry.click();
    await expect(sso.dialog.getByText(title)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.goto(`/regist${new URL(page.url()).search}`);
    await expect(page.getByText(title)).toBeVisible();
    await page.goBack();
  });
  await test.step('the dialog that binds a mobile number shows it', async () => {
    await qrCode.waitUntilShown('wechat');
    await phone.confirm(await phone.scan(qrCodes.at(-1)!.url, 'carol'), browser);
    await qrCode.runUntilPolled();
    await expect(bindMobile.dialog.getByText(title)).toBeVisible();
    await bindMobile.close.click();
    await expect(bindMobile.dialog).toBeHidden();
  });
  await test.step('the dialog of the second factor shows it, and where the person goes on to', async () => {
    await login.waitForHydration();
    await login.attempt(bob);
    await expect(secondFactor.dialog.getByText(title)).toBeVisible();
    await expect(secondFactor.dialog).toContainText(t('mfa.next', { target: 'Signleaf' }));
    await secondFactor.waitUntilSent();
    await secondFactor.submitCode(await outbox.code(bob.account));
    await page.waitForURL('**/sandbox/contracts/lease');
  });
});
