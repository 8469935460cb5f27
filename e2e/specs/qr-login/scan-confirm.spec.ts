import { minutes } from '@foyer/contract/time';
import { expect, languages, test, widths } from '../../fixtures/test.ts';
import { ScanConfirmPage } from '../../pages/scan-confirm-page.ts';

for (const language of languages) {
  test.describe(language, () => {
    test.use({ locale: language });

    test('the phone shows site, device, IP address and time, and declining is final [AC-10]', async ({
      login,
      qrCode,
      phone,
      page,
      browser,
      service,
      t,
    }) => {
      const scanned = await phone.scan(await qrCode.open('wechat', login), 'alice');
      const phonePage = await browser.newPage({ locale: language, ...widths.phone });
      await phonePage.goto(phone.linkIn(scanned));
      const confirm = new ScanConfirmPage(phonePage, language);
      await test.step('the page shows the details and no ticket in its URL', async () => {
        await expect(confirm.detail('site')).toContainText(new URL(service.origin).host);
        await expect(confirm.detail('device')).toContainText('Chrome');
        await expect(confirm.detail('address')).toHaveText(/\*/);
        await expect(confirm.detail('time')).toContainText(/\d{1,2}:\d{2}/);
        await expect(phonePage.getByText(t('scan.elsewhere'))).toHaveCount(0);
        expect(phonePage.url(), 'the ticket is removed from the URL').toBe(`${service.origin}/scan/confirm`);
      });
      await test.step('declining is shown on the phone and beside the form', async () => {
        await confirm.decline.click();
        await expect(phonePage.getByText(t('scan.declined'))).toBeVisible();
        await qrCode.runUntilPolled();
        await expect(qrCode.status).toHaveText(t('qr.denied'));
      });
      await test.step('the link works once', async () => {
        await phonePage.goto(phone.linkIn(scanned));
        await expect(phonePage.getByText(t('scan.gone')), 'the link works once').toBeVisible();
      });
      await phonePage.context().close();
      await page.goto('/home');
      await page.waitForURL('**/login/web?**');
    });
  });
}

test('a device with an unknown user agent is shown as unknown [AC-10]', async ({ page, phone, request, t }) => {
  const shown = await request.get('/api/login/oauth/request/WECHAT_OFFICIAL_ACCOUNT', {
    params: { fingerprint: 'f'.repeat(64) },
    headers: { 'user-agent': 'curl/8' },
  });
  const { data } = await shown.json();
  await page.goto(phone.linkIn(await phone.scan(data.url, 'alice')));
  await expect(new ScanConfirmPage(page, 'en-US').detail('device')).toHaveText(t('scan.device.unknown'));
});

test('an expired or missing ticket shows what to do [AC-15]', async ({ login, qrCode, phone, page, service, t }) => {
  const scanned = await phone.scan(await qrCode.open('wechat', login), 'alice');
  const confirm = new ScanConfirmPage(page, 'en-US');
  await page.goto(phone.linkIn(scanned));
  await confirm.confirm.waitFor();
  await service.moveClock(minutes(5));
  await confirm.confirm.click();
  await expect(page.getByText(t('scan.gone'))).toBeVisible();
  await page.goto('/scan/confirm');
  await expect(page.getByText(t('scan.gone'))).toBeVisible();
});

test('loading and confirming can be retried after a network error', async ({
  login,
  qrCode,
  phone,
  page,
  allowErrors,
  t,
}) => {
  allowErrors(/ERR_FAILED/);
  const scanned = await phone.scan(await qrCode.open('wechat', login), 'alice');
  const confirm = new ScanConfirmPage(page, 'en-US');
  await page.route('**/thirdparty/scan/*', (route) => route.abort(), { times: 1 });
  await page.goto(phone.linkIn(scanned));
  await page.getByRole('button', { name: t('common.retry') }).click();
  await confirm.confirm.waitFor();
  await page.route('**/thirdparty/scan/*', (route) => route.abort(), { times: 1 });
  await confirm.confirm.click();
  await expect(page.getByRole('alert').filter({ hasText: t('common.network') })).toBeVisible();
  await confirm.confirm.click();
  await expect(page.getByText(t('scan.confirmed'))).toBeVisible();
});
