import { sendBindCode } from '@foyer/contract/flows/sso-bind';
import { expect, test } from '../../fixtures/test.ts';
import { watchCall } from '../../support/calls.ts';
import { newEmail } from '../../support/new-accounts.ts';

test.use({ resetDemo: true });

test('a reload keeps the card, the typed number and its code [SO-08] [SO-10] [D-22]', async ({
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
