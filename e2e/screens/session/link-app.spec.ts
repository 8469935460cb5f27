import { finishAppLink, finishCompanyLink, startAppLink } from '@foyer/contract/flows/link-identity';
import { findCompany } from '@foyer/contract/flows/sso-domain';
import { getCurrentAccount } from '@foyer/contract/flows/session';
import { qr } from '@foyer/contract/limits';
import { expect, test } from '../../fixtures/screen.ts';
import { account } from '../../scripted/usual-answers.ts';
import { webViews } from '../../support/page/user-agents.ts';

const mine = account('en-US');
const needsFreshProof = {
  is: 'needsFreshProof' as const,
  data: { ways: ['password' as const], preServiceId: 'session-1' },
};

test('an app that is not linked is linked by its QR code after a fresh proof, by the keyboard alone', async ({
  site,
  page,
  clock,
  t,
}) => {
  const name = t('qr.switch.alipay');
  const link = page.getByRole('button', { name: `${t('link.app.add')}: ${name}`, exact: true });
  const dialog = page.getByRole('dialog', { name: t('link.title', { name }) });
  site.answer(startAppLink, { is: 'providerError' }, needsFreshProof);
  await page.goto('/account');
  await expect(
    page.getByRole('button', { name: `${t('link.app.add')}: ${t('qr.switch.wechat')}`, exact: true }),
  ).toHaveCount(0);
  await test.step('a QR code that does not load is loaded again; a person who proves nothing is back at the button', async () => {
    await link.press('Enter');
    await dialog.getByRole('button', { name: t('qr.refresh') }).press('Enter');
    await clock.run(qr.refreshDelay);
    await expect(page.getByText(t('proof.lead'))).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(link).toBeFocused();
  });
  await test.step('the phone’s refusal is said, and a new QR code replaces the old one', async () => {
    site.answer(startAppLink, {
      is: 'done',
      data: { url: 'https://scan.example/1', kind: 'content', loginId: 'scan-1' },
    });
    site.answer(finishAppLink, { is: 'scanDeclined' });
    await link.press('Enter');
    await expect(dialog.getByRole('img', { name: t('qr.title.app', { app: name }) })).toBeVisible();
    await clock.run(qr.pollInterval);
    await expect(dialog.getByRole('status')).toHaveText(t('qr.denied'));
    await dialog.getByRole('button', { name: t('qr.refresh') }).press('Enter');
    await clock.run(qr.refreshDelay);
    await expect.poll(() => site.bodiesOf(startAppLink).at(-1)?.['replaces']).toBe('scan-1');
  });
  await test.step('a confirmed scan closes the dialog and shows the app as linked', async () => {
    const linked = { id: 'link-9', provider: 'alipay', since: mine.identities[0]!.since };
    site.answer(getCurrentAccount, { is: 'done', data: { ...mine, identities: [...mine.identities, linked] } });
    site.answer(finishAppLink, { is: 'done', data: { app: 'alipay' } });
    await expect(dialog.getByRole('img', { name: t('qr.title.app', { app: name }) })).toBeVisible();
    await clock.run(qr.pollInterval);
    await expect(page.getByRole('status').filter({ hasText: t('link.done', { name }) })).toBeVisible();
    await expect(page.getByRole('button', { name: `${t('home.identities.unlink')}: ${name}` })).toBeVisible();
    await expect(link).toHaveCount(0);
  });
});

test('the return from the page of an app links it, or says beside the identities why not', async ({
  site,
  page,
  t,
}) => {
  site.answer(finishAppLink, { is: 'identityTaken' });
  await page.goto('/account?preLoginId=returned-1#linked');
  const panel = page.getByRole('region', { name: t('home.identities') });
  await expect(panel.getByRole('alert').filter({ hasText: /./ })).toHaveText(t.refusal('identityTaken'));
  expect(site.bodiesOf(finishAppLink)).toEqual([{ loginId: 'returned-1' }]);
  expect(page.url()).not.toContain('preLoginId');
  site.answer(finishAppLink, { is: 'done', data: { app: 'dingtalk' } });
  await page.goto('/account?preLoginId=returned-2#linked');
  const done = t('link.done', { name: t('qr.switch.dingtalk') });
  await expect(page.getByRole('status').filter({ hasText: done })).toBeVisible();
});

test('a company is linked by signing in there, without the agreement; the return links it or says why not', async ({
  site,
  page,
  t,
}) => {
  site.answer(findCompany, {
    is: 'done',
    data: { ifExistDomain: true, targetUrl: `${site.origin}/home?of=company` },
  });
  await page.goto('/account');
  await page.getByRole('button', { name: `${t('link.app.add')}: ${t('link.company')}`, exact: true }).press('Enter');
  await page.getByRole('dialog').getByRole('textbox').fill('acme');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home?of=company');
  expect(site.bodiesOf(findCompany)).toMatchObject([{ domain: 'acme', link: true }]);

  const accessCode = 'c'.repeat(43);
  site.answer(finishCompanyLink, { is: 'ssoCancelled', data: { company: 'acme' } });
  await page.goto(`/account?accessCode=${accessCode}#linked`);
  const panel = page.getByRole('region', { name: t('home.identities') });
  await expect(panel.getByRole('alert').filter({ hasText: /./ })).toHaveText(
    t.refusal('ssoCancelled', { company: 'acme' }),
  );
  expect(site.bodiesOf(finishCompanyLink)).toEqual([{ accessCode }]);
  expect(page.url()).not.toContain('accessCode');
  site.answer(finishCompanyLink, { is: 'done', data: { company: 'acme' } });
  await page.goto(`/account?accessCode=${accessCode}#linked`);
  await expect(page.getByRole('status').filter({ hasText: t('link.done', { name: 'acme' }) })).toBeVisible();
});

test.describe('inside an app on a phone', () => {
  test.use({ ...webViews.alipay });

  test('the app’s own page asks, and for another app the page says where to link it', async ({ site, page, t }) => {
    site.answer(startAppLink, { is: 'done', data: { url: `${site.origin}/home?of=app`, kind: 'page', loginId: 'x' } });
    await page.goto('/account');
    const name = t('qr.switch.dingtalk');
    await page.getByRole('button', { name: `${t('link.app.add')}: ${name}`, exact: true }).click();
    await expect(page.getByRole('dialog')).toContainText(t('link.phone', { name }));
    expect(site.callsOf(startAppLink)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: `${t('link.app.add')}: ${t('qr.switch.alipay')}`, exact: true }).click();
    await page.waitForURL('**/home?of=app');
    expect(site.bodiesOf(startAppLink)).toMatchObject([{ inApp: true }]);
  });
});
