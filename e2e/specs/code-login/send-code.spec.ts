import { code as limits, resend } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import { expect, test, widths } from '../../fixtures/test.ts';
import { holdRequests, pathsOf, watchCalls } from '../../support/calls.ts';
import { newEmail, newMobile } from '../../support/new-accounts.ts';
import { runClockUntil, stopClock, suspend } from '../../support/page-clock.ts';

const codeTab = { preLoginWay: 'authCode' };
const masked = (mobile: string) => `${mobile.slice(0, 3)}****${mobile.slice(-4)}`;

for (const [kind, account, path] of [
  ['a mobile number', newMobile(), '/sender/mobile/v3'],
  ['an e-mail address', newEmail(), '/sender/email/v3'],
] as const) {
  for (const [where, bizType] of [
    ['sign-in', 'REGISTER_LOGIN'],
    ['registration', 'REGISTER'],
  ] as const) {
    test(`a code for ${kind} at ${where} is requested by the specified call [CS-01] [CS-09]`, async ({
      login,
      register,
      code,
      page,
    }) => {
      await (where === 'sign-in' ? login.open(codeTab) : register.open());
      await login.account.fill(account);
      const checked = page.waitForResponse('**/api/sender/robotAuth/apply');
      const sent = page.waitForResponse(`**/api${path}`);
      await code.send();
      const { auth } = (await (await checked).json()).data;
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

  test('the button shows its state, counts down and sends another code [CS-02] [CS-03] [CS-04]', async ({
    login,
    code,
    outbox,
    service,
    page,
    t,
  }) => {
    await page.clock.install();
    await login.open(codeTab);
    const mobile = newMobile();
    await login.account.fill(mobile);
    await expect(code.button).toHaveText(t('code.get'));

    await test.step('it is disabled and says that it sends, during the human check and the request', async () => {
      const releaseSend = await holdRequests(page, '/sender/mobile/v3');
      const releaseCheck = await holdRequests(page, '/sender/robotAuth/apply');
      await code.button.click();
      await expect(code.button).toHaveText(t('code.sending'));
      await expect(code.button).toBeDisabled();
      releaseCheck();
      await expect(code.button).toHaveText(t('code.sending'));
      await expect(code.button).toBeDisabled();
      await stopClock(page);
      releaseSend();
    });
    await test.step('it counts down 60 seconds', async () => {
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
    });
    await test.step('it sends another code', async () => {
      await service.moveClock(resend.afterCode);
      await code.send();
      await outbox.code(mobile, 2);
    });
  });

  test('half a minute after sending, advice is offered for a code that does not arrive [CS-02]', async ({
    login,
    code,
    page,
    t,
  }) => {
    await page.clock.install();
    await login.open(codeTab);
    await login.account.fill(newEmail());
    await stopClock(page);
    await code.send();
    await page.clock.runFor(limits.lateAfter - 1);
    await expect(code.notArriving).toHaveCount(0);
    await runClockUntil(page, 100, () => code.notArriving.isVisible());
    await expect(code.notArrivingAdvice).toBeHidden();
    await code.notArriving.click();
    await expect(code.notArrivingAdvice).toBeVisible();
    await expect(code.notArrivingAdvice.getByRole('link')).toHaveAttribute('href', /^mailto:/);
    await page.clock.runFor(resend.afterCode);
    await expect(code.button).toHaveText(t('code.getAgain'));
    await expect(code.notArrivingAdvice).toBeVisible();
  });

  test.describe('on a phone', () => {
    test.use(widths.phone);

    test('the help for a late code loads its own texts [CS-02]', async ({ login, code, page, t }) => {
      await page.clock.install();
      await login.open(codeTab);
      await login.account.fill(newEmail());
      await stopClock(page);
      await code.send();
      await page.clock.runFor(limits.lateAfter + seconds(1));
      await expect(page.getByText(t('code.late'), { exact: true })).toBeVisible();
    });
  });

  test('without a response an error is shown, and the button is enabled again [CS-04] [CS-08]', async ({
    login,
    code,
    page,
    allowErrors,
    t,
  }) => {
    allowErrors(/sender\/mobile\/v3/);
    const mobile = newMobile();
    await login.open(codeTab);
    await login.account.fill(mobile);
    await page.route('**/api/sender/mobile/v3', (route) => route.abort('connectionreset'), { times: 1 });
    await code.button.click();
    await expect(login.errors).toHaveText([t('common.unknownError')]);
    await expect(login.account).toHaveValue(mobile);
    await code.send();
  });

  test('no code is requested for an empty or invalid account [CS-06]', async ({ login, register, code, page, t }) => {
    const calls = watchCalls(page);
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
    expect(pathsOf(calls)).toEqual([]);
  });
});

test('requesting another code clears the code field [CS-05]', async ({ login, code, outbox, service, page }) => {
  await page.clock.install();
  const mobile = newMobile();
  await login.open(codeTab);
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

test('only the last code is valid [CS-05] [D-06]', async ({ login, code, consent, outbox, service, page, t }) => {
  await page.clock.install();
  const mobile = newMobile();
  await login.open(codeTab);
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
  await expect(consent.agree).toBeVisible();
});

test('a code that is on its way while the person changes tabs replaces the earlier one [CS-05] [D-06]', async ({
  login,
  code,
  consent,
  outbox,
  service,
  page,
}) => {
  await page.clock.install();
  const mobile = newMobile();
  await login.open(codeTab);
  await login.account.fill(mobile);
  await code.send();
  await page.clock.runFor(resend.afterCode);
  await service.moveClock(resend.afterCode);
  const release = await holdRequests(page, '/sender/mobile/v3');
  const requested = page.waitForRequest('**/api/sender/mobile/v3');
  await code.button.click();
  await requested;
  await login.passwordTab.click();
  await login.codeTab.click();
  release();
  await code.sentTo.waitFor();
  await code.input.fill(await outbox.code(mobile, 2));
  await login.submit.click();
  await expect(consent.agree).toBeVisible();
});

test('the countdown is right after a laptop was suspended [CS-10]', async ({ login, code, page, t }) => {
  await page.clock.install();
  await login.open(codeTab);
  await login.account.fill(newMobile());
  await stopClock(page);
  await code.send();
  await expect(code.button).toHaveText(t('code.countdown', { s: 60 }));
  await suspend(page, seconds(45));
  await expect(code.button).toHaveText(t('code.countdown', { s: 15 }));
  await suspend(page, seconds(15));
  await expect(code.button).toHaveText(t('code.getAgain'));
});

test('the service enforces the wait also when the page has forgotten it [CS-04] [D-26]', async ({
  login,
  code,
  page,
  allowErrors,
}) => {
  allowErrors(/status of 429/);
  const mobile = newMobile();
  await login.open(codeTab);
  await login.account.fill(mobile);
  await code.send();
  await page.evaluate(() => [sessionStorage, localStorage].forEach((store) => store.clear()));
  await page.reload();
  await login.waitForHydration();
  await login.account.fill(mobile);
  await code.button.click();
  await expect(login.errors).toHaveText([/^Too many requests\. Try again in ([1-9]|[1-5]\d|60) seconds?\.$/]);
  await expect(code.button).toBeEnabled();
});
