import { agreementVersion } from '@foyer/contract/agreement-version';
import { commitCode } from '@foyer/contract/flows/code-login';
import { agree } from '@foyer/contract/flows/consent';
import { logOut } from '@foyer/contract/flows/session';
import { minutes } from '@foyer/contract/time';
import { expect, languageWidths, test, widths } from '../../fixtures/test.ts';
import { waitForRequestEvents, holdRequests, watchAssets, watchCall } from '../../support/calls.ts';
import { newMobile } from '../../support/new-accounts.ts';
import { alice } from '../../support/people.ts';
import { registerAccount } from '../../support/register-account.ts';

/** Registers again with an account that exists. */
const aliceAgain = { account: alice.account, password: 'Another-One-9' };

for (const { language, width } of languageWidths) {
  test.describe(`${language}, ${width}`, () => {
    test.use({ locale: language, ...widths[width] });

    test('consent is asked once, and agreeing leads to the requested page [DG-09] [DG-10] [D-10]', async ({
      login,
      home,
      consent,
      page,
      request,
      outbox,
      t,
    }) => {
      const member = await registerAccount(request, outbox);
      await login.open({ redirectUrl: '/home?scene=realname' });
      await login.attempt(member);
      await expect(consent.dialog).toHaveAccessibleDescription(new RegExp(t.prefix('consent.body')));
      await expect(consent.dialog.getByRole('link')).toHaveCount(2);
      const agreements = watchCall(page, agree);
      await consent.agree.click();
      await page.waitForURL('**/home?scene=realname');
      expect(agreements.map((one) => one.postDataJSON().version)).toEqual([agreementVersion]);

      await home.signOut();
      await login.open();
      await login.signIn(member);
    });
  });
}

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('declining signs out with a message, and what was typed stays [DG-12]', async ({
    login,
    consent,
    page,
    request,
    outbox,
    t,
  }) => {
    const member = await registerAccount(request, outbox);
    await login.open();
    await login.attempt(member);
    const signOuts = watchCall(page, logOut);
    const release = await holdRequests(page, logOut.path);
    await consent.decline.click();
    await expect(consent.dialog.getByRole('button', { name: t('consent.declining') })).toBeDisabled();
    release();
    await expect(consent.signedOut).toBeVisible();
    await expect(consent.dialog).toHaveCount(0);
    expect(signOuts).toHaveLength(1);
    await expect(login.account).toHaveValue(member.account);
    await expect(login.password).toHaveValue(member.password);
    await expect(login.password).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(consent.dialog).toBeVisible();
    await expect(consent.signedOut).toHaveCount(0);
  });
});

test('registering an existing account offers to sign in, and its password stays [DG-09] [DG-10] [D-23]', async ({
  register,
  consent,
  login,
  home,
  outbox,
  page,
  t,
}) => {
  await register.open();
  await register.fill(aliceAgain, outbox);
  await register.submit.click();
  await expect(consent.dialog).toContainText(t('register.exists'));
  await consent.agree.click();
  await page.waitForURL('**/home');
  await expect(home.greeting).toContainText(alice.name.en);
  await home.signOut();
  await login.open();
  await login.signIn(alice);
});

test('a new account is created only after consent [DG-09] [DG-10]', async ({
  login,
  code,
  consent,
  outbox,
  page,
  t,
}) => {
  const mobile = newMobile();
  const commits = watchCall(page, commitCode);
  await beSomeoneNew(mobile);
  await expect(consent.dialog).toBeVisible();
  await consent.agree.click();
  await expect(page.getByRole('dialog', { name: t('setpwd.title') })).toBeVisible();
  expect(commits.map((one) => one.postDataJSON().agreed ?? false)).toEqual([false, true]);

  async function beSomeoneNew(account: string) {
    await login.open({ preLoginWay: 'authCode' });
    await login.account.fill(account);
    await code.send();
    await code.input.fill(await outbox.code(account));
    await login.submit.click();
  }
});

test('a new person who declines has no account, and can request a code at once [DG-11] [DG-12]', async ({
  login,
  code,
  consent,
  outbox,
  page,
  context,
  t,
}) => {
  const mobile = newMobile();
  await login.open({ preLoginWay: 'authCode' });
  await login.account.fill(mobile);
  await code.send();
  await expect(code.button).toBeDisabled();
  await code.input.fill(await outbox.code(mobile));
  await login.submit.click();

  const signOuts = watchCall(page, logOut);
  await expect(consent.decline).toHaveText(t('consent.before.decline'));
  await consent.decline.click();
  await expect(consent.dialog).toHaveCount(0);
  await expect(code.button).toHaveText(t('code.get'));
  await expect(code.button).toBeEnabled();
  await expect(login.account).toHaveValue(mobile);
  await expect(consent.signedOut).toHaveCount(0);
  expect(signOuts).toEqual([]);
  expect((await context.cookies()).filter(({ name }) => name.endsWith('session'))).toEqual([]);
});

test('a late consent returns to the form with the reason, and a new code continues [DG-09] [DG-10]', async ({
  login,
  code,
  consent,
  outbox,
  page,
  service,
  t,
}) => {
  const mobile = newMobile();
  await login.open({ preLoginWay: 'authCode' });
  await login.account.fill(mobile);
  await submitCode(1);
  await consent.dialog.waitFor();
  await service.moveClock(minutes(20));
  await consent.agree.click();
  await expect(consent.dialog).toHaveCount(0);
  await expect(login.errors).toHaveText([t.refusal('expiredCode')]);
  await expect(login.account).toHaveValue(mobile);
  await expect(code.input).toBeFocused();
  await submitCode(2);
  await consent.agree.click();
  await expect(page.getByRole('dialog', { name: t('setpwd.title') })).toBeVisible();

  async function submitCode(count: number) {
    await code.send();
    await expect(login.errors).toHaveCount(0);
    await code.input.fill(await outbox.code(mobile, count));
    await login.submit.click();
  }
});

test('declining to sign in instead of registering keeps what was typed and creates no session [DG-12] [D-23] [RG-10]', async ({
  register,
  consent,
  outbox,
  page,
  context,
}) => {
  await register.open();
  await register.fill(aliceAgain, outbox);
  await register.submit.click();
  const signOuts = watchCall(page, logOut);
  await consent.decline.click();
  await expect(consent.dialog).toHaveCount(0);
  expect(signOuts).toEqual([]);
  await expect(register.account).toHaveValue(alice.account);
  // The code is used up; everything else is kept.
  const kept = { ...aliceAgain, repeatPassword: aliceAgain.password, agreed: true };
  expect(await register.values()).toEqual({ ...kept, code: '' });
  await expect(register.code.input).toBeFocused();
  expect((await context.request.get('/api/user/accounts/me')).status()).toBe(401);
});

test('a second Enter or Escape answers nothing, and only the buttons decline [DG-12] [DG-16]', async ({
  login,
  consent,
  page,
  request,
  outbox,
}) => {
  await login.open();
  await login.fill(await registerAccount(request, outbox));
  await login.password.press('Enter');
  await expect(consent.heading).toBeFocused();
  const signOuts = watchCall(page, logOut);
  for (const key of ['Enter', 'Escape', 'Escape', ' ']) await page.keyboard.press(key);
  await expect(consent.close).toHaveCount(0);
  await expect(consent.agree).toBeEnabled();
  await waitForRequestEvents(page);
  expect(signOuts).toEqual([]);
});

test('after declining, neither history, reload nor the old cookies restore the session [DG-12] [AC-34]', async ({
  login,
  consent,
  page,
  context,
  request,
  outbox,
}) => {
  await page.goto('/agreement/service');
  await login.open();
  await login.attempt(await registerAccount(request, outbox));
  await consent.dialog.waitFor();
  const kept = await context.cookies();
  expect(kept.filter(({ name }) => name.endsWith('session'))).toHaveLength(1);
  await consent.decline.click();
  await expect(consent.signedOut).toBeVisible();

  await context.addCookies(kept);
  const loadedSteps = watchAssets(page, 'persisted-step');
  for (const again of [() => page.goBack(), () => page.goForward(), () => page.reload()]) {
    await again();
    if (page.url().includes('/login/web')) await login.waitForHydration();
    expect(await loadedSteps()).toEqual([]);
    await expect(consent.dialog).toHaveCount(0);
    expect((await context.request.get('/api/user/accounts/me')).status()).toBe(401);
  }
  expect((await context.request.get('/api/v1/accounts/agreement')).status()).toBe(401);
  const late = await context.request.put('/api/v1/accounts/agreement', { data: { version: agreementVersion } });
  expect(late.status()).toBe(401);
  await page.goto('/home');
  await expect(page).toHaveURL(/\/login\/web/);
});

test('the agreements open in tabs of their own [DG-09]', async ({ login, consent, context, request, outbox, t }) => {
  await login.open();
  await login.attempt(await registerAccount(request, outbox));
  for (const [name, path] of [
    [t('agreement.service'), '/agreement/service'],
    [t('agreement.privacy'), '/agreement/privacy'],
  ] as const) {
    const opened = context.waitForEvent('page');
    await consent.dialog.getByRole('link', { name }).click();
    const tab = await opened;
    await tab.waitForURL(`**${path}`);
    await tab.close();
  }
  await expect(consent.dialog).toBeVisible();
});

test('after a network error agreeing can be tried again, and declining returns to the form [ER-03] [DG-10] [DG-12]', async ({
  login,
  consent,
  page,
  request,
  outbox,
  allowErrors,
  t,
}) => {
  allowErrors(/ERR_FAILED/);
  await login.open();
  const account = await registerAccount(request, outbox);
  await login.attempt(account);
  await page.route(`**/api${logOut.path}`, (route) => route.abort(), { times: 1 });
  await consent.decline.click();
  await expect(page.getByRole('status').filter({ hasText: t('common.network') })).toBeVisible();
  await expect(consent.dialog).toHaveCount(0);

  await login.attempt(account);
  await page.route(`**/api${agree.path}`, (route) => route.abort(), { times: 1 });
  await consent.agree.click();
  await expect(consent.errors).toHaveText([t('common.network')]);
  await consent.agree.click();
  await page.waitForURL('**/home');
});
