import { seconds } from '@foyer/contract/time';
import { expect, languageWidths, test, widths } from '../../fixtures/test.ts';
import { bodiesOf, dropResponse, holdRequests, pathsOf, watchCalls } from '../../support/calls.ts';
import { signInWithCode } from '../../support/code-sign-in.ts';
import { newEmail, newMobile } from '../../support/new-accounts.ts';
import { alice, dan } from '../../support/people.ts';

const codeTab = { preLoginWay: 'authCode' };

for (const { language, width } of languageWidths) {
  test.describe(`${language}, ${width}`, () => {
    test.use({ locale: language, ...widths[width] });

    test('the first code registers a new account, which may skip setting a password [LF-06] [LF-14]', async ({
      login,
      code,
      consent,
      setPassword,
      outbox,
      home,
      page,
      t,
    }) => {
      const mobile = newMobile();
      await login.open({ ...codeTab, redirectUrl: '/home' });
      await expect(login.submit).toHaveText(t('login.submitOrRegister'));
      await expect(page.getByText(t('login.autoRegister.hint'))).toBeVisible();
      await login.account.fill(mobile);
      await code.send();
      await code.input.fill(await outbox.code(mobile));
      await login.submit.click();
      await consent.agree.click();
      await setPassword.skip.click();
      await page.waitForURL('**/home');
      await expect(home.devices).toHaveCount(1);
    });
  });
}

test('a dialog that was left open after the sign-in is forgotten with the sign-out [LF-14]', async ({
  login,
  code,
  consent,
  setPassword,
  outbox,
  home,
  page,
}) => {
  await signInWithCode({ login, code, outbox }, newMobile());
  await consent.agree.click();
  await setPassword.skip.waitFor();
  const storedStep = () => page.evaluate(() => localStorage.getItem('foyer.step'));
  expect(await storedStep()).not.toBeNull();
  await page.goto('/home');
  await home.signOut();
  expect(await storedStep()).toBeNull();
});

for (const [channel, account] of [
  ['mobile', dan.account],
  ['email', 'alice@example.com'],
] as const) {
  test(`a code sent by ${channel} signs in to an existing account [LF-06]`, async ({
    login,
    code,
    outbox,
    home,
    page,
  }) => {
    await login.open(codeTab);
    const calls = watchCalls(page);
    await login.account.fill(account);
    await code.send();
    await code.input.fill(await outbox.code(account));
    await code.input.press('Enter');
    await page.waitForURL('**/home');
    await expect(home.devices).toHaveCount(1);
    expect(pathsOf(calls).slice(0, 5)).toEqual([
      '/sender/robotAuth/challenge',
      '/sender/robotAuth/apply',
      `/sender/${channel}/v3`,
      '/sender/verify',
      '/login/commit',
    ]);
  });
}

test('the calls of a code sign-in carry the specified fields [LF-06] [D-09]', async ({
  login,
  code,
  consent,
  setPassword,
  outbox,
  page,
}) => {
  const mobile = newMobile();
  const calls = watchCalls(page);
  await signInWithCode({ login, code, outbox }, mobile, { redirectUrl: '/home?from=code' });

  await test.step('the response after the consent describes a new account', async () => {
    await consent.agree.waitFor();
    const responded = page.waitForResponse('**/api/login/commit');
    await consent.agree.click();
    const { data } = await (await responded).json();
    expect(data).toMatchObject({
      ouid: expect.stringMatching(/.+/),
      loginDoubleCheck: false,
      needAgreement: false,
      newUser: true,
      setPwdServiceId: expect.stringMatching(/.+/),
    });
  });

  await test.step('the requests name the code, the account and the redirect', async () => {
    const serviceId = expect.stringMatching(/^[\w-]{20,}$/);
    const loginParams = { endpoint: 'PC', env: { fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) } };
    const credentials = await outbox.code(mobile);
    expect(bodiesOf(calls, '/sender/verify')).toEqual([{ credentials, serviceId, loginParams: { endpoint: 'PC' } }]);
    const commit = { principal: mobile, serviceId, loginParams, redirectUrl: '/home?from=code' };
    expect(bodiesOf(calls, '/login/commit')).toEqual([commit, { ...commit, agreed: true }]);
  });

  await setPassword.skip.click();
  await page.waitForURL('**/home?from=code');
});

test('a consent dialog that fails to load opens on the next click with the same code; declining creates no account [LF-06] [D-09] [ER-03]', async ({
  login,
  code,
  consent,
  outbox,
  page,
  allowErrors,
  t,
}) => {
  allowErrors(/ERR_FAILED/);
  const email = newEmail();
  await page.route('**/assets/dialogs-*', (route) => route.abort());
  await signInWithCode({ login, code, outbox }, email);
  await expect(page.getByText(t('common.network'))).toBeVisible();
  await expect(code.input).not.toHaveValue('');
  await page.unroute('**/assets/dialogs-*');
  // The button is still disabled while it waits for the dialog, but a click on it counts.
  await login.submit.click({ force: true });

  await test.step('declining returns to the form with what was typed, signed out', async () => {
    await consent.decline.click();
    await expect(login.account).toHaveValue(email);
    await expect(code.button).toHaveText(t('code.get'));
    await page.goto('/home');
    await expect(page).toHaveURL(/\/login\/web/);
  });
});

test('a code belongs to the account it was sent to [D-06] [LF-06]', async ({ login, code, outbox, page, t }) => {
  const send = '/sender/mobile/v3';
  const calls = watchCalls(page);
  await login.open(codeTab);
  await login.account.fill(dan.account);

  await test.step('a code requested before a change of tab is remembered, and not requested twice', async () => {
    const release = await holdRequests(page, send);
    await code.button.click();
    await expect.poll(() => bodiesOf(calls, send).length).toBe(1);
    await login.passwordTab.click();
    await expect(login.password).toBeVisible();
    release();
    await login.codeTab.click();
    await code.sentTo.waitFor();
    await login.passwordTab.click();
    await login.codeTab.click();
    await code.sentTo.waitFor();
    expect(bodiesOf(calls, send)).toHaveLength(1);
  });
  await test.step('another account needs a code of its own', async () => {
    await code.input.fill(await outbox.code(dan.account));
    await login.account.fill(alice.account);
    await expect(code.button).toHaveText(t('code.get'));
    await login.submit.click();
    await expect(login.errors).toHaveText([t('code.needFirst')]);
    expect(await outbox.codes(alice.account)).toEqual([]);
  });
  await test.step('the first account, typed again, has its code again', async () => {
    await login.account.fill(dan.account);
    await code.sentTo.waitFor();
    await login.account.press('End');
    await page.keyboard.type('1');
    await expect(code.sentTo).toHaveCount(0);
    await page.keyboard.press('Backspace');
    await code.sentTo.waitFor();
    await login.submit.click();
    await page.waitForURL('**/home');
  });
});

test('the button is disabled without account and code, and submitting twice sends one request [LF-07] [LF-12]', async ({
  login,
  code,
  outbox,
  page,
}) => {
  await login.open(codeTab);
  const calls = watchCalls(page);
  await expect(login.submit).toBeDisabled();
  await login.account.fill(dan.account);
  await expect(login.submit).toBeDisabled();
  await code.send();
  await code.input.fill(await outbox.code(dan.account));
  await code.input.evaluate((field: HTMLInputElement) => void [0, 1].map(() => field.form!.requestSubmit()));
  await page.waitForURL('**/home');
  expect(bodiesOf(calls, '/sender/verify')).toHaveLength(1);
  expect(bodiesOf(calls, '/login/commit')).toHaveLength(1);
});

test('when the response is lost, submitting the same code again signs in [LF-06] [ER-03]', async ({
  login,
  code,
  outbox,
  service,
  page,
  allowErrors,
}) => {
  allowErrors(/login\/commit/);
  await dropResponse(page, '/login/commit');
  await signInWithCode({ login, code, outbox }, dan.account, { redirectUrl: '/home' });
  await expect(login.errors).toHaveCount(1);
  await service.moveClock(seconds(2));
  await login.submit.click();
  await page.waitForURL('**/home');
});
