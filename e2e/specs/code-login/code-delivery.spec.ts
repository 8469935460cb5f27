import { inlineError, resend } from '@foyer/contract/limits';
import { expect, languages, test } from '../../fixtures/test.ts';
import { newEmail, newMobile } from '../../support/new-accounts.ts';
import { stopClock } from '../../support/page-clock.ts';

const codeTab = { preLoginWay: 'authCode' };

for (const language of languages) {
  test.describe(language, () => {
    test.use({ locale: language });

    test('a text message ends with the line that lets a phone fill in the code [CS-01]', async ({
      login,
      code,
      outbox,
    }) => {
      const mobile = newMobile();
      await login.open(codeTab);
      await login.account.fill(mobile);
      await code.send();
      const sentCode = await outbox.code(mobile);
      const [message] = await outbox.messages(mobile);
      expect(message).toMatchObject({ channel: 'sms', language, code: sentCode });
      expect(message!.text.split('\n').at(-1)).toBe(`@localhost #${sentCode}`);
      expect(message!.text).toContain(language === 'zh-CN' ? `您的验证码为 ${sentCode}` : `Your code is ${sentCode}`);
    });

    test('a mail has a text and an HTML part with the brand, the purpose and the validity [CS-01]', async ({
      login,
      code,
      outbox,
    }) => {
      const email = newEmail();
      await login.open(codeTab);
      await login.account.fill(email);
      await code.send();
      const sentCode = await outbox.code(email);
      const [message] = await outbox.messages(email);
      expect(message).toMatchObject({ channel: 'mail', language });
      const expected =
        language === 'zh-CN' ? ['云章', '登录', '5 分钟内有效'] : ['Yunzhang', 'sign-in code', 'valid for 5 minutes'];
      for (const part of [...expected, sentCode]) {
        expect(message!.text).toContain(part);
        expect(message!.html).toContain(part);
      }
      expect(message!.subject).not.toContain(sentCode);
      expect(message!.html).toContain(`<html lang="${language}">`);
      expect(message!.html).not.toMatch(/<(a|img|script|link)\b/);
    });
  });
}

test('when the gateway is down an error is shown at once, and the next request may follow at once [CS-04] [D-26]', async ({
  login,
  code,
  outbox,
  smsGateway,
  allowErrors,
  t,
}) => {
  allowErrors(/status of 502/);
  const mobile = newMobile();
  await login.open(codeTab);
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

test('a second code that cannot be sent leaves the first one valid [CS-04] [D-26]', async ({
  login,
  code,
  consent,
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
  await login.open(codeTab);
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
  await expect(consent.agree).toBeVisible();
});

test('the error after a failed delivery is shown for five seconds, and removed by the next request [CS-04] [LF-10]', async ({
  login,
  code,
  page,
  smsGateway,
  allowErrors,
  t,
}) => {
  allowErrors(/status of 502/);
  await page.clock.install();
  await login.open(codeTab);
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
