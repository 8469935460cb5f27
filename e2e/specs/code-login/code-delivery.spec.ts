import { expect, languages, test } from '../../fixtures/test.ts';
import { apiCall, inlineError, resend } from '@foyer/contract/limits';
import { newEmail, newMobile } from '../../support/new-accounts.ts';
import { stopClock } from '../../support/page-clock.ts';

const byCode = { preLoginWay: 'authCode' };

for (const language of languages) {
  test.describe(language, () => {
    test.use({ locale: language });

    test('a text message can be filled in by the phone: it names this place [CS-01]', async ({
      login,
      code,
      outbox,
    }) => {
      const mobile = newMobile();
      await login.open(byCode);
      await login.account.fill(mobile);
      await code.send();
      const typed = await outbox.code(mobile);
      const [message] = await outbox.messages(mobile);
      expect(message).toMatchObject({ channel: 'sms', language, code: typed });
      expect(message!.text.split('\n').at(-1)).toBe(`@localhost #${typed}`);
      expect(message!.text).toContain(language === 'zh-CN' ? `您的验证码为 ${typed}` : `Your code is ${typed}`);
    });

    test('a mail can be read as text and as a page, and says who asked for what [CS-01]', async ({
      login,
      code,
      outbox,
    }) => {
      const email = newEmail();
      await login.open(byCode);
      await login.account.fill(email);
      await code.send();
      const typed = await outbox.code(email);
      const [message] = await outbox.messages(email);
      expect(message).toMatchObject({ channel: 'mail', language });
      const said =
        language === 'zh-CN' ? ['云章', '登录', '5 分钟内有效'] : ['Yunzhang', 'sign in', 'valid for 5 minutes'];
      for (const words of [...said, typed]) {
        expect(message!.text).toContain(words);
        expect(message!.html).toContain(words);
      }
      expect(message!.subject).not.toContain(typed);
      expect(message!.html).toContain(`<html lang="${language}">`);
      expect(message!.html).not.toMatch(/<(a|img|script|link)\b/);
    });

    test('a gateway that is down is told at once and costs no minute [CS-04] [D-26]', async ({
      login,
      code,
      outbox,
      smsGateway,
      allowErrors,
      t,
    }) => {
      allowErrors(/status of 502/);
      const mobile = newMobile();
      await login.open(byCode);
      await login.account.fill(mobile);
      await smsGateway('down');
      await code.button.click();
      await expect(login.errors).toHaveText([t.refusal('codeNotSent')]);
      await expect(code.button).toHaveText(t('code.get'));
      await expect(code.button).toBeEnabled();
      await expect(login.account).toHaveValue(mobile);

      await smsGateway('working');
      await code.send();
      await expect(login.errors).toHaveCount(0);
      await outbox.code(mobile);
    });
  });
}

test('a gateway that does not answer is given up on in time, and costs no minute [CS-04] [D-26]', async ({
  login,
  code,
  smsGateway,
  allowErrors,
  t,
}) => {
  allowErrors(/status of 502/);
  const mobile = newMobile();
  await login.open(byCode);
  await login.account.fill(mobile);
  await smsGateway('slow');
  await code.button.click();
  // The service waits four seconds for the gateway; the page would wait twelve for the service.
  await expect(login.errors).toHaveText([t.refusal('codeNotSent')], { timeout: apiCall.timeout });
  await expect(code.button).toBeEnabled();
  await smsGateway('working');
  await code.send();
});

test('a second code that could not be sent leaves the first one good [CS-04] [D-26]', async ({
  login,
  code,
  outbox,
  page,
  service,
  smsGateway,
  allowErrors,
  t,
}) => {
  allowErrors(/status of 502/);
  await page.clock.install();
  const mobile = newMobile();
  await login.open(byCode);
  await login.account.fill(mobile);
  await code.send();
  const first = await outbox.code(mobile);
  await service.moveClock(resend.afterCode);
  await page.clock.fastForward(resend.afterCode);
  await smsGateway('refusing');
  await code.button.click();
  await expect(login.errors).toHaveText([t.refusal('codeNotSent')]);
  await code.input.fill(first);
  await login.submit.click();
  await expect(page.getByRole('button', { name: t('consent.agree') })).toBeVisible();
});

test('that no code was sent can be read for five seconds, and is taken back by asking anew [CS-04] [LF-10]', async ({
  login,
  code,
  page,
  smsGateway,
  allowErrors,
  t,
}) => {
  allowErrors(/status of 502/);
  await page.clock.install();
  await login.open(byCode);
  await login.account.fill(newMobile());
  await stopClock(page);
  await smsGateway('refusing');
  await code.button.click();
  await expect(login.errors).toHaveText([t.refusal('codeNotSent')]);
  await page.clock.runFor(inlineError.shownFor - 1);
  await expect(login.errors).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(login.errors).toHaveCount(0);
  await smsGateway('working');
  await code.send();
  await expect(code.input).not.toHaveAttribute('aria-invalid');
});
