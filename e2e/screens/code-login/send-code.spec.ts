import { sendCodeToEmail, sendCodeToMobile } from '@foyer/contract/flows/send-code';
import { getHumanCheck } from '@foyer/contract/flows/human-check';
import { code as limits, resend } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import { expect, test, widths } from '../../fixtures/screen.ts';

const codeTab = { preLoginWay: 'authCode' };
const mobile = '13812345678';
const email = 'an.lin@example.com';

for (const [where, bizType] of [
  ['sign-in', 'REGISTER_LOGIN'],
  ['registration', 'REGISTER'],
] as const) {
  test(`a code at ${where} is requested by the specified call [CS-01] [CS-09]`, async ({
    login,
    register,
    code,
    site,
  }) => {
    for (const [principal, call] of [
      [mobile, sendCodeToMobile],
      [email, sendCodeToEmail],
    ] as const) {
      await (where === 'sign-in' ? login.open(codeTab) : register.open());
      await login.account.fill(principal);
      await code.send();
      expect(site.bodiesOf(call).at(-1)).toEqual({ bizType, principal });
    }
  });
}

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('the button shows its state, counts down and sends another code [CS-02] [CS-03] [CS-04]', async ({
    login,
    code,
    site,
    clock,
    t,
  }) => {
    await login.open(codeTab);
    await login.account.fill(mobile);
    await expect(code.button).toHaveText(t('code.get'));

    await test.step('it is disabled and says that it sends, during the human check and the request', async () => {
      const answerCheck = site.hold(getHumanCheck);
      const answerSend = site.hold(sendCodeToMobile);
      await code.button.click();
      await expect(code.button).toHaveText(t('code.sending'));
      await expect(code.button).toBeDisabled();
      answerCheck({ is: 'notFound' });
      await site.waitForCalls(sendCodeToMobile);
      await expect(code.button).toHaveText(t('code.sending'));
      await expect(code.button).toBeDisabled();
      answerSend({ is: 'done', data: { serviceId: 'code-1', sentTo: '138****5678' } });
    });
    await test.step('it counts down 60 seconds', async () => {
      await expect(code.sentTo).toHaveText(t('code.sentTo', { target: '138****5678' }));
      await expect(code.button).toHaveText(t('code.countdown', { s: 60 }));
      await expect(code.button).toBeDisabled();
      await clock.run(seconds(1));
      await expect(code.button).toHaveText(t('code.countdown', { s: 59 }));
      await clock.run(resend.afterCode - seconds(1) - 1);
      await expect(code.button).toHaveText(t('code.countdown', { s: 1 }));
      await expect(code.button).toBeDisabled();
      await clock.run(1);
      await expect(code.button).toHaveText(t('code.getAgain'));
    });
    await test.step('it sends another code and clears the code field [CS-05]', async () => {
      await code.input.fill('123456');
      await code.button.click();
      await expect(code.input).toHaveValue('');
      await expect(code.input).toBeFocused();
      await expect(login.submit).toBeDisabled();
      await site.waitForCalls(sendCodeToMobile, 2);
    });
  });

  for (const width of ['desktop', 'phone'] as const) {
    test.describe(width, () => {
      test.use(widths[width]);

      test('half a minute after sending, advice is offered for a code that does not arrive [CS-02]', async ({
        login,
        code,
        clock,
        t,
      }) => {
        await login.open(codeTab);
        await login.account.fill(email);
        await code.send();
        await clock.run(limits.lateAfter - 1);
        await expect(code.notArriving).toHaveCount(0);
        await clock.run(1);
        await expect(code.notArrivingAdvice).toBeHidden();
        await code.notArriving.click();
        await expect(code.notArrivingAdvice).toBeVisible();
        await expect(code.notArrivingAdvice.getByRole('link')).toHaveAttribute('href', /^mailto:/);
        await clock.run(resend.afterCode);
        await expect(code.button).toHaveText(t('code.getAgain'));
        await expect(code.notArrivingAdvice).toBeVisible();
      });
    });
  }

  test('without a response an error is shown, and the button is enabled again [CS-04] [CS-08]', async ({
    login,
    code,
    site,
    t,
  }) => {
    site.answer(sendCodeToMobile, 'lost', { is: 'done', data: { serviceId: 'code-1' } });
    await login.open(codeTab);
    await login.account.fill(mobile);
    await code.button.click();
    await expect(login.errors).toHaveText([t('common.unknownError')]);
    await expect(login.account).toHaveValue(mobile);
    await code.send();
  });

  test('no code is requested for an empty or invalid account [CS-06]', async ({ login, register, code, site, t }) => {
    for (const open of [() => login.open(codeTab), () => register.open()]) {
      await open();
      await code.button.click();
      await expect(login.errors).toHaveText([t('login.account.empty')]);
      await expect(login.account).toBeFocused();
      await login.account.fill('12345');
      await code.button.click();
      await expect(login.errors).toHaveText([t('login.account.invalid')]);
      await expect(login.account).toHaveValue('12345');
    }
    expect(site.callsOf(sendCodeToMobile)).toEqual([]);
  });
});

test('the countdown is right after a laptop was suspended [CS-10]', async ({ login, code, clock, t }) => {
  await login.open(codeTab);
  await login.account.fill(mobile);
  await code.send();
  await expect(code.button).toHaveText(t('code.countdown', { s: 60 }));
  await clock.suspend(seconds(45));
  await expect(code.button).toHaveText(t('code.countdown', { s: 15 }));
  await clock.suspend(seconds(15));
  await expect(code.button).toHaveText(t('code.getAgain'));
});
