import { resetPassword } from '@foyer/contract/flows/retrieve-password';
import { verifyCode } from '@foyer/contract/flows/send-code';
import { retrieve as limits } from '@foyer/contract/limits';
import { minutes } from '@foyer/contract/time';
import { expect, languageWidths, test, widths } from '../../fixtures/test.ts';
import { HomePage } from '../../pages/home-page.ts';
import { LoginPage } from '../../pages/login-page.ts';
import { expectNoAxeViolations } from '../../support/axe.ts';
import { dropResponse, watchCall, watchNavigations } from '../../support/calls.ts';
import { newEmail, newMobile } from '../../support/new-accounts.ts';
import { stopClock } from '../../support/page-clock.ts';
import { alice, bob } from '../../support/people.ts';
import { registerAndAgree } from '../../support/register-account.ts';

const fresh = 'Brand-New-Day-8';

const paths = { desktop: '/retrieve', phone: '/usercenterFront/retrieve/web' };

for (const { language, width } of languageWidths) {
  const path = paths[width];

  test.describe(`${language}, ${width}`, () => {
    test.use({ locale: language, ...widths[width] });

    test(`someone proves their account at ${path}, chooses a new password and signs in with it [PG-01] [D-03] [D-16]`, async ({
      retrievePassword,
      login,
      page,
      request,
      outbox,
      t,
    }) => {
      const someone = await registerAndAgree(request, outbox);
      await page.clock.install();
      await retrievePassword.open(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('page.retrieve'));
      await expectNoAxeViolations(page);
      await retrievePassword.account.fill(someone.account);
      await retrievePassword.code.send();
      await retrievePassword.code.input.fill(await outbox.code(someone.account, 2));
      await retrievePassword.submit.click();
      await expect(retrievePassword.password).toBeFocused();
      await expectNoAxeViolations(page);
      await stopClock(page);
      const resets = watchCall(page, resetPassword);
      await retrievePassword.submitPassword(fresh);
      await expect(retrievePassword.done).toBeFocused();
      expect(resets[0]!.postDataJSON().newPassword).toMatch(/^[0-9a-f]{64}$/);
      expect(resets[0]!.postData()).not.toContain(fresh);
      await retrievePassword.stay.click();
      await expect(retrievePassword.stay).toHaveCount(0);
      await page.clock.runFor(minutes(10));
      await page.clock.resume();
      await expect(retrievePassword.done).toBeVisible();
      await expectNoAxeViolations(page);

      await retrievePassword.signIn.click();
      await login.waitForHydration();
      await expect(login.account).toHaveValue(someone.account);
      await expect(login.account).toBeEditable();
      await login.attempt(someone);
      await expect(login.errors).toHaveText([t.refusal('wrongCredentials', { attemptsLeft: 4 })]);
      await login.signIn({ ...someone, password: fresh });
    });
  });
}

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a password that is no good is told with the reason, and stays to be bettered [PG-01] [AC-33]', async ({
    retrievePassword,
    page,
    request,
    outbox,
    t,
  }) => {
    const someone = await registerAndAgree(request, outbox);
    await retrievePassword.open();
    await proveAgain(retrievePassword, someone.account, outbox);
    const resets = watchCall(page, resetPassword);
    await retrievePassword.submitPassword(fresh, `${fresh}9`);
    await expect(retrievePassword.errors).toHaveText([t('pwd.again.mismatch')]);
    await expect(retrievePassword.repeatPassword).toBeFocused();
    expect(resets).toEqual([]);

    await retrievePassword.submitPassword('Password123');
    await expect(retrievePassword.errors).toHaveText([t.refusal('commonPassword')]);
    await expect(retrievePassword.password).toHaveValue('Password123');
    await expect(retrievePassword.password).toBeFocused();
    await expectNoAxeViolations(page);
    await retrievePassword.submitPassword(fresh);
    await expect(retrievePassword.done).toBeVisible();
  });
});

test('the page goes back to sign-in by itself, five seconds later and with the account [PG-01] [D-16]', async ({
  retrievePassword,
  login,
  page,
  request,
  outbox,
}) => {
  const someone = await registerAndAgree(request, outbox);
  await page.clock.install();
  await retrievePassword.open();
  await proveAgain(retrievePassword, someone.account, outbox);
  await stopClock(page);
  await retrievePassword.submitPassword(fresh);
  await expect(retrievePassword.done).toBeVisible();
  const leftFor = watchNavigations(page);
  await page.clock.runFor(limits.redirectAfter - 1);
  expect(await leftFor()).toEqual([]);
  await expect(retrievePassword.done).toBeVisible();
  await page.clock.runFor(1);
  await page.clock.resume();
  await login.waitForHydration();
  await expect(login.account).toHaveValue(someone.account);
});

test('who takes too long is told that the code is over, and need not type the account again [PG-01]', async ({
  retrievePassword,
  request,
  outbox,
  service,
  t,
}) => {
  const someone = await registerAndAgree(request, outbox);
  await retrievePassword.open();
  await proveAgain(retrievePassword, someone.account, outbox);
  await service.moveClock(minutes(11));
  await retrievePassword.submitPassword(fresh);
  await expect(retrievePassword.errors).toHaveText([t.refusal('expiredCode')]);
  await expect(retrievePassword.account).toHaveValue(someone.account);
  await expect(retrievePassword.account).toBeFocused();
  await retrievePassword.page.reload();
  await expect(retrievePassword.account).toHaveValue(someone.account);
  await expect(retrievePassword.password).toHaveCount(0);
  await proveAgain(retrievePassword, someone.account, outbox, 3);
  await retrievePassword.submitPassword(fresh);
  await expect(retrievePassword.done).toBeVisible();
});

test('whoever has no account is told nothing else than those who have one [PG-01] [AC-36]', async ({
  retrievePassword,
  page,
  outbox,
  service,
  t,
}) => {
  const answers: unknown[] = [];
  const nobody = newMobile();
  for (const account of [alice.account, nobody]) {
    await retrievePassword.open();
    await retrievePassword.account.fill(account);
    await retrievePassword.code.send();
    await expect(retrievePassword.code.sentTo).toHaveText(
      t('code.sentTo', { target: `${account.slice(0, 3)}****${account.slice(-4)}` }),
    );
    const answered = page.waitForResponse(`**/api${verifyCode.path}`);
    await retrievePassword.code.input.fill(await another(account === nobody ? undefined : await outbox.code(account)));
    await retrievePassword.submit.click();
    answers.push(await (await answered).json());
    await expect(retrievePassword.errors).toHaveText([t.refusal('wrongCode')]);
    await service.moveClock(minutes(1));
  }
  expect(answers[1]).toEqual(answers[0]);
  const [told] = await outbox.messages(nobody);
  expect(told, 'the owner of the number learns that someone tried').not.toHaveProperty('code');
});

test('a proof of nine minutes still sets a password, after a reload and a lost answer too [PG-01] [AC-62]', async ({
  retrievePassword,
  page,
  request,
  outbox,
  service,
  allowErrors,
}) => {
  allowErrors(/accounts\/password/);
  const someone = await registerAndAgree(request, outbox);
  await retrievePassword.open();
  await proveAgain(retrievePassword, someone.account, outbox);
  await service.moveClock(minutes(9));
  await page.reload();
  await expect(retrievePassword.password).toBeVisible();
  await expect(page.locator('body')).toBeFocused();
  await dropResponse(page, resetPassword.path);
  await retrievePassword.submitPassword(fresh);
  await expect(retrievePassword.errors).toHaveCount(1);
  await retrievePassword.submit.click();
  await expect(retrievePassword.done).toBeVisible();
  await retrievePassword.stay.click();
  await page.reload();
  await expect(retrievePassword.account).toHaveValue(someone.account);
  await expect(retrievePassword.password).toHaveCount(0);
});

test('every session there was ends with the old password, and the person is told [PG-01] [D-16]', async ({
  retrievePassword,
  login,
  request,
  outbox,
  browser,
  baseURL,
}) => {
  const someone = await registerAndAgree(request, outbox);
  const elsewhere = await browser.newContext({ baseURL: baseURL!, locale: 'en-US' });
  const page = await elsewhere.newPage();
  const there = new LoginPage(page);
  await there.open();
  await there.signIn(someone);
  await expect(new HomePage(page, 'en-US').devices).toHaveCount(1);
  await login.open();
  await login.signIn(someone);

  await retrievePassword.open();
  await proveAgain(retrievePassword, someone.account, outbox);
  await retrievePassword.submitPassword(fresh);
  await expect(retrievePassword.done).toBeVisible();
  for (const context of [elsewhere, retrievePassword.page.context()]) {
    expect((await context.request.get('/api/user/accounts/me')).status()).toBe(401);
  }
  await page.goto('/home');
  await expect(page).toHaveURL(/\/login\/web/);
  await elsewhere.close();

  const newest = async () => (await outbox.messages(someone.account))[0]!;
  await expect.poll(async () => (await newest()).text).toContain('the password was changed');
  expect(await newest()).not.toHaveProperty('code');
  expect((await newest()).text).not.toMatch(/https?:/);
});

test('someone who is nobody gets a mail that says so, and no code [PG-01] [AC-36]', async ({
  retrievePassword,
  outbox,
}) => {
  const nobody = newEmail();
  await retrievePassword.open();
  await retrievePassword.account.fill(nobody);
  await retrievePassword.code.send();
  const [told] = await outbox.messages(nobody);
  expect(told?.text).toContain('has no account');
  expect(told).not.toHaveProperty('code');
});

test.describe('with a fresh service', () => {
  test.use({ freshService: true });

  test('a new password does not spare him the second factor [PG-01] [AC-36]', async ({
    retrievePassword,
    login,
    secondFactor,
    outbox,
    service,
    page,
  }) => {
    await retrievePassword.open();
    await retrievePassword.verifyAccount(bob.account, outbox);
    await retrievePassword.submitPassword(fresh);
    await retrievePassword.done.waitFor();
    await retrievePassword.signIn.click();
    await page.waitForURL('**/login/web?localAccount=*');
    await expect(login.account).toHaveValue(bob.account);
    await service.moveClock(minutes(1));
    await login.attempt({ ...bob, password: fresh });
    await secondFactor.waitUntilSent();
    await secondFactor.submitCode(await outbox.code(bob.account, 2));
    await page.waitForURL('**/home');
  });
});

/** Proves an account to which so many codes have gone, this one included: the first made the account. */
async function proveAgain(
  retrievePassword: import('../../pages/retrieve-password-page.ts').RetrievePasswordPage,
  account: string,
  outbox: import('../../support/outbox.ts').Outbox,
  count = 2,
) {
  await retrievePassword.account.fill(account);
  await retrievePassword.code.send();
  await retrievePassword.code.input.fill(await outbox.code(account, count));
  await retrievePassword.submit.click();
  await retrievePassword.password.waitFor();
}

const another = async (code: string | undefined) => (code === '000000' ? '111111' : '000000');
