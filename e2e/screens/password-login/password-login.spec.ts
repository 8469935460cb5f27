import { createHash } from 'node:crypto';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { autofill, input } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/screen.ts';
import { signedIn } from '../../scripted/usual-answers.ts';
import { expectCapsLockShown } from '../../support/page/caps-lock.ts';
import { alice } from '../../support/people/people.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
/** The browser refuses what the fingerprint is computed from. */
const refusedSources = `{
  const refuse = () => { throw new Error('refused') };
  HTMLCanvasElement.prototype.toDataURL = refuse;
  Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: refuse });
  Object.defineProperty(Screen.prototype, 'width', { get: refuse });
}`;
const wrongPassword = { is: 'wrongCredentials', data: { attemptsLeft: 4 } } as const;

test('the request carries the account as specified and the hash of the password, never the password [LF-05] [LF-18] [D-03]', async ({
  login,
  site,
}) => {
  site.answer(commitPassword, wrongPassword);
  site.show({ script: refusedSources });
  await login.open();
  const fingerprint = expect.stringMatching(/^[0-9a-f]{64}$/);
  // Spaces in a password count.
  for (const password of [alice.password, ` ${alice.password}`]) {
    await login.attempt({ ...alice, password });
    const { body, headers } = site.callsOf(commitPassword).at(-1)!;
    expect(body).toMatchObject({
      principal: alice.account,
      credentials: sha256(password),
      loginParams: { endpoint: 'PC', env: { fingerprint } },
    });
    expect(JSON.stringify(body)).not.toContain(alice.password);
    expect(headers).toMatchObject({
      event: 'acc_register',
      'x-tsign-open-language': 'en-US',
      'content-type': 'application/json',
    });
  }
  await test.step('the fingerprint is computed once per page, also when the browser refuses its sources', () => {
    const [first, second] = site.bodiesOf(commitPassword).map((body) => Reflect.get(Object(body), 'loginParams'));
    expect(second).toEqual(first);
  });
  await test.step('no field cuts a long text [VA-05]', async () => {
    for (const field of [login.account, login.password])
      await expect(field).toHaveAttribute('maxlength', `${input.maxLength}`);
  });
});

test('the submit button is disabled until both fields are filled in [LF-07]', async ({ login, page, clock }) => {
  await login.open();
  await expect(login.submit).toBeDisabled();
  await login.account.fill(alice.account);
  await expect(login.submit).toBeDisabled();
  await login.password.fill('x');
  await expect(login.submit).toBeEnabled();
  await login.account.fill('   ');
  await expect(login.submit).toBeDisabled();
  await test.step('values that the browser fills in without an event are noticed after a second', async () => {
    await page.evaluate(({ account, password }) => {
      for (const [name, value] of Object.entries({ account, password }))
        document.querySelector<HTMLInputElement>(`input[name=${name}]`)!.value = value;
    }, alice);
    await clock.run(autofill.checkAfter - seconds(0.1));
    await expect(login.submit).toBeDisabled();
    await clock.run(seconds(0.1));
    await login.submit.click();
    await page.waitForURL('**/home');
  });
});

test('Enter in an incomplete form shows what is missing and sends nothing [LF-08] [LF-12]', async ({
  login,
  page,
  site,
  t,
}) => {
  await login.open();
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
  });
  await test.step('a text that cannot be an account [VA-01] [D-05]', async () => {
    await login.fill({ account: 'alice@@example.com', password: alice.password });
    await expect(login.errors).toHaveCount(0);
    await login.submit.click();
    await expect(login.errors).toHaveText([t('login.account.invalid')]);
    expect(site.callsOf(commitPassword)).toEqual([]);
  });
  await test.step('a number of another country: use the email instead', async () => {
    await login.account.fill('+852 5123 4567');
    await login.submit.click();
    await expect(login.errors).toHaveText([t('login.account.foreign')]);
  });
  await test.step('typing removes the error, and Enter submits', async () => {
    await login.account.fill(alice.account);
    await expect(login.errors).toHaveCount(0);
    await login.password.press('Enter');
    await page.waitForURL('**/home');
  });
});

test('however often a form is submitted, one request is sent [LF-12]', async ({ login, page, site, t }) => {
  await login.open();
  await login.fill(alice);
  const expectOneRequest = async (submit: () => Promise<void>, count: number) => {
    const respond = site.hold(commitPassword);
    await submit();
    await site.waitForCalls(commitPassword, count);
    await login.password.press('Enter');
    // Some browsers submit the form although its button is disabled.
    await login.password.evaluate((field: HTMLInputElement) => field.form!.requestSubmit());
    return respond;
  };
  const refuse = await expectOneRequest(() => login.submit.dblclick(), 1);
  refuse(wrongPassword);
  await expect(login.errors).toHaveText([t.refusal(wrongPassword.is, wrongPassword.data)]);
  await test.step('the refused password is selected', async () => {
    await page.keyboard.type('x');
    await expect(login.password).toHaveValue('x');
  });
  const pressTwice = async () => {
    await login.password.press('Enter');
    await login.password.press('Enter');
  };
  const accept = await expectOneRequest(pressTwice, 2);
  accept({ is: 'done', data: signedIn });
  await page.waitForURL('**/home');
  expect(site.callsOf(commitPassword)).toHaveLength(2);
});

test('the password can be shown and hidden, Caps Lock is shown, and both fields are marked for password managers [LF-11] [LF-16]', async ({
  login,
  page,
  t,
}) => {
  await login.open();
  await expect(login.account).toHaveAttribute('autocomplete', 'username webauthn');
  await expect(login.password).toHaveAttribute('autocomplete', 'current-password');
  await login.password.fill(alice.password);
  await expectCapsLockShown(page, login.password);
  await expect(login.password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: t('login.password.show') }).click();
  await expect(login.password).toHaveAttribute('type', 'text');
  await expect(login.password).toHaveValue(alice.password);
  await page.getByRole('button', { name: t('login.password.hide') }).click();
  await expect(login.password).toHaveAttribute('type', 'password');
});

test('the form can be completed by keyboard in reading order [LF-12]', async ({ login, page, t }) => {
  await login.open();
  await login.passwordTab.focus();
  await page.keyboard.press('Tab');
  await expect(login.account).toBeFocused();
  await page.keyboard.type(alice.account);
  await page.keyboard.press('Tab');
  await expect(login.password).toBeFocused();
  await page.keyboard.type(alice.password);
  for (const name of [t('login.password.show'), t('login.forgotPassword'), t('login.forgotAccount')]) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveAccessibleName(new RegExp(`^${name}`));
  }
  await page.keyboard.press('Tab');
  await expect(login.submit).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home');
});
