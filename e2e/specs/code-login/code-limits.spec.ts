import { code as limits, resend } from '@foyer/contract/limits';
import { days, hours, minutes, seconds } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/test.ts';
import { newMobile } from '../../support/new-accounts.ts';

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('five codes an hour and ten a day are sent; then an error says when to try again [CS-04] [D-26]', async ({
    login,
    code,
    outbox,
    service,
    page,
    allowErrors,
    t,
  }) => {
    allowErrors(/status of 429/);
    await page.clock.install();
    const mobile = newMobile();
    await login.open({ preLoginWay: 'authCode' });
    await login.account.fill(mobile);
    const wait = async (duration: number) => {
      await service.moveClock(duration);
      await page.clock.runFor(resend.afterCode);
    };

    await test.step('the sixth code within an hour is refused', async () => {
      for (let sent = 1; sent <= limits.perHour; sent++) {
        await code.send();
        await wait(minutes(2));
      }
      await code.button.click();
      await expect(login.errors).toHaveText([t.refusal('codeLimitReached', { retryAfter: minutes(50) / seconds(1) })]);
      await expect(code.button).toBeEnabled();
      await expect(login.account).toHaveValue(mobile);
    });
    await test.step('the eleventh code within a day is refused', async () => {
      for (let sent = limits.perHour + 1; sent <= limits.perDay; sent++) {
        await wait(hours(1));
        await code.send();
      }
      await wait(hours(1));
      await code.button.click();
      await expect(login.errors).toHaveText([t.refusal('codeLimitReached', { retryAfter: days(1) / seconds(1) })]);
      expect(await outbox.codes(mobile)).toHaveLength(limits.perDay);
    });
  });
});
