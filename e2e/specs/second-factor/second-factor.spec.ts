import { verifySecondFactor } from '@foyer/contract/flows/second-factor';
import { sendCodeToMobile } from '@foyer/contract/flows/send-code';
import { code as codeLimits, resend } from '@foyer/contract/limits';
import { minutes, seconds } from '@foyer/contract/time';
import { expect, languageWidths, test, widths } from '../../fixtures/test.ts';
import { dropResponse, holdRequests, watchCall } from '../../support/calls.ts';
import { stopClock } from '../../support/page-clock.ts';
import { bob } from '../../support/people.ts';
import { texts } from '../../support/texts.ts';

const masked = '138****8001';
const loggedRefusal = /Failed to load resource: .* status of 429/;

for (const { language, width } of languageWidths) {
  test.describe(`${language}, ${width}`, () => {
    test.use({ locale: language, ...widths[width] });

    test('after the password a code is sent to the account’s own number, and the dialog names the number and the redirect [DG-13] [DG-14]', async ({
      login,
      secondFactor,
      outbox,
      page,
      service,
      t,
    }) => {
      await login.open({ redirectUrl: '/help?secret=1' });
      const sends = watchCall(page, sendCodeToMobile);
      await login.attempt(bob);
      await test.step('the dialog shows the masked number and the redirect without its query', async () => {
        await expect(secondFactor.dialog).toContainText(t('mfa.desc', { mobile: masked }));
        await expect(secondFactor.dialog).toContainText(
          t('mfa.next', { target: `${new URL(service.origin).host}/help` }),
        );
        await expect(secondFactor.dialog).not.toContainText('secret');
        await secondFactor.waitUntilSent();
        await expect(secondFactor.dialog.getByText(masked), 'the number is named once').toHaveCount(1);
        await expect(secondFactor.code.input).toBeFocused();
      });
      await test.step('the request contains no number', async () => {
        expect(sends).toHaveLength(1);
        const { auth, preServiceId, ...rest } = sends[0]!.postDataJSON();
        expect([typeof auth, typeof preServiceId]).toEqual(['string', 'string']);
        expect(rest).toEqual({ bizType: 'LOGIN_DOUBLE_CHECK' });
      });
      await secondFactor.submitCode(await outbox.code(bob.account));
      await page.waitForURL('**/help?secret=1');
    });
  });
}

test('an incomplete code is rejected, and after a lost response submitting again signs in [DG-13] [DG-14] [AC-62]', async ({
  login,
  secondFactor,
  outbox,
  service,
  page,
  allowErrors,
  t,
}) => {
  allowErrors(/verifyLoginDoubleCheck/);
  await login.open();
  await login.attempt(bob);
  await secondFactor.waitUntilSent();
  await expect(secondFactor.dialog).toContainText(t('mfa.next', { target: t('page.home') }));
  await expect(secondFactor.submit).toBeDisabled();
  await secondFactor.code.input.fill('123');
  await secondFactor.submit.click();
  await expect(secondFactor.errors).toHaveText([t('login.code.invalid')]);
  await expect(secondFactor.code.input).toHaveValue('123');
  await page.keyboard.press('Enter');
  await expect(secondFactor.errors).toHaveCount(1);

  await dropResponse(page, verifySecondFactor.path);
  await secondFactor.submitCode(await outbox.code(bob.account));
  await expect(secondFactor.errors).toHaveText([t('common.network')]);
  await service.moveClock(seconds(2));
  await secondFactor.submit.click();
  await page.waitForURL('**/home');
});

test('a code is invalid after five wrong ones, and a new code signs in [DG-13] [AC-30]', async ({
  login,
  secondFactor,
  outbox,
  page,
  service,
  t,
}) => {
  await page.clock.install();
  await login.open();
  await login.attempt(bob);
  await secondFactor.waitUntilSent();
  const [correct, wrong] = [await outbox.code(bob.account), await outbox.wrongCode(bob.account)];
  for (let tries = 1; tries < codeLimits.maxAttempts; tries++) {
    await secondFactor.submitCode(wrong);
    await expect(secondFactor.errors).toHaveText([t.refusal('wrongCode')]);
    await expect(secondFactor.code.input).toBeFocused();
    await expect(secondFactor.code.input).toHaveValue(wrong);
    await secondFactor.code.input.press('End');
    await page.keyboard.press('Backspace');
    await expect(secondFactor.errors).toHaveCount(0);
  }
  await secondFactor.submitCode(wrong);
  await expect(secondFactor.errors).toHaveText([t.refusal('tooManyCodeTries')]);
  await secondFactor.submitCode(correct);
  await expect(secondFactor.errors).toHaveText([t.refusal('tooManyCodeTries')]);

  await page.clock.runFor(resend.afterSecondFactor);
  await service.moveClock(resend.afterSecondFactor);
  await secondFactor.code.send();
  await expect(secondFactor.code.input).toHaveValue('');
  await secondFactor.submitCode(await outbox.code(bob.account, 2));
  await page.waitForURL('**/home');
});

test('after 16 minutes the dialog asks to start again [DG-13]', async ({ login, secondFactor, page, service }) => {
  await page.clock.install();
  await login.open();
  await login.attempt(bob);
  await secondFactor.waitUntilSent();
  await page.clock.runFor(resend.afterSecondFactor);
  await service.moveClock(minutes(16));
  await secondFactor.code.button.click();
  await expect(secondFactor.errors).toHaveText([texts('en-US')('common.tooLate')]);
  await secondFactor.close.click();
  await login.attempt(bob);
  await secondFactor.waitUntilSent();
});

test('another code can be requested after thirty seconds [DG-13] [CS-03]', async ({
  login,
  secondFactor,
  outbox,
  page,
  service,
  t,
}) => {
  await page.clock.install();
  const release = await holdRequests(page, sendCodeToMobile.path);
  await login.open();
  await login.attempt(bob);
  const { button } = secondFactor.code;
  await expect(button).toHaveText(t('code.sending'));
  await stopClock(page);
  release();
  await secondFactor.waitUntilSent();
  await expect(button).toHaveText(t('code.countdown', { s: 30 }));
  await page.clock.runFor(resend.afterSecondFactor - 1);
  await expect(button).toHaveText(t('code.countdown', { s: 1 }));
  await expect(button).toBeDisabled();
  await page.clock.runFor(1);
  await expect(button).toHaveText(t('code.getAgain'));

  const first = await outbox.code(bob.account);
  await service.moveClock(resend.afterSecondFactor);
  await secondFactor.code.send();
  const second = await outbox.code(bob.account, 2);
  if (first !== second) {
    await secondFactor.submitCode(first);
    await expect(secondFactor.errors).toHaveText([t.refusal('wrongCode')]);
  }
  await secondFactor.submitCode(second);
  await page.waitForURL('**/home');
});

test('closing the dialog does not shorten the wait for another code [DG-13] [D-26]', async ({
  login,
  secondFactor,
  outbox,
  service,
  allowErrors,
  t,
}) => {
  allowErrors(loggedRefusal);
  await login.open();
  await login.attempt(bob);
  await secondFactor.waitUntilSent();
  await secondFactor.close.click();
  // The clock is moved back, so that the wait does not end by itself on a slow machine.
  await service.moveClock(-seconds(20));
  await login.attempt(bob);
  await expect(secondFactor.errors).toHaveText([/^Too many requests\. Try again in \d+ seconds\.$/]);
  await expect(secondFactor.code.button).toHaveText(t('code.get'));
  await expect(secondFactor.code.button).toBeEnabled();

  await service.moveClock(seconds(20) + resend.afterSecondFactor);
  await secondFactor.code.send();
  await outbox.code(bob.account, 2);
});

test('a code sign-in requires the second factor too [DG-13] [D-32]', async ({
  login,
  code,
  secondFactor,
  outbox,
  page,
}) => {
  await login.open({ preLoginWay: 'authCode' });
  await login.account.fill(bob.account);
  await code.send();
  await code.input.fill(await outbox.code(bob.account));
  await login.submit.click();
  await secondFactor.waitUntilSent();
  await secondFactor.submitCode(await outbox.code(bob.account, 2));
  await page.waitForURL('**/home');
});

test('cancelling creates no session and keeps what was typed [DG-13]', async ({
  login,
  secondFactor,
  page,
  context,
}) => {
  await login.open();
  await login.attempt(bob);
  await secondFactor.waitUntilSent();
  await secondFactor.close.click();
  await expect(secondFactor.dialog).toHaveCount(0);
  await expect(login.account).toHaveValue(bob.account);
  await expect(login.errors).toHaveCount(0);
  expect((await context.request.get('/api/user/accounts/me')).status()).toBe(401);
  await page.goto('/home');
  await expect(page).toHaveURL(/\/login\/web/);
});

test('when the gateway is down an error is shown, and the next try succeeds [CS-04]', async ({
  login,
  secondFactor,
  outbox,
  smsGateway,
  page,
  allowErrors,
  t,
}) => {
  allowErrors(/status of 502/);
  await smsGateway('down');
  await login.open();
  await login.attempt(bob);
  await expect(secondFactor.errors).toHaveText([t.refusal('codeNotSent')]);
  await smsGateway('working');
  await secondFactor.code.send();
  await secondFactor.submitCode(await outbox.code(bob.account));
  await page.waitForURL('**/home');
});
