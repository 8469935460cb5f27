import { createHash } from 'node:crypto';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { autofill, input } from '@foyer/contract/limits';
import { minutes, seconds } from '@foyer/contract/time';
import { expect, languageWidths, test, widths } from '../../fixtures/test.ts';
import { holdRequests } from '../../support/calls.ts';
import { runClockUntil } from '../../support/page-clock.ts';
import { alice, fay, gus, nameIn } from '../../support/people.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

for (const { language, width } of languageWidths) {
  test.describe(`${language}, ${width}`, () => {
    test.use({ locale: language, ...widths[width] });

    test('the right password signs in, and signing out ends the session [LF-05] [D-18]', async ({
      login,
      home,
      page,
      t,
    }) => {
      await login.open();
      await login.signIn(alice);
      await test.step('the home page shows the name and this device', async () => {
        await expect(home.greeting).toContainText(nameIn(language, alice));
        await expect(home.devices).toHaveCount(1);
        await expect(home.devices).toContainText(t('home.sessions.here'));
      });
      await test.step('after signing out the home page requires a sign-in', async () => {
        await home.signOut();
        await page.goto('/home');
        await expect(page).toHaveURL(/\/login\/web/);
      });
    });
  });
}

test('the request carries the hash of the password, never the password [LF-05] [LF-18] [D-03]', async ({ login }) => {
  await login.open();
  const request = (await login.attempt(alice)).request();
  expect(request.postDataJSON()).toMatchObject({
    principal: alice.account,
    credentials: sha256(alice.password),
    loginParams: { endpoint: 'PC', env: { fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) } },
  });
  expect(request.postData()).not.toContain(alice.password);
  expect(await request.allHeaders()).toMatchObject({
    event: 'acc_register',
    'x-tsign-open-language': 'en-US',
    'content-type': 'application/json',
  });
});

test('the response carries the account id and the redirect URL [LF-05] [D-02]', async ({ login, service }) => {
  await login.open();
  const response = login.nextResponse();
  await login.signIn(alice);
  const data = { ouid: expect.stringMatching(/.+/), url: `${service.origin}/home` };
  expect(await response).toMatchObject({ code: 0, message: 'Success', data });
});

test('the fingerprint is computed once per page, also when the browser refuses its sources [LF-18]', async ({
  login,
  page,
}) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new Error('refused');
    };
    HTMLCanvasElement.prototype.toDataURL = refuse;
    Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: refuse });
    Object.defineProperty(Screen.prototype, 'width', { get: refuse });
  });
  await login.open();
  const commits = login.watchCommits();
  await login.attempt({ ...alice, password: 'wrong' });
  await login.signIn(alice);
  const [first, second] = commits.map((request) => request.postDataJSON().loginParams.env.fingerprint);
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(second).toBe(first);
});

test('the submit button is disabled until both fields are filled in [LF-07]', async ({ login }) => {
  await login.open();
  await expect(login.submit).toBeDisabled();
  await login.account.fill(alice.account);
  await expect(login.submit).toBeDisabled();
  await login.password.fill('x');
  await expect(login.submit).toBeEnabled();
  await login.account.fill('   ');
  await expect(login.submit).toBeDisabled();
});

test('values that the browser fills in without an event are noticed after a second [LF-07]', async ({
  login,
  page,
}) => {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + minutes(1));
  await page.goto('/login/web');
  await runClockUntil(page, 1, () => login.isHydrated());
  await test.step('typed values are noticed at once', async () => {
    await login.fill(alice);
    await expect(login.submit).toBeEnabled();
    await login.fill({ account: '', password: '' });
    await expect(login.submit).toBeDisabled();
  });
  await test.step('values set by the browser are noticed a second after the page was opened', async () => {
    await page.evaluate(({ account, password }) => {
      for (const [name, value] of Object.entries({ account, password })) {
        document.querySelector<HTMLInputElement>(`input[name=${name}]`)!.value = value;
      }
    }, alice);
    await page.clock.runFor(autofill.checkAfter - seconds(0.1));
    await expect(login.submit).toBeDisabled();
    await page.clock.runFor(seconds(0.1));
    await login.submit.click();
    await page.waitForURL('**/home');
  });
});

test('Enter in an incomplete form shows what is missing and sends nothing [LF-08] [LF-12]', async ({
  login,
  page,
  t,
}) => {
  await login.open();
  const commits = login.watchCommits();
  await test.step('both fields empty', async () => {
    await login.account.press('Enter');
    await expect(login.errors).toHaveText([t('login.account.empty'), t('login.password.empty')]);
    await expect(login.account).toBeFocused();
  });
  await test.step('typing in the first field keeps the focus there', async () => {
    await page.keyboard.type(alice.account);
    await expect(login.account).toHaveValue(alice.account);
    await expect(login.account).toBeFocused();
  });
  await test.step('only the password empty', async () => {
    await login.password.press('Enter');
    await expect(login.errors).toHaveText([t('login.password.empty')]);
    await expect(login.password).toBeFocused();
    await expect(login.password).toHaveAttribute('aria-invalid', 'true');
    expect(commits).toEqual([]);
  });
  await test.step('typing removes the error, and Enter submits', async () => {
    await page.keyboard.type(alice.password);
    await expect(login.errors).toHaveCount(0);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/home');
  });
});

test('a double click sends one request [LF-12]', async ({ login, page }) => {
  await login.open();
  const commits = login.watchCommits();
  await login.fill(alice);
  await login.submit.dblclick();
  await page.waitForURL('**/home');
  expect(commits).toHaveLength(1);
});

test('pressing Enter several times sends one request [LF-12]', async ({ login, page }) => {
  const release = await holdRequests(page, commitPassword.path);
  await login.open();
  const commits = login.watchCommits();
  await login.fill(alice);
  await login.password.press('Enter');
  await login.password.press('Enter');
  await expect.poll(() => commits.length).toBe(1);
  await login.password.press('Enter');
  // Some browsers submit the form although its button is disabled.
  await login.password.evaluate((field: HTMLInputElement) => field.form!.requestSubmit());
  release();
  await page.waitForURL('**/home');
  expect(commits).toHaveLength(1);
});

test('the password can be shown and hidden, and both fields are marked for password managers [LF-11] [LF-16]', async ({
  login,
  page,
  t,
}) => {
  await login.open();
  await expect(login.account).toHaveAttribute('autocomplete', 'username webauthn');
  await expect(login.password).toHaveAttribute('autocomplete', 'current-password');
  await login.password.fill(alice.password);
  await expect(login.password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: t('login.password.show') }).click();
  await expect(login.password).toHaveAttribute('type', 'text');
  await expect(login.password).toHaveValue(alice.password);
  await page.getByRole('button', { name: t('login.password.hide') }).click();
  await expect(login.password).toHaveAttribute('type', 'password');
});

test('an account is recognized in every way of writing it [VA-01] [VA-05] [D-05]', async ({ login, home }) => {
  for (const account of [' 138-0013 8000 ', '+86 13800138000', '１３８００１３８０００', 'Alice@EXAMPLE.com']) {
    await test.step(account, async () => {
      await login.open();
      await login.signIn({ ...alice, account });
      await expect(home.greeting).toContainText(alice.name.en);
    });
  }
});

test('a text that cannot be an account is rejected without a call [VA-01] [D-05]', async ({ login, t }) => {
  await login.open();
  const commits = login.watchCommits();
  for (const account of ['12345', 'alice@localhost', 'alice@@example.com', '2380013800０']) {
    await test.step(account, async () => {
      await login.fill({ account, password: alice.password });
      await expect(login.errors).toHaveCount(0);
      await login.submit.click();
      await expect(login.errors).toHaveText([t('login.account.invalid')]);
    });
  }
  expect(commits).toEqual([]);
});

test('spaces in a password count, and a long password is not cut [VA-05]', async ({ login, t }) => {
  await login.open();
  await expect(login.account).toHaveAttribute('maxlength', `${input.maxLength}`);
  await expect(login.password).toHaveAttribute('maxlength', `${input.maxLength}`);
  const response = await login.attempt({ ...fay, password: ` ${fay.password}` });
  expect(response.request().postDataJSON().credentials).toBe(sha256(` ${fay.password}`));
  await expect(login.errors).toHaveText([t.refusal('wrongCredentials', { attemptsLeft: 4 })]);
});

test('a disabled account is refused with the reason [LF-15]', async ({ login, t }) => {
  await login.open();
  await login.attempt(gus);
  await expect(login.errors).toHaveText([t.refusal('accountDisabled')]);
  await expect(login.submit).toBeEnabled();
});

test('links lead to registration, account recovery and password recovery [LF-13]', async ({
  login,
  page,
  context,
  t,
}) => {
  await login.open();
  await expect(page.getByRole('link', { name: t('login.registerNow') })).toHaveAttribute('href', '/regist');
  for (const [key, path] of [
    ['login.forgotAccount', '/findAccount/account'],
    ['login.forgotPassword', '/retrieve'],
  ] as const) {
    await test.step(path, async () => {
      const opened = context.waitForEvent('page');
      await page.getByRole('link', { name: t(key) }).click();
      const tab = await opened;
      await tab.waitForLoadState();
      expect(new URL(tab.url()).pathname).toBe(path);
      expect(await tab.evaluate(() => window.opener)).toBeNull();
    });
  }
});
