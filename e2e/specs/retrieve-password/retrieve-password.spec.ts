import { minutes } from '@foyer/contract/time';
import { people } from '@foyer/sandbox/people';
import { expect, test } from '../../fixtures/test.ts';
import { HomePage } from '../../pages/home-page.ts';
import { LoginPage } from '../../pages/login-page.ts';
import { bob } from '../../support/people/people.ts';
import { registerAndAgree } from '../../support/people/register-account.ts';

const newPassword = 'Brand-New-Day-8';

test('a new password ends every session, a notice is sent, and only the new one signs in [PG-01] [D-03] [D-16]', async ({
  retrievePassword,
  login,
  page,
  request,
  outbox,
  browser,
  baseURL,
  t,
}) => {
  const member = await registerAndAgree(request, outbox);
  const otherContext = await browser.newContext({ baseURL: baseURL!, locale: 'en-US' });
  const otherPage = await otherContext.newPage();
  const otherLogin = new LoginPage(otherPage);
  await otherLogin.open();
  await otherLogin.signIn(member);
  await expect(new HomePage(otherPage, 'en-US').devices).toHaveCount(1);
  await login.open();
  await login.signIn(member);

  await retrievePassword.open();
  await retrievePassword.verifyAccount(member.account, outbox, 2);
  await page.reload();
  await retrievePassword.submitPassword(newPassword);
  await retrievePassword.stay.click();
  for (const context of [otherContext, page.context()])
    expect((await context.request.get('/api/user/accounts/me')).status()).toBe(401);
  await otherPage.goto('/home');
  await expect(otherPage).toHaveURL(/\/login\/web/);
  await otherContext.close();

  const newest = async () => (await outbox.messages(member.account))[0]!;
  await expect.poll(async () => (await newest()).text).toContain('the password was changed');
  expect(await newest()).not.toHaveProperty('code');
  expect((await newest()).text).not.toMatch(/https?:/);

  await retrievePassword.signIn.click();
  await login.waitForHydration();
  await login.attempt(member);
  await expect(login.errors).toHaveText([t.refusal('wrongCredentials', { attemptsLeft: 4 })]);
  await login.signIn({ ...member, password: newPassword });
});

test.describe('with a fresh demo', () => {
  test.use({ resetDemo: true });

  test('a code by mail sets a new password, which does not replace the second factor [PG-01] [AC-36]', async ({
    retrievePassword,
    login,
    secondFactor,
    outbox,
    service,
    page,
  }) => {
    const email = people.find(({ id }) => id === 'bob')!.email!;
    await retrievePassword.open();
    await retrievePassword.verifyAccount(email, outbox);
    await retrievePassword.submitPassword(newPassword);
    await retrievePassword.signIn.click();
    await page.waitForURL('**/login/web?localAccount=*');
    await expect(login.account).toHaveValue(email);
    await service.moveClock(minutes(1));
    await login.attempt({ account: email, password: newPassword });
    await secondFactor.waitUntilSent();
    await secondFactor.submitCode(await outbox.code(bob.account));
    await page.waitForURL('**/home');
  });
});
