import { expect, test } from '../../fixtures/test.ts';
import { code as limits, resend } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import { expectNoAxeViolations } from '../../support/axe.ts';
import { newEmail, newMobile } from '../../support/new-accounts.ts';
import { suspend, stopClock } from '../../support/page-clock.ts';
import { holdRequests, pathsOf, watchCalls } from '../../support/calls.ts';

const byCode = { preLoginWay: 'authCode' };
const masked = (mobile: string) => `${mobile.slice(0, 3)}****${mobile.slice(-4)}`;

for (const [kind, account, path] of [
  ['a number', newMobile(), '/sender/mobile/v3'],
  ['an address', newEmail(), '/sender/email/v3'],
] as const) {
  for (const [where, bizType] of [
    ['sign-in', 'REGISTER_LOGIN'],
    ['registration', 'REGISTER'],
  ] as const) {
    test(`a code for ${kind} at ${where} is asked for in the right place [CS-01] [CS-09]`, async ({
      login,
      register,
      code,
      page,
    }) => {
      await (where === 'sign-in' ? login.open(byCode) : register.open());
      await login.account.fill(account);
      const applied = page.waitForResponse('**/api/sender/robotAuth/apply');
      const sent = page.waitForResponse(`**/api${path}`);
      await code.send();
      const { auth } = (await (await applied).json()).data;
      const response = await sent;
      expect(response.request().postDataJSON()).toEqual({ bizType, principal: account, auth });
      expect(await response.json()).toMatchObject({
        code: 0,
        data: { serviceId: expect.stringMatching(/^[\w-]{20,}$/) },
      });
    });
  }
}

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('the button tells what it does, counts down and offers another code [CS-02] [CS-03] [CS-04]', async ({
    login,
    code,
    outbox,
    service,
    page,
    t,
  }) => {
    await page.clock.install();
    await login.open(byCode);
    const mobile = newMobile();
    await login.account.fill(mobile);
    await expect(code.button).toHaveText(t('code.get'));

    const letSend = await holdRequests(page, '/sender/mobile/v3');
    const letCheck = await holdRequests(page, '/sender/robotAuth/apply');
    await code.button.click();
    await expect(code.button).toHaveText(t('captcha.verifying'));
    await expect(code.button).toBeDisabled();
    letCheck();
    await expect(code.button).toHaveText(t('code.sending'));
    await expect(code.button).toBeDisabled();
    await stopClock(page);
    letSend();

    await expect(code.sentTo).toHaveText(t('code.sentTo', { target: masked(mobile) }));
    await expect(code.button).toHaveText(t('code.countdown', { s: 60 }));
    await expect(code.button).toBeDisabled();
    await page.clock.runFor(seconds(1));
    await expect(code.button).toHaveText(t('code.countdown', { s: 59 }));
    await page.clock.runFor(resend.afterCode - seconds(1) - 1);
    await expect(code.button).toHaveText(t('code.countdown', { s: 1 }));
    await expect(code.button).toBeDisabled();
    await page.clock.runFor(1);
    await expect(code.button).toHaveText(t('code.getAgain'));

    await service.moveClock(resend.afterCode);
    await code.send();
    await outbox.code(mobile, 2);
  });

  test('who waits in vain is told after half a minute what to try [CS-02]', async ({ login, code, page, t }) => {
    await page.clock.install();
    await login.open(byCode);
    await login.account.fill(newEmail());
    await stopClock(page);
    await code.send();
    await page.clock.runFor(limits.delayedAfter - 1);
    await expect(code.notArriving).toHaveCount(0);
    await page.clock.runFor(1);
    await expect(code.notArriving).toBeVisible();
    await expect(code.notArrivingAdvice).toBeHidden();
    await code.notArriving.click();
    await expect(code.notArrivingAdvice).toBeVisible();
    await expect(code.notArrivingAdvice.getByRole('link')).toHaveAttribute('href', /^mailto:/);
    await page.clock.runFor(resend.afterCode);
    await expect(code.button).toHaveText(t('code.getAgain'));
    await expect(code.notArrivingAdvice).toBeVisible();
    await page.clock.resume();
    await expectNoAxeViolations(page);
  });

  test('no answer is an unknown error, and the button is free again [CS-04] [CS-08]', async ({
    login,
    code,
    page,
    allowErrors,
    t,
  }) => {
    allowErrors(/sender\/mobile\/v3/);
    const mobile = newMobile();
    await login.open(byCode);
    await login.account.fill(mobile);
    await page.route('**/api/sender/mobile/v3', (route) => route.abort('connectionreset'), { times: 1 });
    await code.button.click();
    await expect(login.errors).toHaveText([t('common.unknownError')]);
    await expect(login.account).toHaveValue(mobile);
    await code.send();
  });

  test('nothing is sent to what is no account; that alone is said [CS-06]', async ({
    login,
    register,
    code,
    page,
    t,
  }) => {
    const calls = watchCalls(page);
    for (const open of [() => login.open(byCode), () => register.open()]) {
      await open();
      await code.button.click();
      await expect(login.errors).toHaveText([t('login.account.empty')]);
      await expect(login.account).toBeFocused();
      await login.account.fill('12345');
      await code.button.click();
      await expect(login.errors).toHaveText([t('login.account.invalid')]);
      await expect(login.account).toHaveValue('12345');
    }
    expect(pathsOf(calls)).toEqual([]);
  });
});

test('asking again clears what was typed before [CS-05]', async ({ login, code, outbox, service, page }) => {
  await page.clock.install();
  const mobile = newMobile();
  await login.open(byCode);
  await login.account.fill(mobile);
  await code.input.fill('123456');
  await code.send();
  await expect(code.input).toHaveValue('');
  await expect(code.input).toBeFocused();

  await code.input.fill(await outbox.code(mobile));
  await page.clock.runFor(resend.afterCode);
  await service.moveClock(resend.afterCode);
  await code.button.click();
  await expect(code.input).toHaveValue('');
  await expect(login.submit).toBeDisabled();
});

test('a code that came before the last one is void; the last one gets in [CS-05] [D-06]', async ({
  login,
  code,
  outbox,
  service,
  page,
  t,
}) => {
  await page.clock.install();
  const mobile = newMobile();
  await login.open(byCode);
  await login.account.fill(mobile);
  await code.send();
  const first = await outbox.code(mobile);
  await page.clock.runFor(resend.afterCode);
  await service.moveClock(resend.afterCode);
  await code.send();
  const second = await outbox.code(mobile, 2);

  await code.input.fill(first);
  await login.submit.click();
  await expect(login.errors).toHaveText([t.refusal('wrongCode')]);
  await code.input.fill(second);
  await login.submit.click();
  await expect(page.getByRole('button', { name: t('consent.agree') })).toBeVisible();
});

test('a laptop that slept wakes up to the right number [CS-10]', async ({ login, code, page, t }) => {
  await page.clock.install();
  await login.open(byCode);
  await login.account.fill(newMobile());
  await stopClock(page);
  await code.send();
  await expect(code.button).toHaveText(t('code.countdown', { s: 60 }));
  // Time passes, but no timer runs.
  await suspend(page, seconds(45));
  await expect(code.button).toHaveText(t('code.countdown', { s: 15 }));
  await suspend(page, seconds(15));
  await expect(code.button).toHaveText(t('code.getAgain'));
});

test('the page tells how long it has to be, whatever its own clock says [CS-04] [D-26]', async ({
  login,
  code,
  page,
  allowErrors,
}) => {
  allowErrors(/status of 429/);
  const mobile = newMobile();
  await login.open(byCode);
  await login.account.fill(mobile);
  await code.send();
  // Whoever forgets the wait on the page does not make the service forget it.
  await page.evaluate(() => [sessionStorage, localStorage].forEach((store) => store.clear()));
  await page.reload();
  await login.waitForHydration();
  await login.account.fill(mobile);
  await code.button.click();
  await expect(login.errors).toHaveText([
    /^Requests are too frequent, please try again in ([1-9]|[1-5]\d|60) seconds?$/,
  ]);
  await expect(code.button).toBeEnabled();
});
