import { expect, languageWidths, test, widths } from '../../fixtures/test.ts';
import { createHash } from 'node:crypto';
import { autofill, input } from '@foyer/contract/limits';
import { minutes, seconds } from '@foyer/contract/time';
import { runClockUntil } from '../../support/page-clock.ts';
import { alice, fay, gus } from '../../support/people.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

for (const { language, width } of languageWidths) {
  test.describe(`${language}, ${width}`, () => {
    test.use({ locale: language, ...widths[width] });

    test('someone signs in, is told who and where they are, and signs out [LF-05] [D-18]', async ({
      login,
      home,
      page,
      t,
    }) => {
      await login.open();
      await login.signIn(alice);
      await expect(home.greeting).toContainText(alice.name.zh);
      await expect(home.devices).toHaveCount(1);
      await expect(home.devices).toContainText(t('home.sessions.here'));
      await home.signOut();
      await page.goto('/home');
      await expect(page).toHaveURL(/\/login\/web/);
    });
  });
}

test('the password leaves the browser only as its hash [LF-05] [LF-18] [D-03]', async ({ login }) => {
  await login.open();
  const response = await login.attempt(alice);
  expect(response.request().postDataJSON()).toMatchObject({
    principal: alice.account,
    credentials: sha256(alice.password),
    loginParams: { endpoint: 'PC', env: { fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) } },
  });
  expect(response.request().postData()).not.toContain(alice.password);
  expect(await response.request().allHeaders()).toMatchObject({
    event: 'acc_register',
    'x-tsign-open-language': 'en-US',
    'content-type': 'application/json',
  });
});

test('the answer says who signed in, and where to go [LF-05] [D-02]', async ({ login, service }) => {
  await login.open();
  const answer = login.nextResponse();
  await login.signIn(alice);
  const data = { ouid: expect.stringMatching(/.+/), url: `${service.origin}/home` };
  expect(await answer).toMatchObject({ code: 0, message: 'Success', data });
});

test('a fingerprint is made once a page and asks for nothing that can be refused [LF-18]', async ({ login, page }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new Error('hidden');
    };
    HTMLCanvasElement.prototype.toDataURL = refuse;
    Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: refuse });
    Object.defineProperty(Screen.prototype, 'width', { get: refuse });
  });
  await login.open();
  const commits = login.watchCommits();
  await login.attempt({ ...alice, password: 'not mine' });
  await login.signIn(alice);
  const [first, second] = commits.map((request) => request.postDataJSON().loginParams.env.fingerprint);
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(second).toBe(first);
});

test('the button waits until both fields are filled in [LF-07]', async ({ login }) => {
  await login.open();
  await expect(login.submit).toBeDisabled();
  await login.account.fill(alice.account);
  await expect(login.submit).toBeDisabled();
  await login.password.fill('x');
  await expect(login.submit).toBeEnabled();
  await login.account.fill('   ');
  await expect(login.submit).toBeDisabled();
});

test('what the browser fills in without a word is noticed after a second [LF-07]', async ({ login, page }) => {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + minutes(1));
  await page.goto('/login/web');
  await runClockUntil(page, 1, () => login.isHydrated());
  // The form listens by now.
  await login.fill(alice);
  await expect(login.submit).toBeEnabled();
  await login.fill({ account: '', password: '' });
  await expect(login.submit).toBeDisabled();
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

test('Enter says what is missing [LF-08] [LF-12]', async ({ login, page, t }) => {
  await login.open();
  const commits = login.watchCommits();
  await login.account.press('Enter');
  await expect(login.errors).toHaveText([t('login.account.empty'), t('login.password.empty')]);
  await expect(login.account).toBeFocused();

  await login.account.fill(alice.account);
  await login.password.press('Enter');
  await expect(login.errors).toHaveText([t('login.password.empty')]);
  await expect(login.password).toBeFocused();
  await expect(login.password).toHaveAttribute('aria-invalid', 'true');
  expect(commits).toEqual([]);

  await page.keyboard.type(alice.password);
  await expect(login.errors).toHaveCount(0);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home');
});

test('a double click sends one request [LF-12]', async ({ login, page }) => {
  await login.open();
  const commits = login.watchCommits();
  await login.fill(alice);
  await login.submit.dblclick();
  await page.waitForURL('**/home');
  expect(commits).toHaveLength(1);
});

test('Enter again and again sends one request [LF-12]', async ({ login, page }) => {
  let answerMayCome = () => {};
  const held = new Promise<void>((resolve) => (answerMayCome = resolve));
  await login.routeCommits(async (route) => {
    await held;
    await route.continue();
  });
  await login.open();
  const commits = login.watchCommits();
  await login.fill(alice);
  await login.password.press('Enter');
  await login.password.press('Enter');
  await expect.poll(() => commits.length).toBe(1);
  await login.password.press('Enter');
  // Also from a browser that does not mind the disabled button.
  await login.password.evaluate((field: HTMLInputElement) => field.form!.requestSubmit());
  answerMayCome();
  await page.waitForURL('**/home');
  expect(commits).toHaveLength(1);
});

test('a password can be looked at and hidden again, and password managers know both fields [LF-11] [LF-16]', async ({
  login,
  page,
  t,
}) => {
  await login.open();
  await expect(login.account).toHaveAttribute('autocomplete', 'username');
  await expect(login.password).toHaveAttribute('autocomplete', 'current-password');
  await login.password.fill(alice.password);
  await expect(login.password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: t('login.password.show') }).click();
  await expect(login.password).toHaveAttribute('type', 'text');
  await expect(login.password).toHaveValue(alice.password);
  await page.getByRole('button', { name: t('login.password.hide') }).click();
  await expect(login.password).toHaveAttribute('type', 'password');
});

test('an account is the same account however it is spelled [VA-01] [VA-05] [D-05]', async ({ login, home }) => {
  for (const account of [' 138-0013 8000 ', '+86 13800138000', '１３８００１３８０００', 'Alice@EXAMPLE.com']) {
    await login.open();
    await login.signIn({ ...alice, account });
    await expect(home.greeting, account).toContainText(alice.name.zh);
  }
});

test('what is no account is told without asking the service [VA-01] [D-05]', async ({ login, t }) => {
  await login.open();
  const commits = login.watchCommits();
  for (const account of ['12345', 'alice@localhost', 'alice@@example.com', '2380013800０']) {
    await login.fill({ account, password: alice.password });
    await expect(login.errors, account).toHaveCount(0);
    await login.submit.click();
    await expect(login.errors, account).toHaveText([t('login.account.invalid')]);
  }
  expect(commits).toEqual([]);
});

test('a password counts with its spaces, and a long one is not cut short [VA-05]', async ({ login, t }) => {
  await login.open();
  await expect(login.account).toHaveAttribute('maxlength', `${input.maxLength}`);
  await expect(login.password).toHaveAttribute('maxlength', `${input.maxLength}`);
  const response = await login.attempt({ ...fay, password: ` ${fay.password}` });
  expect(response.request().postDataJSON().credentials).toBe(sha256(` ${fay.password}`));
  await expect(login.errors).toHaveText([t.refusal('wrongCredentials', { attemptsLeft: 4 })]);
});

test('whoever has a disabled account is told so [LF-15]', async ({ login, t }) => {
  await login.open();
  await login.attempt(gus);
  await expect(login.errors).toHaveText([t.refusal('accountDisabled')]);
  await expect(login.submit).toBeEnabled();
});

test('links lead to registering and to what was forgotten [LF-13]', async ({ login, page, context, t }) => {
  await login.open();
  await expect(page.getByRole('link', { name: t('login.registerNow') })).toHaveAttribute('href', '/regist');
  for (const [name, path] of [
    [t('login.forgotAccount'), '/findAccount/account'],
    [t('login.forgotPassword'), '/retrieve'],
  ] as const) {
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name }).click();
    const tab = await opened;
    await tab.waitForLoadState();
    expect(new URL(tab.url()).pathname).toBe(path);
    expect(await tab.evaluate(() => window.opener)).toBeNull();
  }
});
