import { freshProof } from '@foyer/contract/limits';
import { expect, test } from '../../fixtures/test.ts';
import { LoginPage } from '../../pages/login-page.ts';
import { registerAndAgree } from '../../support/register-account.ts';

test.use({ locale: 'en-US' });

test('a change long after the sign-in asks who it is, and is made once that is proven [D-43]', async ({
  login,
  home,
  page,
  t,
  request,
  outbox,
  browser,
  baseURL,
  service,
}) => {
  const member = await registerAndAgree(request, outbox);
  const elsewhere = await browser.newContext({ baseURL: baseURL!, locale: 'en-US' });
  const other = new LoginPage(await elsewhere.newPage());
  await other.open();
  await other.signIn(member);
  await login.open();
  await login.signIn(member);
  await expect(home.devices).toHaveCount(2);
  await service.moveClock(freshProof.lifetime);
  const dialog = page.getByRole('dialog', { name: t('proof.title') });

  await test.step('closing the question changes nothing', async () => {
    await home.endOtherSession();
    await expect(dialog.getByLabel(t('pwd.label'), { exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page.reload();
    await expect(home.devices).toHaveCount(2);
  });
  await test.step('a wrong password is refused, the right one makes the change, also when Escape is pressed meanwhile', async () => {
    await home.endOtherSession();
    await dialog.getByLabel(t('pwd.label'), { exact: true }).fill('Wrong-2026');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert').filter({ hasText: t.prefix('proof.password.wrong') })).toBeVisible();
    await page.route('**/proof/password', async (route) => {
      await page.keyboard.press('Escape');
      await route.continue();
    });
    await dialog.getByLabel(t('pwd.label'), { exact: true }).fill(member.password);
    await page.keyboard.press('Enter');
    await expect(home.devices).toHaveCount(1);
    await expect(dialog).toHaveCount(0);
  });
  await test.step('it is not asked for again within ten minutes', async () => {
    await home.signOutEverywhere();
  });
  await elsewhere.close();
});

test('"not me" ends the session of a sign-in and leads through securing the account [D-43]', async ({
  login,
  home,
  page,
  t,
  request,
  outbox,
  browser,
  baseURL,
}) => {
  const member = await registerAndAgree(request, outbox);
  const elsewhere = await browser.newContext({ baseURL: baseURL!, locale: 'en-US' });
  const intruder = await elsewhere.newPage();
  const other = new LoginPage(intruder);
  await other.open();
  await other.signIn(member);
  await login.open();
  await login.signIn(member);
  await page
    .getByRole('button', { name: `${t('activity.notMe')}: ${t('activity.type.signIn')}` })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: t('secure.title') });
  await expect(dialog).toContainText(t('secure.ended'));
  await dialog.getByRole('button', { name: t('secure.end') }).click();
  await expect(home.devices).toHaveCount(1);
  await expect(page.getByText(t('activity.type.signInDisowned'))).toBeVisible();
  await intruder.reload();
  await expect(intruder).toHaveURL(/\/login\/web/);
  await elsewhere.close();
});

test('a receipt of the consent can be downloaded, also when the list is loaded only at the second try [D-43]', async ({
  allowErrors,
  login,
  page,
  t,
  request,
  outbox,
}) => {
  allowErrors(/accounts\/consents/);
  const member = await registerAndAgree(request, outbox);
  await page.route('**/api/user/accounts/consents', (route) => route.abort(), { times: 1 });
  await login.open();
  await login.signIn(member);
  await page
    .getByRole('region', { name: t('account.data') })
    .getByRole('button', { name: t('common.retry') })
    .click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: `${t('consents.receipt')}: ` }).click();
  const receipt = await downloading;
  expect(receipt.suggestedFilename()).toMatch(/^consent-.+\.txt$/);
});
