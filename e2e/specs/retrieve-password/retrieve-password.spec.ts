import { resetPassword } from '@foyer/contract/flows/retrieve-password';
import { verifyCode } from '@foyer/contract/flows/send-code';
import { retrieve as limits } from '@foyer/contract/limits';
import { mask } from '@foyer/contract/rules/account-rules';
import { minutes } from '@foyer/contract/time';
import { expect, languageWidths, test, widths } from '../../fixtures/test.ts';
import { HomePage } from '../../pages/home-page.ts';
import { LoginPage } from '../../pages/login-page.ts';
import { dropResponse, watchCall, watchNavigations } from '../../support/calls.ts';
import { newEmail, newMobile } from '../../support/new-accounts.ts';
import { stopClock } from '../../support/page-clock.ts';
import { alice, bob } from '../../support/people.ts';
import { registerAndAgree } from '../../support/register-account.ts';

const newPassword = 'Brand-New-Day-8';

const paths = { desktop: '/retrieve', phone: '/usercenterFront/retrieve/web' };

for (const { language, width } of languageWidths) {
  const path = paths[width];

  test.describe(`${language}, ${width}`, () => {
    test.use({ locale: language, ...widths[width] });

    test(`an account is verified at ${path}, gets a new password and signs in with it [PG-01] [D-03] [D-16]`, async ({
      retrievePassword,
      login,
      page,
      request,
      outbox,
      t,
    }) => {
      const member = await registerAndAgree(request, outbox);
      await page.clock.install();
      await test.step('a code verifies the account', async () => {
        await retrievePassword.open(path);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('page.retrieve'));
        await retrievePassword.account.fill(member.account);
        await retrievePassword.code.send();
        await retrievePassword.code.input.fill(await outbox.code(member.account, 2));
        await retrievePassword.submit.click();
        await expect(retrievePassword.password).toBeFocused();
        await expect(retrievePassword.step).toContainText(t('retrieve.step.password'));
        await expect(page.getByRole('main')).toContainText(mask(member.account));
      });
      await test.step('the new password is sent as a hash', async () => {
        await stopClock(page);
        const resets = watchCall(page, resetPassword);
        await retrievePassword.submitPassword(newPassword);
        await expect(retrievePassword.done).toBeFocused();
        expect(resets[0]!.postDataJSON().newPassword).toMatch(/^[0-9a-f]{64}$/);
        expect(resets[0]!.postData()).not.toContain(newPassword);
      });
      await test.step('a person who stays is not redirected', async () => {
        await retrievePassword.stay.click();
        await expect(retrievePassword.stay).toHaveCount(0);
        await page.clock.runFor(minutes(10));
        await page.clock.resume();
        await expect(retrievePassword.done).toBeVisible();
      });

      await test.step('only the new password signs in', async () => {
        await retrievePassword.signIn.click();
        await login.waitForHydration();
        await expect(login.account).toHaveValue(member.account);
        await expect(login.account).toBeEditable();
        await login.attempt(member);
        await expect(login.errors).toHaveText([t.refusal('wrongCredentials', { attemptsLeft: 4 })]);
        await login.signIn({ ...member, password: newPassword });
      });
    });
  });
}

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a bad password is rejected with the reason and stays in the field [PG-01] [AC-33]', async ({
    retrievePassword,
    page,
    request,
    outbox,
    t,
  }) => {
    const member = await registerAndAgree(request, outbox);
    await retrievePassword.open();
    await retrievePassword.verifyAccount(member.account, outbox, 2);
    const resets = watchCall(page, resetPassword);
    await retrievePassword.submitPassword(newPassword, `${newPassword}9`);
    await expect(retrievePassword.errors).toHaveText([t('pwd.again.mismatch')]);
    await expect(retrievePassword.repeatPassword).toBeFocused();
    expect(resets).toEqual([]);

    await retrievePassword.submitPassword('Password123');
    await expect(retrievePassword.errors).toHaveText([t.refusal('commonPassword')]);
    await expect(retrievePassword.password).toHaveValue('Password123');
    await expect(retrievePassword.password).toBeFocused();
    await retrievePassword.submitPassword(newPassword);
    await expect(retrievePassword.done).toBeVisible();
  });
});

test('the page returns to sign-in after five seconds, with the account filled in [PG-01] [D-16]', async ({
  retrievePassword,
  login,
  page,
  request,
  outbox,
}) => {
  const member = await registerAndAgree(request, outbox);
  await page.clock.install();
  await retrievePassword.open();
  await retrievePassword.verifyAccount(member.account, outbox, 2);
  await stopClock(page);
  await retrievePassword.submitPassword(newPassword);
  await expect(retrievePassword.done).toBeVisible();
  const navigations = watchNavigations(page);
  await page.clock.runFor(limits.redirectAfter - 1);
  expect(await navigations()).toEqual([]);
  await expect(retrievePassword.done).toBeVisible();
  await page.clock.runFor(1);
  await page.clock.resume();
  await login.waitForHydration();
  await expect(login.account).toHaveValue(member.account);
});

test('after eleven minutes the code is expired, and the account stays filled in [PG-01]', async ({
  retrievePassword,
  request,
  outbox,
  service,
  t,
}) => {
  const member = await registerAndAgree(request, outbox);
  await retrievePassword.open();
  await retrievePassword.verifyAccount(member.account, outbox, 2);
  await service.moveClock(minutes(11));
  await retrievePassword.submitPassword(newPassword);
  await expect(retrievePassword.errors).toHaveText([t.refusal('expiredCode')]);
  await expect(retrievePassword.account).toHaveValue(member.account);
  await expect(retrievePassword.account).toBeFocused();
  await retrievePassword.page.reload();
  await expect(retrievePassword.account).toHaveValue(member.account);
  await expect(retrievePassword.password).toHaveCount(0);
  await retrievePassword.verifyAccount(member.account, outbox, 3);
  await retrievePassword.submitPassword(newPassword);
  await expect(retrievePassword.done).toBeVisible();
});

test('an unregistered account gets the same responses [PG-01] [AC-36]', async ({
  retrievePassword,
  page,
  outbox,
  service,
  t,
}) => {
  const responses: unknown[] = [];
  const unknownAccount = newMobile();
  for (const account of [alice.account, unknownAccount]) {
    await retrievePassword.open();
    await retrievePassword.account.fill(account);
    await retrievePassword.code.send();
    await expect(retrievePassword.code.sentTo).toHaveText(
      t('code.sentTo', { target: `${account.slice(0, 3)}****${account.slice(-4)}` }),
    );
    const responded = page.waitForResponse(`**/api${verifyCode.path}`);
    await retrievePassword.code.input.fill(account === unknownAccount ? '000000' : await outbox.wrongCode(account));
    await retrievePassword.submit.click();
    responses.push(await (await responded).json());
    await expect(retrievePassword.errors).toHaveText([t.refusal('wrongCode')]);
    await service.moveClock(minutes(1));
  }
  expect(responses[1]).toEqual(responses[0]);
  const [message] = await outbox.messages(unknownAccount);
  expect(message, 'the message to the number contains no code').not.toHaveProperty('code');
});

test('nine minutes later, after a reload and a lost response, the new password is still accepted [PG-01] [AC-62]', async ({
  retrievePassword,
  page,
  request,
  outbox,
  service,
  allowErrors,
}) => {
  allowErrors(/accounts\/password/);
  const member = await registerAndAgree(request, outbox);
  await retrievePassword.open();
  await retrievePassword.verifyAccount(member.account, outbox, 2);
  await service.moveClock(minutes(9));
  await page.reload();
  await expect(retrievePassword.password).toBeVisible();
  await expect(page.locator('body')).toBeFocused();
  await dropResponse(page, resetPassword.path);
  await retrievePassword.submitPassword(newPassword);
  await expect(retrievePassword.errors).toHaveCount(1);
  await retrievePassword.submit.click();
  await expect(retrievePassword.done).toBeVisible();
  await retrievePassword.stay.click();
  await page.reload();
  await expect(retrievePassword.account).toHaveValue(member.account);
  await expect(retrievePassword.password).toHaveCount(0);
});

test('a new password ends every session, and a notice is sent [PG-01] [D-16]', async ({
  retrievePassword,
  login,
  request,
  outbox,
  browser,
  baseURL,
}) => {
  const member = await registerAndAgree(request, outbox);
  const otherContext = await browser.newContext({ baseURL: baseURL!, locale: 'en-US' });
  const page = await otherContext.newPage();
  const otherLogin = new LoginPage(page);
  await otherLogin.open();
  await otherLogin.signIn(member);
  await expect(new HomePage(page, 'en-US').devices).toHaveCount(1);
  await login.open();
  await login.signIn(member);

  await retrievePassword.open();
  await retrievePassword.verifyAccount(member.account, outbox, 2);
  await retrievePassword.submitPassword(newPassword);
  await expect(retrievePassword.done).toBeVisible();
  for (const context of [otherContext, retrievePassword.page.context()]) {
    expect((await context.request.get('/api/user/accounts/me')).status()).toBe(401);
  }
  await page.goto('/home');
  await expect(page).toHaveURL(/\/login\/web/);
  await otherContext.close();

  const newest = async () => (await outbox.messages(member.account))[0]!;
  await expect.poll(async () => (await newest()).text).toContain('the password was changed');
  expect(await newest()).not.toHaveProperty('code');
  expect((await newest()).text).not.toMatch(/https?:/);
});

test('an unregistered e-mail address gets a mail without a code [PG-01] [AC-36]', async ({
  retrievePassword,
  outbox,
}) => {
  const unknownAccount = newEmail();
  await retrievePassword.open();
  await retrievePassword.account.fill(unknownAccount);
  await retrievePassword.code.send();
  const [message] = await outbox.messages(unknownAccount);
  expect(message?.text).toContain('has no account');
  expect(message).not.toHaveProperty('code');
});

test.describe('with a fresh demo', () => {
  test.use({ resetDemo: true });

  test('a new password does not replace the second factor [PG-01] [AC-36]', async ({
    retrievePassword,
    login,
    secondFactor,
    outbox,
    service,
    page,
  }) => {
    await retrievePassword.open();
    await retrievePassword.verifyAccount(bob.account, outbox);
    await retrievePassword.submitPassword(newPassword);
    await retrievePassword.done.waitFor();
    await retrievePassword.signIn.click();
    await page.waitForURL('**/login/web?localAccount=*');
    await expect(login.account).toHaveValue(bob.account);
    await service.moveClock(minutes(1));
    await login.attempt({ ...bob, password: newPassword });
    await secondFactor.waitUntilSent();
    await secondFactor.submitCode(await outbox.code(bob.account, 2));
    await page.waitForURL('**/home');
  });
});
