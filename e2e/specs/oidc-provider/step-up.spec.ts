import { resend } from '@foyer/contract/limits';
import { mask } from '@foyer/contract/rules/account-rules';
import { expect, test } from '../../fixtures/test.ts';
import { bob } from '../../support/people/people.ts';
import { registerAndAgree } from '../../support/people/register-account.ts';

test.use({ locale: 'en-US' });

test('a person who is signed in proves only what an application asks for and the session lacks', async ({
  login,
  outbox,
  page,
  request,
  secondFactor,
  service,
  t,
}) => {
  const member = await registerAndAgree(request, outbox);
  const press = (action: string) => page.locator(`form[action$="/${action}"] button`).click();
  await page.goto('/sandbox/contracts/lease');
  await press('sign-in');
  await login.waitUntilOpen();
  await login.signIn(member, '**/sandbox/contracts/lease');

  await test.step('it has the page for itself, which leads back to the application', async () => {
    await press('sign');
    await secondFactor.waitUntilSent();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(secondFactor.code.input).toBeFocused();
    await page.getByRole('link', { name: t('view.cancel', { application: 'Signleaf' }) }).click();
    await page.waitForURL('**/sandbox/contracts/lease');
    await expect(page.getByRole('alert')).toContainText('The sign-in was cancelled');
    await service.moveClock(resend.afterSecondFactor);
  });
  await test.step('a second factor alone, which survives a reload', async () => {
    await press('sign');
    const lead = t('mfa.desc', { mobile: mask(member.account) });
    await expect(secondFactor.dialog).toContainText(lead);
    await expect(page.locator('input[type=password]')).toBeHidden();
    await secondFactor.waitUntilSent();
    await page.reload();
    await expect(secondFactor.dialog).toContainText(lead);
    // The first one was for the registration, the second for the dialog that was closed.
    await secondFactor.submitCode(await outbox.code(member.account, 3));
    await page.waitForURL('**/sandbox/contracts/lease');
    await expect(page.locator('.seal')).toBeVisible();
  });
  await test.step('a document for another person: the account of the signer, which is locked', async () => {
    await page.goto('/sandbox/contracts/supply');
    await press('sign-in');
    await login.waitUntilOpen();
    const [signer, current] = [bob.account, mask(member.account)];
    await expect(page.getByText(t('view.otherSigner', { signer, current }))).toBeVisible();
    await expect(login.account).toHaveValue(signer);
    await expect(login.account).not.toBeEditable();
    await page.getByRole('link', { name: t('view.cancel', { application: 'Signleaf' }) }).click();
    await page.waitForURL('**/sandbox/contracts/supply');
  });
});
