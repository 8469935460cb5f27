import { agreementVersion } from '@foyer/contract/agreement-version';
import { expect, test } from '../../fixtures/test.ts';
import { watchAssets } from '../../support/servers/calls.ts';
import { registerAccount } from '../../support/people/register-account.ts';

test('agreement is asked once, and agreeing leads to the requested page [DG-09] [DG-10] [D-10]', async ({
  login,
  home,
  agreement,
  page,
  request,
  outbox,
}) => {
  const member = await registerAccount(request, outbox);
  await login.open({ redirectUrl: '/home?scene=realname' });
  await login.attempt(member);
  await agreement.agree.click();
  await page.waitForURL('**/home?scene=realname');

  await home.signOut();
  await login.open();
  await login.signIn(member);
});

test('after declining, neither history, reload nor the old cookies restore the session [DG-12] [AC-34]', async ({
  login,
  agreement,
  page,
  context,
  request,
  outbox,
}) => {
  await page.goto('/agreement/service');
  await login.open();
  await login.attempt(await registerAccount(request, outbox));
  await agreement.dialog.waitFor();
  const kept = await context.cookies();
  expect(kept.filter(({ name }) => name.endsWith('session'))).toHaveLength(1);
  await agreement.decline.click();
  await expect(agreement.signedOut).toBeVisible();

  await context.addCookies(kept);
  const loadedSteps = watchAssets(page, 'dialogs-');
  for (const again of [() => page.goBack(), () => page.goForward(), () => page.reload()]) {
    await again();
    if (page.url().includes('/login/web')) await login.waitForHydration();
    expect(await loadedSteps()).toEqual([]);
    await expect(agreement.dialog).toHaveCount(0);
    expect((await context.request.get('/api/user/accounts/me')).status()).toBe(401);
  }
  expect((await context.request.get('/api/v1/accounts/agreement')).status()).toBe(401);
  const late = await context.request.put('/api/v1/accounts/agreement', { data: { version: agreementVersion } });
  expect(late.status()).toBe(401);
  await page.goto('/home');
  await expect(page).toHaveURL(/\/login\/web/);
});
