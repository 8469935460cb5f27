import { createHash } from 'node:crypto';
import type { Call } from '@foyer/contract/call';
import { agree } from '@foyer/contract/flows/agreement';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { checkAccountTaken, registerAccount } from '@foyer/contract/flows/register';
import { sendCodeToEmail, sendCodeToMobile, verifyCode } from '@foyer/contract/flows/send-code';
import { registered } from '@foyer/contract/limits';
import { homePath } from '@foyer/contract/pages/page-routes';
import { minutes } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/screen.ts';
import { signedIn } from '../../scripted/usual-answers.ts';
import { compose } from '../../support/page/input-method.ts';

const person = { account: '13812345678', password: 'Quiet-Harbour7' };
const sent = { code: async () => '123456' };
const done = { is: 'done', data: null } as const;
const newAccount = { is: 'done', data: { ouid: 'account-1' } } as const;

test('wherever the registration fails, the error names the reason, nothing typed is lost, and submitting again goes on; the calls come in order with the specified fields [RG-02] [RG-03] [RG-04] [RG-10] [D-06]', async ({
  register,
  page,
  site,
  t,
}) => {
  site.answer(verifyCode, 'lost', { is: 'wrongCode', data: { attemptsLeft: 4 } }, done);
  site.answer(checkAccountTaken, 'lost', { is: 'done', data: { accountExist: false } });
  site.answer(registerAccount, 'lost', { is: 'commonPassword' }, newAccount);
  site.answer(commitPassword, 'lost', { is: 'done', data: signedIn });
  site.answer(agree, { is: 'done', data: {} });
  await register.open();
  await register.fill(person, sent);
  const form = page.locator('form').filter({ has: register.repeatPassword });
  const typed = () => form.evaluate((all: HTMLFormElement) => [...new FormData(all)]);
  let values = await typed();
  expect(values.map(([, value]) => value)).toEqual(expect.arrayContaining([person.account, '123456', person.password]));
  const steps = new Set<Call | undefined>([verifyCode, checkAccountTaken, registerAccount, commitPassword, agree]);
  const submit = async (...expected: Call[]) => {
    site.calls.length = 0;
    await register.submit.click();
    await site.waitForCalls(expected.at(-1)!);
    const made = site.calls.filter(({ call }) => steps.has(call));
    expect(made.map(({ path }) => path)).toEqual(expected.map(({ path }) => path));
  };
  const failsBy = async (reason: string, ...expected: Call[]) => {
    await submit(...expected);
    await expect(register.submit).toHaveText(t('register.submit'));
    await expect(register.errors).toHaveText([reason]);
    expect(await typed()).toEqual(values);
  };
  const lost = t('common.network');
  await test.step('the response to the code is lost', () => failsBy(lost, verifyCode));
  await test.step('the code is wrong', async () => {
    await failsBy(t.refusal('wrongCode'), verifyCode);
    await expect(register.code.input).toBeFocused();
    // A corrected digit does not submit.
    await page.keyboard.press('End');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('7');
    values = await typed();
  });
  await test.step('the response to the check for an account is lost', async () => {
    await failsBy(lost, verifyCode, checkAccountTaken);
    expect(site.bodiesOf(checkAccountTaken)).toEqual([{ principal: person.account }]);
  });
  await test.step('the response to the registration is lost', () =>
    failsBy(lost, verifyCode, checkAccountTaken, registerAccount));
  await test.step('the password is a common one', async () => {
    await failsBy(t.refusal('commonPassword'), registerAccount);
    await expect(register.password).toBeFocused();
    const [made] = site.callsOf(registerAccount);
    expect(made?.headers).toMatchObject({ event: 'acc_register' });
    expect(made?.body).toEqual({
      source: { pub: 'yunzhang', chl: 'web', tml: 'pc' },
      encrypter: 'SHA256',
      password: createHash('sha256').update(person.password).digest('hex'),
      serviceId: 'code-1',
      loginParams: { endpoint: 'PC', env: { fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    });
  });
  await test.step('the response to the sign-in is lost', () => failsBy(lost, registerAccount, commitPassword));
  await test.step('the last submission registers', async () => {
    await submit(registerAccount, commitPassword, agree);
    await page.waitForURL('**/regist/success');
  });
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('an incomplete form shows every error in order, and nothing is sent [RG-01] [RG-02] [VA-02] [VA-03]', async ({
    register,
    page,
    site,
    t,
  }) => {
    await register.open();
    await test.step('no code is requested for an empty or invalid account [CS-06]', async () => {
      await register.code.button.click();
      await expect(register.errors).toHaveText([t('login.account.empty')]);
      await expect(register.account).toBeFocused();
      await register.account.fill('12345');
      await register.code.button.click();
      await expect(register.errors).toHaveText([t('login.account.invalid')]);
      await expect(register.account).toHaveValue('12345');
    });
    await test.step('an empty form', async () => {
      await register.account.fill('');
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
    await test.step('a code that was never requested', async () => {
      await register.account.fill(person.account);
      await register.code.input.fill('123456');
      await register.password.fill(person.password);
      await register.repeatPassword.fill(person.password);
      await register.agreement.check();
      await register.submit.click();
      await expect(register.errors).toHaveText([t('code.needFirst')]);
    });
    await test.step('a code is requested by the specified call [CS-01] [CS-09]', async () => {
      for (const principal of ['an.lin@example.com', person.account]) {
        await register.account.fill(principal);
        await register.code.send();
      }
      expect(site.bodiesOf(sendCodeToMobile)).toEqual([{ bizType: 'REGISTER', principal: person.account }]);
      expect(site.bodiesOf(sendCodeToEmail)).toEqual([{ bizType: 'REGISTER', principal: 'an.lin@example.com' }]);
      await register.agreement.uncheck();
      await register.code.input.fill('123456');
      await register.agreement.check();
    });
    await test.step('a password that breaks the rule', async () => {
      await register.password.fill('12345678');
      await register.repeatPassword.fill('12345678');
      await register.submit.click();
      await expect(register.errors).toHaveText([t('pwd.rule')]);
      await expect(register.hints.and(page.locator('[data-state=unmet]')).first()).toBeVisible();
      await expect(register.password).toBeFocused();
    });
    await test.step('a different repetition', async () => {
      await register.password.fill(person.password);
      await register.submit.click();
      await expect(register.errors).toHaveText([t('pwd.again.mismatch')]);
      await expect(register.repeatPassword).toBeFocused();
    });
    expect(site.callsOf(verifyCode)).toEqual([]);
  });
});

test('the success page names the account and goes on to the workspace after five seconds, unless the person stays [RG-09]', async ({
  page,
  site,
  clock,
  t,
}) => {
  site.show({ ends: [homePath] });
  const open = async () => {
    await page.goto('/regist/success');
    await expect(page.getByText(t('register.success.desc', { account: '138****5678' }))).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('register.success.title'));
  };
  await test.step('a person who stays is not redirected', async () => {
    await open();
    const stay = page.getByRole('button', { name: t('common.stay') });
    await stay.click();
    await expect(stay).toHaveCount(0);
    await clock.run(minutes(1));
    await expect(page).toHaveURL(/\/regist\/success$/);
  });
  await test.step('the button goes on', async () => {
    await page.getByRole('button', { name: t('register.success.enter') }).click();
    await page.waitForURL('**/home');
  });
  await test.step('after five seconds', async () => {
    await open();
    await clock.run(registered.redirectAfter - 1);
    await expect(page).toHaveURL(/\/regist\/success$/);
    await clock.run(1);
    await page.waitForURL('**/home');
  });
});

test('spaces are removed from the account while it is typed, and the link to the sign-in page passes it on [RG-05] [RG-08]', async ({
  register,
  login,
  page,
}) => {
  await register.open();
  await register.account.pressSequentially(' a b@ cn.com ');
  await expect(register.account).toHaveValue('ab@cn.com');
  await test.step('the caret keeps its position', async () => {
    await register.account.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type(' x');
    await expect(register.account).toHaveValue('axb@cn.com');
  });
  await test.step('an input method', async () => {
    await register.account.fill('');
    await compose(page, ['zhang', 'zhang s', 'zhang sa', 'zhang san'], 'zhang san');
    await expect(register.account).toHaveValue('zhangsan');
  });
  await register.account.fill('someone+1@example.com');
  await register.back.click();
  await expect(login.passwordTab).toBeVisible();
  await expect(login.account).toHaveValue('someone+1@example.com');
  await expect(login.account).toBeEditable();
});
