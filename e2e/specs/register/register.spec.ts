import { expect, test, widths } from '../../fixtures/test.ts';
import { pathsOf, watchCalls } from '../../support/servers/calls.ts';
import { signInWithCode } from '../../support/people/code-sign-in.ts';
import { newEmail, newMobile } from '../../support/people/new-accounts.ts';
import { alice } from '../../support/people/people.ts';

const password = 'Quiet-Harbour7';

test.describe('zh-CN, desktop', () => {
  test.use({ locale: 'zh-CN', ...widths.desktop });

  test('registration beside the sign-in form creates an account, confirms it and signs in [RG-01] [RG-02] [RG-09]', async ({
    register,
    outbox,
    home,
    login,
    page,
    t,
  }) => {
    const account = newMobile();
    await login.open();
    await page.getByRole('link', { name: t('login.registerNow') }).click();
    await register.fill({ account, password }, outbox);
    await register.submit.click();
    await page.waitForURL('**/regist/success');
    await expect(page.getByText(t('register.success.desc', { account }))).toBeVisible();
    await page.getByRole('button', { name: t('register.success.enter') }).click();
    await page.waitForURL('**/home');
    await home.signOut();
    await login.open();
    await login.signIn({ account, password });
  });
});

test.describe('en-US, phone', () => {
  test.use({ locale: 'en-US', ...widths.phone });

  test('registration by the page refuses a common password, and the code stays valid for the next try [RG-10]', async ({
    register,
    outbox,
    page,
    t,
  }) => {
    await register.open();
    await register.fill({ account: newEmail(), password: 'Password123' }, outbox);
    await register.submit.click();
    await expect(register.errors).toHaveText([t.refusal('commonPassword')]);
    await register.password.fill(password);
    await register.repeatPassword.fill(password);
    await register.submit.click();
    await page.waitForURL('**/regist/success');
  });

  test('an account made by a code sets a password, which works the next time [DG-08]', async ({
    login,
    code,
    agreement,
    setPassword,
    outbox,
    home,
    page,
  }) => {
    const account = newMobile();
    await signInWithCode({ login, code, outbox }, account);
    await agreement.agree.click();
    await setPassword.password.fill(password);
    await setPassword.repeatPassword.fill(password);
    await setPassword.confirm.click();
    await page.waitForURL('**/home');
    await home.signOut();
    await login.open({ preLoginWay: 'user' });
    await login.signIn({ account, password });
  });
});

test('an existing account is offered to sign in, and keeps its password [RG-02] [RG-04] [D-23] [D-27]', async ({
  register,
  outbox,
  home,
  login,
  page,
  t,
}) => {
  await register.open();
  const calls = watchCalls(page);
  await register.fill({ account: alice.account, password }, outbox);
  await register.submit.click();
  await expect(register.exists.dialog).toContainText(t('register.exists', { account: alice.account }));
  expect(pathsOf(calls)).not.toContain('/sender/register');
  await register.exists.signIn.click();
  await page.waitForURL('**/home');
  await expect(home.greeting).toContainText(alice.name.en);
  await home.signOut();
  await login.open();
  await login.signIn(alice);
});
