import { sendCodeToEmail, sendCodeToMobile, verifyCode } from '@foyer/contract/flows/send-code';
import { getHumanCheck } from '@foyer/contract/flows/human-check';
import { code as limits, inlineError, resend } from '@foyer/contract/limits';
import { minutes, seconds } from '@foyer/contract/time';
import { expect, test, widths } from '../../fixtures/screen.ts';

const codeTab = { preLoginWay: 'authCode' };
const mobile = '13812345678';
const email = 'an.lin@example.com';

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
      await code.input.fill('12345');
      await code.button.click();
      await expect(code.input).toHaveValue('');
      await expect(code.input).toBeFocused();
      await expect(login.submit).toBeDisabled();
      await site.waitForCalls(sendCodeToMobile, 2);
    });
    await test.step('the countdown is right after a laptop was suspended [CS-10]', async () => {
      await expect(code.button).toHaveText(t('code.countdown', { s: 60 }));
      await clock.suspend(seconds(45));
      await expect(code.button).toHaveText(t('code.countdown', { s: 15 }));
      await clock.suspend(seconds(15));
      await expect(code.button).toHaveText(t('code.getAgain'));
    });
  });

  test.describe('on a phone', () => {
    test.use(widths.phone);

    test('a code is requested for a valid account by the specified call, and advice is offered when it does not arrive [CS-01] [CS-02] [CS-09]', async ({
      login,
      code,
      site,
      clock,
      t,
    }) => {
      await login.open(codeTab);
      await test.step('no code is requested for an empty or invalid account [CS-06]', async () => {
        await code.button.click();
        await expect(login.errors).toHaveText([t('login.account.empty')]);
        await expect(login.account).toBeFocused();
        await login.account.fill('12345');
        await code.button.click();
        await expect(login.errors).toHaveText([t('login.account.invalid')]);
        await expect(login.account).toHaveValue('12345');
      });
      await test.step('a mobile number and an e-mail address', async () => {
        for (const principal of [mobile, email]) {
          await login.account.fill(principal);
          await code.send();
        }
        expect(site.bodiesOf(sendCodeToMobile)).toEqual([{ bizType: 'REGISTER_LOGIN', principal: mobile }]);
        expect(site.bodiesOf(sendCodeToEmail)).toEqual([{ bizType: 'REGISTER_LOGIN', principal: email }]);
      });
      await test.step('advice is offered half a minute after sending', async () => {
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
  });

  test('a code that is not sent shows why for five seconds, leaves an earlier code valid, and can be requested at once [CS-04] [CS-08] [LF-10] [D-26]', async ({
    login,
    code,
    page,
    site,
    clock,
    t,
  }) => {
    const done = { is: 'done', data: { serviceId: 'code-1' } } as const;
    const isNotSent = async (reason: string) => {
      await code.button.click();
      await expect(login.errors).toHaveText([reason]);
      await expect(code.button).toBeEnabled();
    };
    await login.open(codeTab);
    await login.account.fill(mobile);
    await test.step('without a response', async () => {
      site.answer(sendCodeToMobile, 'lost', { is: 'codeNotSent' });
      await isNotSent(t('common.unknownError'));
      await expect(login.account).toHaveValue(mobile);
    });
    await test.step('when the gateway fails', async () => {
      await isNotSent(t.refusal('codeNotSent'));
      await expect(code.button).toHaveText(t('code.get'));
      await clock.run(inlineError.shownFor - 1);
      await expect(login.errors).toHaveCount(1);
      await clock.run(1);
      await expect(login.errors).toHaveCount(0);
    });
    await test.step('the next request removes the error', async () => {
      await isNotSent(t.refusal('codeNotSent'));
      site.answer(sendCodeToMobile, done);
      await code.send();
      await expect(login.errors).toHaveCount(0);
      await expect(code.input).not.toHaveAttribute('aria-invalid');
    });
    await test.step('too soon: the button counts down until the next one may be sent', async () => {
      await clock.run(resend.afterCode);
      site.answer(sendCodeToMobile, { is: 'codeTooSoon', data: { retryAfter: 42 } });
      await code.button.click();
      await expect(login.errors).toHaveText([t.refusal('codeTooSoon', { retryAfter: 42 })]);
      await expect(code.button).toHaveText(t('code.countdown', { s: 42 }));
      await expect(code.button).toBeDisabled();
      await clock.run(seconds(42));
      await expect(code.button).toBeEnabled();
    });
    await test.step('too many: the error says when to try again', async () => {
      const data = { retryAfter: minutes(50) / seconds(1) };
      site.answer(sendCodeToMobile, { is: 'codeLimitReached', data });
      await isNotSent(t.refusal('codeLimitReached', data));
    });
    await test.step('the earlier code signs in', async () => {
      await code.input.fill('123456');
      await page.waitForURL('**/home');
      expect(site.bodiesOf(verifyCode)).toMatchObject([{ serviceId: 'code-1' }]);
    });
  });
});
