import { sendBindCode } from '@foyer/contract/flows/sso-bind';
import { mask } from '@foyer/contract/rules/account-rules';
import { expect, test } from '../../fixtures/test.ts';
import { watchCall } from '../../support/servers/calls.ts';
import { newEmail } from '../../support/people/new-accounts.ts';

const carolMobile = '13800138002';

test.use({ resetDemo: true });

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a new person binds the masked number that the company has provided, and signs in without a code the next time [SO-08] [SO-09] [SO-10]', async ({
    sso,
    bindAccount,
    page,
    outbox,
    home,
    t,
  }) => {
    await sso.signIn('acme-carol');
    await expect(bindAccount.mobile).toHaveValue(mask(carolMobile));
    await bindAccount.code.send();
    await bindAccount.submitCode(await outbox.wrongCode(carolMobile));
    await expect(bindAccount.errors).toHaveText([t.refusal('wrongCode')]);
    expect((await page.request.get('/api/user/accounts/me')).status()).toBe(401);
    await bindAccount.submitCode(await outbox.code(carolMobile));
    // A new account is not real-name verified yet.
    await page.waitForURL('**/sandbox/identity/**');
    await page.goto('/home');
    await expect(home.greeting).toBeVisible();
    await test.step('the next sign-in needs no code', async () => {
      await sso.signIn('acme-carol');
      await page.waitForURL('**/sandbox/identity/**');
    });
  });
});

test('a reload keeps the card, the typed address and its code [SO-08] [SO-10] [D-22]', async ({
  sso,
  bindAccount,
  page,
  context,
  outbox,
  t,
  allowErrors,
}) => {
  allowErrors(/status of 4\d\d/);
  await sso.signIn('acme-mia');
  await bindAccount.emailTab.click();
  await expect(bindAccount.email, 'an address that the company has not verified is not filled in').toHaveValue('');
  const email = newEmail();
  await bindAccount.email.fill(email);
  await bindAccount.code.send();
  const sends = watchCall(page, sendBindCode);
  await page.reload();
  await expect(bindAccount.email).toHaveValue(email);
  await expect(bindAccount.code.sentTo).toBeVisible();
  await test.step('the access code is neither in the URL nor in another tab', async () => {
    expect(page.url()).not.toContain('accessCode');
    const tab = await context.newPage();
    await tab.goto(page.url());
    await tab.getByRole('link', { name: t('sso.again') }).waitFor();
    await expect(tab.getByRole('region', { name: t('sso.bind.title') })).toHaveCount(0);
    await tab.close();
  });
  await bindAccount.submitCode(await outbox.code(email));
  await page.waitForURL('**/sandbox/identity/**');
  expect(sends).toEqual([]);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});
