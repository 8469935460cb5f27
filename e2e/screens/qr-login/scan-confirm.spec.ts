import { answerScan, getScanOffer } from '@foyer/contract/flows/scan-confirm';
import { expect, test, widths } from '../../fixtures/screen.ts';
import { scanOffer } from '../../scripted/usual-answers.ts';

const withTicket = '/scan/confirm?ticket=ticket-1';

test.use({ locale: 'zh-CN', ...widths.phone });

test('the phone shows site, device, IP address and time, and declining is shown [AC-10]', async ({
  scanConfirm,
  site,
  page,
  t,
}) => {
  await page.goto(withTicket);
  await expect(scanConfirm.detail('site')).toContainText('sign.example.com');
  await expect(scanConfirm.detail('device')).toHaveText('Chrome · Windows');
  await expect(scanConfirm.detail('address')).toHaveText('203.0.113.*');
  await expect(scanConfirm.detail('time')).toContainText('9:30');
  await expect(page.getByText(t('scan.elsewhere'))).toHaveCount(0);
  expect(page.url(), 'the ticket is removed from the URL').toBe(`${site.origin}/scan/confirm`);
  await page.reload();
  await expect(scanConfirm.detail('site'), 'the page survives a reload').toContainText('sign.example.com');
  await scanConfirm.decline.click();
  await expect(page.getByText(t('scan.declined'), { exact: true })).toBeVisible();
  expect(site.bodiesOf(answerScan)).toEqual([{ ticket: 'ticket-1', confirmed: false }]);
});

test('an unknown device and another country are named, network errors can be retried, and an expired or missing ticket shows what to do [AC-10] [AC-15]', async ({
  scanConfirm,
  site,
  page,
  t,
}) => {
  const gone = page.getByText(t('scan.gone'), { exact: true });
  site.answer(getScanOffer, 'lost', { is: 'done', data: { ...scanOffer, device: '', elsewhere: true } });
  site.answer(answerScan, 'lost', { is: 'done', data: null }, { is: 'authorisationExpired' });
  await page.goto(withTicket);
  await test.step('loading and confirming can be retried after a network error', async () => {
    await page.getByRole('button', { name: t('common.retry') }).click();
    await expect(scanConfirm.detail('device')).toHaveText(t('scan.device.unknown'));
    await expect(page.getByText(t('scan.elsewhere'))).toBeVisible();
    await scanConfirm.confirm.click();
    await expect(page.getByRole('alert').filter({ hasText: t('common.network') })).toBeVisible();
    await scanConfirm.confirm.click();
    await expect(page.getByText(t('scan.confirmed'), { exact: true })).toBeVisible();
    expect(site.bodiesOf(answerScan)).toEqual(Array(2).fill({ ticket: 'ticket-1', confirmed: true }));
  });
  await test.step('an expired ticket', async () => {
    await page.goto(withTicket);
    await scanConfirm.confirm.click();
    await expect(gone).toBeVisible();
  });
  await test.step('without a ticket the link of the message is asked for, and nothing is requested', async () => {
    const before = site.callsOf(getScanOffer).length;
    await page.evaluate(() => sessionStorage.clear());
    await page.goto('/scan/confirm');
    await expect(page.getByRole('heading', { name: t('scan.reopen') })).toBeVisible();
    expect(site.callsOf(getScanOffer)).toHaveLength(before);
  });
});
