import { commitCode } from '@foyer/contract/flows/code-login';
import { sendCodeToMobile, verifyCode } from '@foyer/contract/flows/send-code';
import { logOut } from '@foyer/contract/flows/session';
import { inlineError } from '@foyer/contract/limits';
import { expect, test } from '../../fixtures/screen.ts';
import { signedIn } from '../../scripted/usual-answers.ts';

const codeTab = { preLoginWay: 'authCode' };
const mobile = '13812345678';
const version = '2026-01-01';
const newAccount = { ...signedIn, newUser: true, setPwdServiceId: 'first-password' };

test('the calls of a code sign-in carry the specified fields, an agreement dialog that fails to load opens on the next click, and a step left open is forgotten with the sign-out [LF-06] [LF-14] [D-09] [ER-03]', async ({
  login,
  code,
  agreement,
  setPassword,
  home,
  page,
  site,
  t,
}) => {
  site.answer(commitCode, { is: 'needsAgreement', data: { version } });
  await page.route('**/assets/dialogs-*', (route) => route.abort());
  await login.open({ ...codeTab, redirectUrl: '/home?from=code' });
  await expect(login.submit).toHaveText(t('login.submitOrRegister'));
  await expect(page.getByText(t('login.autoRegister.hint'))).toBeVisible();
  await login.account.fill(mobile);
  await code.send();
  await code.input.fill('123456');
  await test.step('the dialog opens on the next click, with the same code', async () => {
    await expect(page.getByText(t('common.network'))).toBeVisible();
    await expect(code.input).toHaveValue('123456');
    await page.unroute('**/assets/dialogs-*');
    // The button is still disabled while it waits for the dialog, but a click on it counts.
    await login.submit.click({ force: true });
    await agreement.agree.waitFor();
    expect(site.callsOf(sendCodeToMobile)).toHaveLength(1);
  });
  await test.step('the calls carry the specified fields', async () => {
    const repeated = site.callsOf(commitCode).length;
    site.answer(commitCode, { is: 'done', data: newAccount });
    await agreement.agree.click();
    await setPassword.skip.waitFor();
    const loginParams = { endpoint: 'PC', env: { fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) } };
    expect(site.bodiesOf(verifyCode)).toEqual([
      { credentials: '123456', serviceId: 'code-1', loginParams: { endpoint: 'PC' } },
    ]);
    const commit = { principal: mobile, serviceId: 'code-1', loginParams, redirectUrl: '/home?from=code' };
    expect(site.bodiesOf(commitCode)).toEqual([...Array(repeated).fill(commit), { ...commit, agreed: true }]);
  });
  await test.step('the sign-out forgets the open dialog', async () => {
    site.answer(logOut, { is: 'done', data: null });
    const storedStep = () => page.evaluate(() => localStorage.getItem('foyer.step'));
    expect(await storedStep()).not.toBeNull();
    await page.goto('/account');
    await home.signOut();
    expect(await storedStep()).toBeNull();
  });
});

test('a code belongs to the account it was sent to, also after a change of tabs [CS-05] [D-06] [LF-06]', async ({
  login,
  code,
  clock,
  page,
  site,
  t,
}) => {
  const visitPassword = async () => {
    await login.passwordTab.click();
    await expect(login.password).toBeVisible();
    await login.codeTab.click();
  };
  const answerSend = site.hold(sendCodeToMobile);
  await login.open(codeTab);
  await login.account.fill(mobile);
  await test.step('a code that is on its way while the person changes tabs is remembered, and not requested twice', async () => {
    await code.button.click();
    await site.waitForCalls(sendCodeToMobile);
    await visitPassword();
    answerSend({ is: 'done', data: { serviceId: 'code-7' } });
    await code.sentTo.waitFor();
    await visitPassword();
    await code.sentTo.waitFor();
    expect(site.callsOf(sendCodeToMobile)).toHaveLength(1);
  });
  await test.step('another account needs a code of its own', async () => {
    await login.account.fill('13912345678');
    await expect(code.button).toHaveText(t('code.get'));
    await code.input.fill('123456');
    await login.submit.click();
    await expect(login.errors).toHaveText([t('code.needFirst')]);
    expect(site.callsOf(sendCodeToMobile)).toHaveLength(1);
  });
  await test.step('the first account, typed again, has its code again', async () => {
    await clock.run(inlineError.shownFor);
    await login.account.fill(mobile);
    await code.sentTo.waitFor();
    await login.account.press('End');
    await page.keyboard.type('1');
    await expect(code.sentTo).toHaveCount(0);
    await page.keyboard.press('Backspace');
    await code.sentTo.waitFor();
    await login.submit.click();
    await page.waitForURL('**/home');
    expect(site.bodiesOf(verifyCode)).toMatchObject([{ serviceId: 'code-7' }]);
  });
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a code that is missing, too short or refused shows an error, stays in the field and can be corrected [LF-06] [LF-07] [LF-09] [LF-12] [VA-06] [D-06]', async ({
    login,
    code,
    page,
    site,
    t,
  }) => {
    const submit = async (value: string, error: string) => {
      await code.input.fill(value);
      // Only the last digit of a code that was sent submits by itself.
      if (value.length < 6 || !(await code.sentTo.isVisible())) await login.submit.click();
      await expect(login.errors).toHaveText([error]);
      await expect(code.input).toBeFocused();
      await expect(code.input).toHaveValue(value);
      await expect(login.account).toHaveValue(mobile);
    };
    await login.open(codeTab);
    await test.step('the button needs account and code', async () => {
      await expect(login.submit).toBeDisabled();
      await login.account.fill(mobile);
      await expect(login.submit).toBeDisabled();
    });
    await test.step('a code that was never requested', () => submit('123456', t('code.needFirst')));
    await code.send();
    await test.step('a code that is too short', () => submit('12345', t('login.code.invalid')));
    expect(site.callsOf(verifyCode)).toEqual([]);

    site.answer(
      verifyCode,
      { is: 'wrongCode', data: { attemptsLeft: 4 } },
      { is: 'expiredCode' },
      { is: 'tooManyCodeTries' },
      { is: 'done', data: null },
    );
    for (const [value, refusal] of [
      ['111111', 'wrongCode'],
      ['222222', 'expiredCode'],
      ['333333', 'tooManyCodeTries'],
    ] as const)
      await test.step(refusal, () => submit(value, t.refusal(refusal)));
    const counts = () => [verifyCode, commitCode].map((call) => site.callsOf(call).length);
    await test.step('a disabled account; submitting twice sends one request', async () => {
      site.answer(commitCode, { is: 'accountDisabled' }, 'lost', { is: 'done', data: signedIn });
      await code.input.evaluate((field: HTMLInputElement) => {
        field.value = '123456';
        field.dispatchEvent(new Event('input', { bubbles: true }));
        for (const _ of [0, 1]) field.form!.requestSubmit();
      });
      await expect(login.errors).toHaveText([t.refusal('accountDisabled')]);
      expect(counts()).toEqual([4, 1]);
    });
    await test.step('after a lost response the same code is committed again [ER-03]', async () => {
      await login.submit.click();
      await expect(login.errors).toHaveText([t('common.network')]);
      await login.submit.click();
      await page.waitForURL('**/home');
      expect(counts()).toEqual([4, 3]);
    });
  });
});
