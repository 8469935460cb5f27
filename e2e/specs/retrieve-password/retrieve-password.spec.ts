import { retrieve as limits } from '@foyer/contract/limits';
import { resetPassword } from '@foyer/contract/flows/retrieve-password';
import { verifyCode } from '@foyer/contract/flows/send-code';
import { minutes } from '@foyer/contract/time';
import { expectNoAxeViolations } from '../../support/axe.ts';
import { HomePage } from '../../pages/home-page.ts';
import { test } from '../../fixtures/journey.ts';
import { LoginPage } from '../../pages/login-page.ts';
import { newEmail, newMobile } from '../../support/new-accounts.ts';
import { test as ownTest } from '../../fixtures/own-service.ts';
import { stopClock } from '../../support/page-clock.ts';
import { alice, bob } from '../../support/people.ts';
import { registerAndAgree } from '../../support/register-account.ts';
import { expect, languageWidths, widths } from '../../fixtures/test.ts';
import { watchCall } from '../../support/watched-calls.ts';
import { dropResponse, watchLeaving } from '../../support/wire.ts';

const fresh = 'Brand-New-Day-8';

const paths = { desktop: '/retrieve', phone: '/usercenterFront/retrieve/web' };

for (const { language, width } of languageWidths) {
  const path = paths[width];

  test.describe(`${language}, ${width}`, () => {
    test.use({ locale: language, ...widths[width] });

    test(`someone proves their account at ${path}, chooses a new password and signs in with it [PG-01] [D-03] [D-16]`, async ({
      retrieve,
      login,
      page,
      request,
      outbox,
    }) => {
      const someone = await registerAndAgree(request, outbox);
      await page.clock.install();
      await retrieve.open(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(retrieve.words.retrieve);
      await expectNoAxeViolations(page);
      await retrieve.account.fill(someone.account);
      await retrieve.code.ask();
      await retrieve.code.field.fill(await outbox.code(someone.account, 2));
      await retrieve.submit.click();
      await expect(retrieve.password).toBeFocused();
      await expectNoAxeViolations(page);
      await stopClock(page);
      const resets = watchCall(page, resetPassword);
      await retrieve.choose(fresh);
      await expect(retrieve.done).toBeFocused();
      expect(resets[0]!.postDataJSON().newPassword).toMatch(/^[0-9a-f]{64}$/);
      expect(resets[0]!.postData()).not.toContain(fresh);
      await retrieve.stay.click();
      await expect(retrieve.stay).toHaveCount(0);
      await page.clock.runFor(minutes(10));
      await page.clock.resume();
      await expect(retrieve.done).toBeVisible();
      await expectNoAxeViolations(page);

      await retrieve.signIn.click();
      await login.untilAlive();
      await expect(login.account).toHaveValue(someone.account);
      await expect(login.account).toBeEditable();
      await login.attempt(someone);
      await expect(login.problems).toHaveText([login.words.wrong(4)]);
      await login.signIn({ ...someone, password: fresh });
    });
  });
}

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a password that is no good is told with the reason, and stays to be bettered [PG-01] [AC-33]', async ({
    retrieve,
    page,
    request,
    outbox,
  }) => {
    const someone = await registerAndAgree(request, outbox);
    await retrieve.open();
    await proveAgain(retrieve, someone.account, outbox);
    const resets = watchCall(page, resetPassword);
    await retrieve.choose(fresh, `${fresh}9`);
    await expect(retrieve.problems).toHaveText([retrieve.words.different]);
    await expect(retrieve.again).toBeFocused();
    expect(resets).toEqual([]);

    await retrieve.choose('Password123');
    await expect(retrieve.problems).toHaveText([retrieve.words.common]);
    await expect(retrieve.password).toHaveValue('Password123');
    await expect(retrieve.password).toBeFocused();
    await expectNoAxeViolations(page);
    await retrieve.choose(fresh);
    await expect(retrieve.done).toBeVisible();
  });
});

test('the page goes back to sign-in by itself, five seconds later and with the account [PG-01] [D-16]', async ({
  retrieve,
  login,
  page,
  request,
  outbox,
}) => {
  const someone = await registerAndAgree(request, outbox);
  await page.clock.install();
  await retrieve.open();
  await proveAgain(retrieve, someone.account, outbox);
  await stopClock(page);
  await retrieve.choose(fresh);
  await expect(retrieve.done).toBeVisible();
  const leftFor = watchLeaving(page);
  await page.clock.runFor(limits.redirectAfter - 1);
  expect(await leftFor()).toEqual([]);
  await expect(retrieve.done).toBeVisible();
  await page.clock.runFor(1);
  await page.clock.resume();
  await login.untilAlive();
  await expect(login.account).toHaveValue(someone.account);
});

test('who takes too long is told that the code is over, and need not type the account again [PG-01]', async ({
  retrieve,
  request,
  outbox,
  service,
}) => {
  const someone = await registerAndAgree(request, outbox);
  await retrieve.open();
  await proveAgain(retrieve, someone.account, outbox);
  await service.moveClock(minutes(11));
  await retrieve.choose(fresh);
  await expect(retrieve.problems).toHaveText([retrieve.code.words.expiredCode]);
  await expect(retrieve.account).toHaveValue(someone.account);
  await expect(retrieve.account).toBeFocused();
  await retrieve.page.reload();
  await expect(retrieve.account).toHaveValue(someone.account);
  await expect(retrieve.password).toHaveCount(0);
  await proveAgain(retrieve, someone.account, outbox, 3);
  await retrieve.choose(fresh);
  await expect(retrieve.done).toBeVisible();
});

test('whoever has no account is told nothing else than those who have one [PG-01] [AC-36]', async ({
  retrieve,
  page,
  outbox,
  service,
}) => {
  const answers: unknown[] = [];
  const nobody = newMobile();
  for (const account of [alice.account, nobody]) {
    await retrieve.open();
    await retrieve.account.fill(account);
    await retrieve.code.ask();
    await expect(retrieve.code.sentTo).toHaveText(
      retrieve.code.words.sentTo(`${account.slice(0, 3)}****${account.slice(-4)}`),
    );
    const answered = page.waitForResponse(`**/api${verifyCode.path}`);
    await retrieve.code.field.fill(await another(account === nobody ? undefined : await outbox.code(account)));
    await retrieve.submit.click();
    answers.push(await (await answered).json());
    await expect(retrieve.problems).toHaveText([retrieve.code.words.wrongCode]);
    await service.moveClock(minutes(1));
  }
  expect(answers[1]).toEqual(answers[0]);
  const [told] = await outbox.messages(nobody);
  expect(told, 'the owner of the number learns that someone tried').not.toHaveProperty('code');
});

test('a proof of nine minutes still sets a password, after a reload and a lost answer too [PG-01] [AC-62]', async ({
  retrieve,
  page,
  request,
  outbox,
  service,
  allowErrors,
}) => {
  allowErrors(/accounts\/password/);
  const someone = await registerAndAgree(request, outbox);
  await retrieve.open();
  await proveAgain(retrieve, someone.account, outbox);
  await service.moveClock(minutes(9));
  await page.reload();
  await expect(retrieve.password).toBeVisible();
  await expect(page.locator('body')).toBeFocused();
  await dropResponse(page, resetPassword.path);
  await retrieve.choose(fresh);
  await expect(retrieve.problems).toHaveCount(1);
  await retrieve.submit.click();
  await expect(retrieve.done).toBeVisible();
  await retrieve.stay.click();
  await page.reload();
  await expect(retrieve.account).toHaveValue(someone.account);
  await expect(retrieve.password).toHaveCount(0);
});

test('every session there was ends with the old password, and the person is told [PG-01] [D-16]', async ({
  retrieve,
  login,
  request,
  outbox,
  browser,
  baseURL,
}) => {
  const someone = await registerAndAgree(request, outbox);
  const elsewhere = await browser.newContext({ baseURL: baseURL!, locale: 'en-US' });
  const page = await elsewhere.newPage();
  const there = new LoginPage(page, 'en-US');
  await there.open();
  await there.signIn(someone);
  await expect(new HomePage(page, 'en-US').devices).toHaveCount(1);
  await login.open();
  await login.signIn(someone);

  await retrieve.open();
  await proveAgain(retrieve, someone.account, outbox);
  await retrieve.choose(fresh);
  await expect(retrieve.done).toBeVisible();
  for (const context of [elsewhere, retrieve.page.context()]) {
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

test('someone who is nobody gets a mail that says so, and no code [PG-01] [AC-36]', async ({ retrieve, outbox }) => {
  const nobody = newEmail();
  await retrieve.open();
  await retrieve.account.fill(nobody);
  await retrieve.code.ask();
  const [told] = await outbox.messages(nobody);
  expect(told?.text).toContain('has no account');
  expect(told).not.toHaveProperty('code');
});

ownTest(
  'a new password does not spare him the second factor [PG-01] [AC-36]',
  async ({ retrieve, login, secondFactor, outbox, ownService, page }) => {
    await retrieve.open();
    await retrieve.prove(bob.account, outbox);
    await retrieve.choose(fresh);
    await retrieve.done.waitFor();
    await retrieve.signIn.click();
    await page.waitForURL('**/login/web?localAccount=*');
    await expect(login.account).toHaveValue(bob.account);
    await ownService.moveClock(minutes(1));
    await login.attempt({ ...bob, password: fresh });
    await secondFactor.untilSent();
    await secondFactor.enter(await outbox.code(bob.account, 2));
    await page.waitForURL('**/home');
  },
);

/** Proves an account to which so many codes have gone, this one included: the first made the account. */
async function proveAgain(
  retrieve: import('../../pages/retrieve-page.ts').RetrievePage,
  account: string,
  outbox: import('../../support/outbox.ts').Outbox,
  count = 2,
) {
  await retrieve.account.fill(account);
  await retrieve.code.ask();
  await retrieve.code.field.fill(await outbox.code(account, count));
  await retrieve.submit.click();
  await retrieve.password.waitFor();
}

const another = async (code: string | undefined) => (code === '000000' ? '111111' : '000000');
