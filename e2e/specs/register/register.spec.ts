import { registered } from '@foyer/contract/limits';
import { minutes, seconds } from '@foyer/contract/time';
import { createHash } from 'node:crypto';
import { expect, languageWidths, test, widths } from '../../fixtures/test.ts';
import { bodiesOf, dropResponse, pathsOf, watchCalls, watchNavigations } from '../../support/calls.ts';
import { compose } from '../../support/input-method.ts';
import { newEmail, newMobile } from '../../support/new-accounts.ts';
import { runClockUntil, stopClock } from '../../support/page-clock.ts';
import { alice } from '../../support/people.ts';

const password = 'Quiet-Harbour7';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

for (const { language, width } of languageWidths) {
  test.describe(`${language}, ${width}`, () => {
    test.use({ locale: language, ...widths[width] });

    test('registration creates an account, confirms it and signs in [RG-01] [RG-02] [RG-09]', async ({
      register,
      outbox,
      home,
      login,
      page,
      t,
    }) => {
      const account = newMobile();
      await page.clock.install();
      await register.open();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('register.title'));
      await register.fill({ account, password }, outbox);
      await stopClock(page);
      await register.submit.click();
      await test.step('the success page names the account, and a person who stays is not redirected', async () => {
        await page.waitForURL('**/regist/success');
        const ready = page.getByText(t('register.success.desc', { account }));
        await runClockUntil(page, 1, () => ready.isVisible());
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('register.success.title'));
        const stay = page.getByRole('button', { name: t('common.stay') });
        await stay.click();
        await expect(stay).toHaveCount(0);
        await page.clock.runFor(minutes(1));
        await page.clock.resume();
      });
      await test.step('the button goes on to the workspace', async () => {
        await page.getByRole('button', { name: t('register.success.enter') }).click();
        await page.waitForURL('**/home');
      });
      await test.step('the account is signed in, and its password works', async () => {
        await home.signOut();
        await login.open();
        await login.signIn({ account, password });
      });
    });
  });
}

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('an empty form shows every error in order [RG-01] [VA-02] [VA-03]', async ({ register, t }) => {
    await register.open();
    await register.account.press('Enter');
    await expect(register.errors).toHaveText([
      t('login.account.empty'),
      t('code.needFirst'),
      t('pwd.empty'),
      t('pwd.again.empty'),
      t('bind.agree.tooltip'),
    ]);
    await expect(register.account).toBeFocused();
  });
  test('an existing account is offered to sign in, and keeps its password [RG-02] [RG-04] [D-23] [D-27]', async ({
    register,
    consent,
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
    await expect(page.getByRole('dialog').getByText(t('register.exists'))).toBeVisible();
    expect(bodiesOf(calls, '/v1/accounts/checkMobileOrEmail')).toEqual([{ principal: alice.account }]);
    expect(pathsOf(calls)).not.toContain('/sender/register');
    await consent.agree.click();
    await page.waitForURL('**/home');
    await expect(home.greeting).toContainText(alice.name.zh);
    await home.signOut();
    await login.open();
    await login.signIn(alice);
  });

  test('a common password is rejected, and the code stays valid for the next try [RG-10]', async ({
    register,
    outbox,
    page,
    t,
  }) => {
    const account = newEmail();
    await register.open();
    await register.fill({ account, password: 'Password123' }, outbox);
    const values = await register.values();
    await register.submit.click();
    await expect(register.errors).toHaveText([t.refusal('commonPassword')]);
    await expect(register.password).toBeFocused();
    expect(await register.values()).toEqual(values);

    await register.password.fill(password);
    await register.repeatPassword.fill(password);
    await register.submit.click();
    await page.waitForURL('**/regist/success');
  });
});

test('the calls of a registration come in order with the specified fields [RG-02] [RG-03] [RG-04]', async ({
  register,
  outbox,
  page,
}) => {
  const account = newMobile();
  await register.open();
  await register.fill({ account, password }, outbox);
  const calls = watchCalls(page);
  await register.submit.click();
  await page.waitForURL('**/regist/success');
  const order = [
    '/sender/verify',
    '/v1/accounts/checkMobileOrEmail',
    '/sender/register',
    '/login/commit/user',
    '/v1/accounts/agreement',
  ];
  expect(pathsOf(calls).slice(0, order.length)).toEqual(order);

  const made = calls.find((call) => call.url().endsWith('/sender/register'))!;
  expect(made.postDataJSON()).toEqual({
    source: { pub: 'yunzhang', chl: 'web', tml: 'pc' },
    encrypter: 'SHA256',
    password: sha256(password),
    serviceId: expect.stringMatching(/^[\w-]{20,}$/),
    loginParams: { endpoint: 'PC', env: { fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) } },
  });
  expect(await made.allHeaders()).toMatchObject({ event: 'acc_register' });
  expect(bodiesOf(calls, '/sender/register')[0]).not.toHaveProperty('principal');
});

test('the check for an existing account needs a verified code [RG-04] [D-27]', async ({ register, service, page }) => {
  await register.open();
  const responses = [];
  for (const principal of [alice.account, newMobile()]) {
    const headers = { origin: service.origin };
    const response = await page.request.post('/api/v1/accounts/checkMobileOrEmail', { data: { principal }, headers });
    responses.push(await response.text());
  }
  expect(responses[0]).toBe(responses[1]);
  expect(responses[0]).toContain('"accountExist":false');
});

for (const step of ['/sender/verify', '/v1/accounts/checkMobileOrEmail', '/sender/register', '/login/commit/user']) {
  test(`when the response of ${step} is lost an error is shown, and submitting again completes the registration [RG-10]`, async ({
    register,
    outbox,
    page,
    allowErrors,
    t,
  }) => {
    allowErrors(/ERR_CONNECTION_RESET/);
    await register.open();
    await register.fill({ account: newMobile(), password }, outbox);
    const values = await register.values();
    await dropResponse(page, step);
    await register.submit.click();
    await expect(register.errors).toHaveText([t('common.network')]);
    expect(await register.values()).toEqual(values);
    await register.submit.click();
    await page.waitForURL('**/regist/success');
  });
}

test('the success page goes on to the workspace after five seconds [RG-09]', async ({ register, outbox, page, t }) => {
  const account = newMobile();
  await page.clock.install();
  await register.open();
  await register.fill({ account, password }, outbox);
  await stopClock(page);
  await register.submit.click();
  await page.waitForURL('**/regist/success');
  const ready = page.getByText(t('register.success.desc', { account }));
  await runClockUntil(page, 1, () => ready.isVisible());
  const navigations = watchNavigations(page);
  await page.clock.runFor(registered.redirectAfter - seconds(1));
  expect(await navigations()).toEqual([]);
  await page.clock.runFor(seconds(1));
  await page.clock.resume();
  await page.waitForURL('**/home');
});

test('after a lost response another password can be chosen; only this browser sees the success page [RG-10] [RG-09]', async ({
  register,
  outbox,
  page,
  browser,
  baseURL,
  service,
  allowErrors,
  t,
}) => {
  allowErrors(/ERR_CONNECTION_RESET/);
  await register.open();
  await register.fill({ account: newMobile(), password }, outbox);
  await dropResponse(page, '/sender/register');
  await register.submit.click();
  await expect(register.errors).toHaveCount(1);
  await register.password.fill('Other-Harbour8');
  await register.repeatPassword.fill('Other-Harbour8');
  // Another password in the same second counts as a second registration at the same time.
  await service.moveClock(seconds(2));
  await register.submit.click();
  await page.waitForURL('**/regist/success');
  await page.reload();
  await expect(page).toHaveURL(/\/regist\/success$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('register.success.title'));

  const otherBrowser = await browser.newContext({ baseURL: baseURL! });
  const otherPage = await otherBrowser.newPage();
  await otherPage.goto('/regist/success');
  await expect(otherPage).toHaveURL(/\/login\/web$/);
  await otherBrowser.close();
});

test('a wrong code shows an error and nothing else is lost [RG-10] [D-06]', async ({ register, outbox, page, t }) => {
  const account = newMobile();
  await register.open();
  await register.fill({ account, password }, outbox);
  await register.code.input.fill(await outbox.wrongCode(account));
  const values = await register.values();
  await register.submit.click();
  await expect(register.errors).toHaveText([t.refusal('wrongCode')]);
  await expect(register.code.input).toBeFocused();
  expect(await register.values()).toEqual(values);
  await register.code.input.fill(await outbox.code(account));
  await register.submit.click();
  await page.waitForURL('**/regist/success');
});

test('without a requested code no call is made [RG-02]', async ({ register, page, t }) => {
  await register.open();
  const calls = watchCalls(page);
  await register.account.fill(newMobile());
  await register.code.input.fill('123456');
  await register.password.fill(password);
  await register.repeatPassword.fill(password);
  await register.agreement.check();
  await register.submit.click();
  await expect(register.errors).toHaveText([t('code.needFirst')]);
  expect(calls).toEqual([]);
});

test('spaces are removed from the account while it is typed, and the caret keeps its position [RG-08]', async ({
  register,
  page,
}) => {
  await register.open();
  await register.account.pressSequentially(' some one @ exam ple.com ');
  await expect(register.account).toHaveValue('someone@example.com');
  await register.account.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type(' x');
  await expect(register.account).toHaveValue('sxomeone@example.com');
  await register.account.fill('');
  await compose(page, ['zhang', 'zhang s', 'zhang sa', 'zhang san'], 'zhang san');
  await expect(register.account, 'by an input method').toHaveValue('zhangsan');
});

test('the link to the sign-in page passes on the account [RG-05]', async ({ register, login }) => {
  await register.open();
  await register.account.fill('someone+1@example.com');
  await register.back.click();
  await expect(login.passwordTab).toBeVisible();
  await expect(login.account).toHaveValue('someone+1@example.com');
  await expect(login.account).toBeEditable();
});
