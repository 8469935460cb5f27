import { expect, languages, test, widths } from '../../fixtures/test.ts';
import { minutes } from '@foyer/contract/time';
import { expectNoAxeViolations } from '../../support/axe.ts';
import { ScanConfirmPage } from '../../pages/scan-confirm-page.ts';

for (const language of languages) {
  test.describe(language, () => {
    test.use({ locale: language });

    test('the phone names the site, the device, the address and the time before anyone is let in [AC-10]', async ({
      login,
      qrCode,
      phone,
      page,
      browser,
      service,
      t,
    }) => {
      const held = await phone.scan(await qrCode.show('wechat', login), 'alice');
      const hers = await browser.newPage({ locale: language, ...widths.phone });
      await hers.goto(phone.linkIn(held));
      const confirm = new ScanConfirmPage(hers, language);
      await expect(confirm.detail('site')).toContainText(new URL(service.origin).host);
      await expect(confirm.detail('device')).toContainText('Chrome');
      await expect(confirm.detail('address')).toHaveText(/\*/);
      await expect(confirm.detail('time')).toContainText(/\d{1,2}:\d{2}/);
      await expect(hers.getByText(t('scan.elsewhere'))).toHaveCount(0);
      expect(hers.url(), 'the ticket is not left in the address').toBe(`${service.origin}/scan/confirm`);
      await expectNoAxeViolations(hers);

      await confirm.decline.click();
      await expect(hers.getByText(t('scan.declined'))).toBeVisible();
      await qrCode.runUntilPolled();
      await expect(qrCode.status).toHaveText(t.refusal('scanDeclined'));

      await hers.goto(phone.linkIn(held));
      await expect(hers.getByText(t('scan.gone')), 'it is answered once').toBeVisible();
      await expectNoAxeViolations(hers);
      await hers.context().close();
      await page.goto('/home');
      await page.waitForURL('**/login/web?**');
    });
  });
}

test('a browser that does not tell what it is stands there as unknown [AC-10]', async ({ page, phone, request }) => {
  const shown = await request.get('/api/login/oauth/request/WECHAT_OFFICIAL_ACCOUNT', {
    params: { fingerprint: 'f'.repeat(64) },
    headers: { 'user-agent': 'curl/8' },
  });
  const { data } = await shown.json();
  await page.goto(phone.linkIn(await phone.scan(data.url, 'alice')));
  await expect(new ScanConfirmPage(page, 'en-US').detail('device')).toHaveText('Unknown');
});

test('too late, or without a ticket: what to do instead [AC-15]', async ({
  login,
  qrCode,
  phone,
  page,
  service,
  t,
}) => {
  const held = await phone.scan(await qrCode.show('wechat', login), 'alice');
  const confirm = new ScanConfirmPage(page, 'en-US');
  await page.goto(phone.linkIn(held));
  await confirm.confirm.waitFor();
  await service.moveClock(minutes(5));
  await confirm.confirm.click();
  await expect(page.getByText(t('scan.gone'))).toBeVisible();
  await page.goto('/scan/confirm');
  await expect(page.getByText(t('scan.gone'))).toBeVisible();
});

test('an answer that does not come can be given again', async ({ login, qrCode, phone, page, allowErrors, t }) => {
  allowErrors(/ERR_FAILED/);
  const held = await phone.scan(await qrCode.show('wechat', login), 'alice');
  const confirm = new ScanConfirmPage(page, 'en-US');
  await page.route('**/thirdparty/scan/*', (route) => route.abort(), { times: 1 });
  await page.goto(phone.linkIn(held));
  await page.getByRole('button', { name: 'Retry' }).click();
  await confirm.confirm.waitFor();
  await page.route('**/thirdparty/scan/*', (route) => route.abort(), { times: 1 });
  await confirm.confirm.click();
  await expect(page.getByRole('alert').filter({ hasText: t('common.network') })).toBeVisible();
  await confirm.confirm.click();
  await expect(page.getByText(t('scan.confirmed'))).toBeVisible();
});
