import { code as codeLimits, resend } from '@foyer/contract/limits';
import { verifySecondFactor } from '@foyer/contract/flows/second-factor';
import { sendCodeToMobile } from '@foyer/contract/flows/send-code';
import { minutes, seconds } from '@foyer/contract/time';
import { expectNoAxeViolations } from '../../support/axe.ts';
import { dialogWordsIn } from '../../support/dialog-words.ts';
import { test } from '../../fixtures/journey.ts';
import { bob } from '../../support/people.ts';
import { stopClock } from '../../support/page-clock.ts';
import { expect, languageWidths, widths } from '../../fixtures/test.ts';
import { watchCall } from '../../support/watched-calls.ts';
import { delayResponse, dropResponse } from '../../support/wire.ts';

const masked = '138****8001';
const refusedResource = /Failed to load resource: .* status of 429/;

for (const { language, width } of languageWidths) {
  test.describe(`${language}, ${width}`, () => {
    test.use({ locale: language, ...widths[width] });

    test('a code to his own phone follows the password; he sees whose and where he will go [DG-13] [DG-14]', async ({
      login,
      secondFactor,
      outbox,
      page,
      service,
    }) => {
      await login.open({ redirectUrl: '/home?scene=realname&secret=1' });
      const sends = watchCall(page, sendCodeToMobile);
      await login.attempt(bob);
      await expect(secondFactor.dialog).toContainText(secondFactor.words.about(masked));
      await expect(secondFactor.dialog).toContainText(secondFactor.words.next(`${new URL(service.origin).host}/home`));
      await expect(secondFactor.dialog).not.toContainText('secret');
      await secondFactor.untilSent();
      await expect(secondFactor.code.sentTo).toHaveText(secondFactor.code.words.sentTo(masked));
      await expect(secondFactor.code.field).toBeFocused();
      await expectNoAxeViolations(page);

      expect(sends).toHaveLength(1);
      const { auth, preServiceId, ...named } = sends[0]!.postDataJSON();
      expect([typeof auth, typeof preServiceId]).toEqual(['string', 'string']);
      expect(named, 'the number is the account’s, and never named by the page').toEqual({
        bizType: 'LOGIN_DOUBLE_CHECK',
      });

      await secondFactor.enter(await outbox.code(bob.account));
      await page.waitForURL('**/home?scene=realname&secret=1');
    });
  });
}

test('nothing is verified before there is a whole code; whose answer is lost presses once more and is in [DG-13] [AC-62]', async ({
  login,
  secondFactor,
  outbox,
  service,
  page,
  allowErrors,
}) => {
  allowErrors(/verifyLoginDoubleCheck/);
  await login.open();
  await login.attempt(bob);
  await secondFactor.untilSent();
  await expect(secondFactor.submit).toBeDisabled();
  await secondFactor.code.field.fill('123');
  await secondFactor.submit.click();
  await expect(secondFactor.problems).toHaveText([secondFactor.code.words.invalidCode]);
  await expect(secondFactor.code.field).toHaveValue('123');
  await page.keyboard.press('Enter');
  await expect(secondFactor.problems).toHaveCount(1);

  await dropResponse(page, verifySecondFactor.path);
  await secondFactor.enter(await outbox.code(bob.account));
  await expect(secondFactor.problems).toHaveText([login.words.noAnswer]);
  await service.moveClock(seconds(2));
  await secondFactor.submit.click();
  await page.waitForURL('**/home');
});

test('a wrong code is told and can be typed anew; the fifth ends it, and another one gets in [DG-13] [AC-30]', async ({
  login,
  secondFactor,
  outbox,
  page,
  service,
}) => {
  await page.clock.install();
  await login.open();
  await login.attempt(bob);
  await secondFactor.untilSent();
  const { words } = secondFactor.code;
  const [right, wrong] = [await outbox.code(bob.account), await outbox.wrongCode(bob.account)];
  for (let tries = 1; tries < codeLimits.tries; tries++) {
    await secondFactor.enter(wrong);
    await expect(secondFactor.problems).toHaveText([words.wrongCode]);
    await expect(secondFactor.code.field).toBeFocused();
    await expect(secondFactor.code.field).toHaveValue(wrong);
    await secondFactor.code.field.press('End');
    await page.keyboard.press('Backspace');
    await expect(secondFactor.problems).toHaveCount(0);
  }
  await secondFactor.enter(wrong);
  await expect(secondFactor.problems).toHaveText([words.tooManyTries]);
  await expectNoAxeViolations(page);
  await secondFactor.enter(right);
  await expect(secondFactor.problems).toHaveText([words.tooManyTries]);

  await page.clock.runFor(resend.afterSecondFactor);
  await service.moveClock(resend.afterSecondFactor);
  await secondFactor.code.ask();
  await expect(secondFactor.code.field).toHaveValue('');
  await secondFactor.enter(await outbox.code(bob.account, 2));
  await page.waitForURL('**/home');
});

test('who leaves it open for too long is told to start again, and can [DG-13]', async ({
  login,
  secondFactor,
  page,
  service,
}) => {
  await page.clock.install();
  await login.open();
  await login.attempt(bob);
  await secondFactor.untilSent();
  await page.clock.runFor(resend.afterSecondFactor);
  await service.moveClock(minutes(16));
  await secondFactor.code.button.click();
  await expect(secondFactor.problems).toHaveText([dialogWordsIn('en-US').tooLate]);
  await secondFactor.close.click();
  await login.attempt(bob);
  await secondFactor.untilSent();
});

test('another code can be had after thirty seconds, and not a moment before [DG-13] [CS-03]', async ({
  login,
  secondFactor,
  outbox,
  page,
  service,
}) => {
  await page.clock.install();
  const letGo = await delayResponse(page, sendCodeToMobile.path);
  await login.open();
  await login.attempt(bob);
  const { button, words } = secondFactor.code;
  await expect(button).toHaveText(words.sending);
  await stopClock(page);
  letGo();
  await secondFactor.untilSent();
  await expect(button).toHaveText(words.countdown(30));
  await page.clock.runFor(resend.afterSecondFactor - 1);
  await expect(button).toHaveText(words.countdown(1));
  await expect(button).toBeDisabled();
  await page.clock.runFor(1);
  await expect(button).toHaveText(words.getAgain);

  const first = await outbox.code(bob.account);
  await service.moveClock(resend.afterSecondFactor);
  await secondFactor.code.ask();
  const second = await outbox.code(bob.account, 2);
  if (first !== second) {
    await secondFactor.enter(first);
    await expect(secondFactor.problems).toHaveText([words.wrongCode]);
  }
  await secondFactor.enter(second);
  await page.waitForURL('**/home');
});

test('starting over does not shorten the thirty seconds, which are told [DG-13] [D-26]', async ({
  login,
  secondFactor,
  outbox,
  service,
  allowErrors,
}) => {
  allowErrors(refusedResource);
  await login.open();
  await login.attempt(bob);
  await secondFactor.untilSent();
  await secondFactor.close.click();
  // Put back a little, so that a slow machine does not sit the wait out.
  await service.moveClock(-seconds(20));
  await login.attempt(bob);
  await expect(secondFactor.problems).toHaveText([/^Requests are too frequent, please try again in \d+ seconds$/]);
  await expect(secondFactor.code.button).toHaveText(secondFactor.code.words.get);
  await expect(secondFactor.code.button).toBeEnabled();

  await service.moveClock(seconds(20) + resend.afterSecondFactor);
  await secondFactor.code.ask();
  await outbox.code(bob.account, 2);
});

test('a code sign-in asks for the second code all the same [DG-13] [D-32]', async ({
  login,
  code,
  secondFactor,
  outbox,
  page,
}) => {
  await login.open({ preLoginWay: 'authCode' });
  await login.account.fill(bob.account);
  await code.ask();
  await code.field.fill(await outbox.code(bob.account));
  await login.submit.click();
  await secondFactor.untilSent();
  await secondFactor.enter(await outbox.code(bob.account, 2));
  await page.waitForURL('**/home');
});

test('cancelling opens nothing and keeps what was typed [DG-13]', async ({ login, secondFactor, page, context }) => {
  await login.open();
  await login.attempt(bob);
  await secondFactor.untilSent();
  await secondFactor.close.click();
  await expect(secondFactor.dialog).toHaveCount(0);
  await expect(login.account).toHaveValue(bob.account);
  await expect(login.problems).toHaveCount(0);
  expect((await context.request.get('/api/user/accounts/me')).status()).toBe(401);
  await page.goto('/home');
  await expect(page).toHaveURL(/\/login\/web/);
});

test('a gateway that is down is told; the next try gets in [CS-04]', async ({
  login,
  secondFactor,
  outbox,
  gateway,
  page,
  allowErrors,
}) => {
  allowErrors(/status of 502/);
  await gateway('down');
  await login.open();
  await login.attempt(bob);
  await expect(secondFactor.problems).toHaveText([secondFactor.code.words.notSent]);
  await gateway('working');
  await secondFactor.code.ask();
  await secondFactor.enter(await outbox.code(bob.account));
  await page.waitForURL('**/home');
});
