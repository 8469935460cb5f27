import { commitPassword } from '@foyer/contract/flows/password-login';
import { verifySecondFactor } from '@foyer/contract/flows/second-factor';
import { sendCodeToMobile } from '@foyer/contract/flows/send-code';
import { resend } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/screen.ts';
import { signedIn } from '../../scripted/usual-answers.ts';

const person = { account: '13812345678', password: 'Quiet-Harbour7' };
const masked = '138****5678';
const sent = { is: 'done', data: { serviceId: 'code-1' } } as const;
const verified = { is: 'done', data: { serviceId: 'done-1', url: '/home', needAgreement: false } } as const;

test.beforeEach(({ site }) => {
  site.answer(commitPassword, {
    is: 'done',
    data: { ...signedIn, loginDoubleCheck: true, preServiceId: 'first-1', mobile: masked },
  });
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a code is sent to the shown number, can be requested again after thirty seconds, and stays in the field when it is refused or lost [DG-13] [DG-14] [CS-03] [AC-62]', async ({
    login,
    secondFactor,
    site,
    clock,
    page,
    t,
  }) => {
    const { button, input } = secondFactor.code;
    const answerSend = site.hold(sendCodeToMobile);
    site.show({ ends: ['/help'] });
    await login.open({ redirectUrl: '/help?secret=1' });
    await login.attempt(person);
    await test.step('the redirect is named without its query', async () => {
      await expect(secondFactor.dialog).toContainText(t('mfa.desc', { mobile: masked }));
      await expect(secondFactor.dialog).toContainText(t('mfa.next', { target: `${new URL(site.origin).host}/help` }));
      await expect(secondFactor.dialog).not.toContainText('secret');
    });
    await test.step('the first code is sent by itself, another one after thirty seconds', async () => {
      await expect(button).toHaveText(t('code.sending'));
      answerSend(sent);
      await secondFactor.waitUntilSent();
      await expect(secondFactor.dialog.getByText(masked), 'the number is named once').toHaveCount(1);
      await expect(input).toBeFocused();
      expect(site.bodiesOf(sendCodeToMobile)).toEqual([{ bizType: 'LOGIN_DOUBLE_CHECK', preServiceId: 'first-1' }]);
      await expect(button).toHaveText(t('code.countdown', { s: 30 }));
      await clock.run(resend.afterSecondFactor - 1);
      await expect(button).toHaveText(t('code.countdown', { s: 1 }));
      await expect(button).toBeDisabled();
      await clock.run(1);
      await expect(button).toHaveText(t('code.getAgain'));
      site.answer(sendCodeToMobile, { is: 'done', data: { serviceId: 'code-2' } });
      await button.click();
      await expect(button).toHaveText(t('code.countdown', { s: 30 }));
    });
    site.answer(verifySecondFactor, { is: 'wrongCode', data: { attemptsLeft: 4 } }, 'lost', verified);
    for (const [code, error] of [
      ['123', t('login.code.invalid')],
      ['111111', t.refusal('wrongCode')],
    ] as const)
      await test.step(error, async () => {
        await secondFactor.submitCode(code);
        await expect(secondFactor.errors).toHaveText([error]);
        await expect(input).toBeFocused();
        await expect(input).toHaveValue(code);
        await input.press('End');
        await page.keyboard.press('Backspace');
        await expect(secondFactor.errors).toHaveCount(0);
      });
    await test.step('after a lost response the same code is submitted again', async () => {
      expect(site.callsOf(verifySecondFactor)).toHaveLength(1);
      await secondFactor.submitCode('123456');
      await expect(secondFactor.errors).toHaveText([t('common.network')]);
      await secondFactor.submit.click();
      await page.waitForURL('**/help?secret=1');
      const verify = {
        serviceId: 'code-2',
        preServiceId: 'first-1',
        trustBrowser: false,
        redirectUrl: '/help?secret=1',
      };
      expect(site.bodiesOf(verifySecondFactor).at(-1)).toEqual({ credentials: '123456', ...verify });
    });
  });
});

test('a code that was sent for an earlier dialog can be entered in this one', async ({
  login,
  secondFactor,
  site,
  clock,
  t,
}) => {
  site.answer(sendCodeToMobile, { is: 'codeTooSoon', data: { retryAfter: 20, serviceId: 'earlier' } }, sent);
  site.answer(verifySecondFactor, { is: 'wrongCode', data: { attemptsLeft: 3 } });
  await login.open();
  await login.attempt(person);
  await secondFactor.waitUntilSent();
  await expect(secondFactor.errors).toHaveCount(0);
  await expect(secondFactor.code.button).toHaveText(t('code.countdown', { s: 20 }));
  await secondFactor.submitCode('123456');
  await expect(secondFactor.errors).toHaveText([t.refusal('wrongCode', { attemptsLeft: 3 })]);
  expect(site.bodiesOf(verifySecondFactor)).toMatchObject([{ serviceId: 'earlier', preServiceId: expect.any(String) }]);
  await clock.run(seconds(20));
  await expect(secondFactor.code.button).toHaveText(t('code.getAgain'));
});

test('a code that is not sent shows why, and cancelling keeps what was typed [DG-13] [CS-04] [D-26]', async ({
  login,
  secondFactor,
  site,
  clock,
  t,
}) => {
  site.answer(
    sendCodeToMobile,
    { is: 'codeTooSoon', data: { retryAfter: 20 } },
    { is: 'codeNotSent' },
    sent,
    { is: 'unknownServiceId' },
    sent,
  );
  await login.open();
  await login.attempt(person);
  await test.step('too soon: the button counts down', async () => {
    await expect(secondFactor.errors).toHaveText([t.refusal('codeTooSoon', { retryAfter: 20 })]);
    await expect(secondFactor.code.button).toHaveText(t('code.countdown', { s: 20 }));
    await clock.run(seconds(20));
    await secondFactor.code.button.click();
  });
  await test.step('not sent: it can be asked for again', async () => {
    await expect(secondFactor.errors).toHaveText([t.refusal('codeNotSent')]);
    await secondFactor.code.button.click();
  });
  await secondFactor.waitUntilSent();
  await expect(secondFactor.dialog).toContainText(t('mfa.next', { target: t('page.home') }));
  await expect(secondFactor.submit).toBeDisabled();
  await expect(secondFactor.trust).not.toBeChecked();
  await expect(secondFactor.another, 'there is no other way').toHaveCount(0);
  await test.step('a sign-in that has expired asks to start again', async () => {
    await clock.run(resend.afterSecondFactor);
    await secondFactor.code.button.click();
    await expect(secondFactor.errors).toHaveText([t('common.tooLate')]);
    await secondFactor.close.click();
    await expect(secondFactor.dialog).toHaveCount(0);
    await expect(login.account).toHaveValue(person.account);
    await expect(login.errors).toHaveCount(0);
    site.answer(commitPassword, {
      is: 'done',
      data: { ...signedIn, loginDoubleCheck: true, preServiceId: 'first-2', mobile: masked },
    });
    await login.attempt(person);
    await secondFactor.waitUntilSent();
    expect(site.bodiesOf(sendCodeToMobile).at(-1)).toMatchObject({ preServiceId: 'first-2' });
  });
});

test('where the second factor says no more than the first, the browser cannot be trusted, also after a reload', async ({
  login,
  secondFactor,
  site,
  page,
}) => {
  site.answer(sendCodeToMobile, sent);
  site.answer(commitPassword, {
    is: 'done',
    data: { ...signedIn, loginDoubleCheck: true, preServiceId: 'first-1', mobile: masked, canTrustBrowser: false },
  });
  await login.open();
  await login.attempt(person);
  await secondFactor.waitUntilSent();
  await expect(secondFactor.submit).toBeVisible();
  await expect(secondFactor.trust).toHaveCount(0);
  await page.reload();
  await expect(secondFactor.submit).toBeVisible();
  await expect(secondFactor.trust).toHaveCount(0);
});
