import { code as limits } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import { people } from '@foyer/sandbox/people';
import { expectNoAxeViolations } from '../../support/axe.ts';
import { newEmail, newMobile } from '../../support/new-accounts.ts';
import { alice, gus } from '../../support/people.ts';
import { expect, test, languageWidths, widths } from '../../fixtures/test.ts';
import { formPathsOf, delayResponse, dropResponse, saidTo, watchCalls } from '../../support/wire.ts';

const byCode = { preLoginWay: 'authCode' };
/** Has an account and no password. */
const dan = people.find(({ id }) => id === 'dan')!.mobile!;

for (const { language, width } of languageWidths) {
  test.describe(`${language}, ${width}`, () => {
    test.use({ locale: language, ...widths[width] });

    test('someone new is registered by their first code, and need not set a password [LF-06] [LF-14]', async ({
      login,
      code,
      outbox,
      home,
      page,
    }) => {
      const mobile = newMobile();
      await login.open({ ...byCode, redirectUrl: '/home' });
      await expect(login.submit).toHaveText(code.words.signInOrRegister);
      await expect(page.getByText(code.words.registersToo)).toBeVisible();
      await login.account.fill(mobile);
      await code.ask();
      await code.field.fill(await outbox.code(mobile));
      await login.submit.click();
      await page.getByRole('button', { name: code.words.agree }).click();
      await page.getByRole('button', { name: code.words.skip }).click();
      await page.waitForURL('**/home');
      await expect(home.devices).toHaveCount(1);
    });
  });
}

test.describe('on a phone', () => {
  test.use(widths.phone);

  test('keeps nobody out before, while and after a code is sent [LF-06] [VA-06]', async ({ login, code, page }) => {
    await login.open(byCode);
    await expectNoAxeViolations(page);
    await login.account.press('Enter');
    await expect(login.problems).toHaveCount(2);
    await expectNoAxeViolations(page);
    await login.account.fill(newMobile());
    await code.ask();
    await expectNoAxeViolations(page);
  });
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('without having asked for a code nobody gets in, and is told so [LF-09]', async ({ login, code, page }) => {
    await login.open(byCode);
    const calls = watchCalls(page);
    await login.account.fill(newMobile());
    await code.field.fill('123456');
    await login.submit.click();
    await expect(login.problems).toHaveText([code.words.needFirst]);
    await expect(code.field).toBeFocused();
    await expect(code.field).toHaveValue('123456');
    expect(formPathsOf(calls)).toEqual([]);
  });

  test('a wrong code is told and may be put right [VA-06] [D-06]', async ({ login, code, outbox, page }) => {
    await login.open(byCode);
    await login.account.fill(dan);
    await code.ask();
    await code.field.fill('12345');
    await login.submit.click();
    await expect(login.problems).toHaveText([code.words.invalidCode]);

    const wrong = await outbox.wrongCode(dan);
    await code.field.fill(wrong);
    await login.submit.click();
    await expect(login.problems).toHaveText([code.words.wrongCode]);
    await expect(code.field).toBeFocused();
    await expect(code.field).toHaveValue(wrong);
    await expect(login.account).toHaveValue(dan);

    await code.field.fill(await outbox.code(dan));
    await login.submit.click();
    await page.waitForURL('**/home');
  });

  test('a code is good for five minutes and not for longer [D-06]', async ({ login, code, outbox, service, page }) => {
    await login.open(byCode);
    await login.account.fill(dan);
    await code.ask();
    await service.moveClock(limits.lifetime);
    await code.field.fill(await outbox.code(dan));
    await login.submit.click();
    await expect(login.problems).toHaveText([code.words.expiredCode]);

    // The clock is put back to shortly before, so that a slow machine does not sit it out.
    await service.moveClock(-seconds(60));
    await login.submit.click();
    await page.waitForURL('**/home');
  });

  test('five wrong tries end a code; the right one does not help any more [D-06]', async ({ login, code, outbox }) => {
    await login.open(byCode);
    await login.account.fill(dan);
    await code.ask();
    await code.field.fill(await outbox.wrongCode(dan));
    for (let tries = 1; tries <= limits.tries; tries++) {
      await login.submit.click();
      await expect(login.problems).toHaveText([tries < limits.tries ? code.words.wrongCode : code.words.tooManyTries]);
      await expect(login.submit).toBeEnabled();
    }
    await code.field.fill(await outbox.code(dan));
    await login.submit.click();
    await expect(login.problems).toHaveText([code.words.tooManyTries]);
  });

  test('whoever has a disabled account is told so by code, too [LF-06]', async ({ login, code, outbox }) => {
    await login.open(byCode);
    await login.account.fill(gus.account);
    await code.ask();
    await code.field.fill(await outbox.code(gus.account));
    await login.submit.click();
    await expect(login.problems).toHaveText([login.words.disabled]);
  });
});

for (const [how, account] of [
  ['a text message', dan],
  ['a mail', 'alice@example.com'],
] as const) {
  test(`someone with an account gets in by ${how} at once [LF-06]`, async ({ login, code, outbox, home, page }) => {
    await login.open(byCode);
    const calls = watchCalls(page);
    await login.account.fill(account);
    await code.ask();
    await code.field.fill(await outbox.code(account));
    await code.field.press('Enter');
    await page.waitForURL('**/home');
    await expect(home.devices).toHaveCount(1);
    const channel = account.includes('@') ? 'email' : 'mobile';
    expect(formPathsOf(calls).slice(0, 5)).toEqual([
      '/sender/robotAuth/challenge',
      '/sender/robotAuth/apply',
      `/sender/${channel}/v3`,
      '/sender/verify',
      '/login/commit',
    ]);
  });
}

test('the calls of a sign-in by code say what they should [LF-06] [D-09]', async ({ login, code, outbox, page }) => {
  await login.open({ ...byCode, redirectUrl: '/home?from=code' });
  const calls = watchCalls(page);
  const mobile = newMobile();
  await login.account.fill(mobile);
  await code.ask();
  const typed = await outbox.code(mobile);
  await code.field.fill(typed);
  await login.submit.click();
  const agree = page.getByRole('button', { name: code.words.agree });
  await agree.waitFor();
  const answered = page.waitForResponse('**/api/login/commit');
  await agree.click();
  const { data } = await (await answered).json();
  expect(data).toMatchObject({
    ouid: expect.stringMatching(/.+/),
    loginDoubleCheck: false,
    needAgreement: false,
    newUser: true,
    setPwdServiceId: expect.stringMatching(/.+/),
  });

  const serviceId = expect.stringMatching(/^[\w-]{20,}$/);
  const loginParams = { endpoint: 'PC', env: { fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) } };
  expect(saidTo(calls, '/sender/verify')).toEqual([{ credentials: typed, serviceId, loginParams: { endpoint: 'PC' } }]);
  const commit = { principal: mobile, serviceId, loginParams, redirectUrl: '/home?from=code' };
  expect(saidTo(calls, '/login/commit')).toEqual([commit, { ...commit, agreed: true }]);

  await page.getByRole('button', { name: code.words.skip }).click();
  await page.waitForURL('**/home?from=code');
});

test('a dialog that is lost wastes no code: the next press brings it; whoever disagrees gets no account, and finds what they typed [LF-06] [D-09] [ER-03]', async ({
  login,
  code,
  outbox,
  page,
  allowErrors,
}) => {
  allowErrors(/ERR_FAILED/);
  const email = newEmail();
  await page.route('**/assets/dialogs-*', (route) => route.abort());
  await login.open(byCode);
  await login.account.fill(email);
  await code.ask();
  await code.field.fill(await outbox.code(email));
  await login.submit.click();
  await expect(page.getByText(login.words.noAnswer)).toBeVisible();
  await expect(code.field).not.toHaveValue('');
  await page.unroute('**/assets/dialogs-*');
  // It waits still, and its press is heard all the same.
  await login.submit.click({ force: true });
  await page.getByRole('button', { name: code.words.disagree }).click();
  await expect(login.account).toHaveValue(email);
  await expect(code.button).toHaveText(code.words.get);
  await page.goto('/home');
  await expect(page).toHaveURL(/\/login\/web/);
});

test('a code belongs to the account it was sent to: another needs another, the same finds its own again, also from another tab [D-06] [LF-06]', async ({
  login,
  code,
  outbox,
  page,
}) => {
  await login.open(byCode);
  await login.account.fill(dan);
  const send = '/sender/mobile/v3';
  const calls = watchCalls(page);
  const letGo = await delayResponse(page, send);
  await code.button.click();
  await expect.poll(() => saidTo(calls, send).length).toBe(1);
  await login.passwordTab.click();
  await expect(login.password).toBeVisible();
  letGo();
  await login.codeTab.click();
  await code.sentTo.waitFor();
  await login.passwordTab.click();
  await login.codeTab.click();
  await code.sentTo.waitFor();
  expect(saidTo(calls, send)).toHaveLength(1);

  await code.field.fill(await outbox.code(dan));
  await login.account.fill(alice.account);
  await expect(code.button).toHaveText(code.words.get);
  await login.submit.click();
  await expect(login.problems).toHaveText([code.words.needFirst]);
  expect(await outbox.codes(alice.account)).toEqual([]);
  await login.account.fill(dan);
  await code.sentTo.waitFor();
  await login.account.press('End');
  await page.keyboard.type('1');
  await expect(code.sentTo).toHaveCount(0);
  await page.keyboard.press('Backspace');
  await code.sentTo.waitFor();
  await login.submit.click();
  await page.waitForURL('**/home');
});

test('the button waits for account and code; a second Enter sends nothing twice [LF-07] [LF-12]', async ({
  login,
  code,
  outbox,
  page,
}) => {
  await login.open(byCode);
  const calls = watchCalls(page);
  await expect(login.submit).toBeDisabled();
  await login.account.fill(dan);
  await expect(login.submit).toBeDisabled();
  await code.ask();
  await code.field.fill(await outbox.code(dan));
  await code.field.evaluate((field: HTMLInputElement) => void [0, 1].map(() => field.form!.requestSubmit()));
  await page.waitForURL('**/home');
  expect(saidTo(calls, '/sender/verify')).toHaveLength(1);
  expect(saidTo(calls, '/login/commit')).toHaveLength(1);
});

test('an answer that was lost is asked for again with the same code, which nobody is told has expired [LF-06] [ER-03]', async ({
  login,
  code,
  outbox,
  service,
  page,
  allowErrors,
}) => {
  allowErrors(/login\/commit/);
  await login.open({ ...byCode, redirectUrl: '/home' });
  await login.account.fill(dan);
  await code.ask();
  await code.field.fill(await outbox.code(dan));
  await dropResponse(page, '/login/commit');
  await login.submit.click();
  await expect(login.problems).toHaveCount(1);
  await service.moveClock(seconds(2));
  await login.submit.click();
  await page.waitForURL('**/home');
});
