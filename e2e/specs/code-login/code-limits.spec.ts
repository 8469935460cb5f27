import { expect, test } from '../../fixtures/test.ts';
import { code as limits, resend } from '@foyer/contract/limits';
import { days, hours, minutes, seconds } from '@foyer/contract/time';
import { newMobile } from '../../support/new-accounts.ts';

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('five codes an hour and ten a day; then it is told when there are more [CS-04] [D-26]', async ({
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
    const later = async (duration: number) => {
      await service.moveClock(duration);
      await page.clock.runFor(resend.afterCode);
    };

    for (let sent = 1; sent <= limits.perHour; sent++) {
      await code.send();
      await later(minutes(2));
    }
    await code.button.click();
    await expect(login.errors).toHaveText([t.refusal('codeLimitReached', { retryAfter: minutes(50) / seconds(1) })]);
    await expect(code.button).toBeEnabled();
    await expect(login.account).toHaveValue(mobile);

    for (let sent = limits.perHour + 1; sent <= limits.perDay; sent++) {
      await later(hours(1));
      await code.send();
    }
    await later(hours(1));
    await code.button.click();
    await expect(login.errors).toHaveText([t.refusal('codeLimitReached', { retryAfter: days(1) / seconds(1) })]);
    expect(await outbox.codes(mobile)).toHaveLength(limits.perDay);
  });
});
