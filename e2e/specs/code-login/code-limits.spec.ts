import { code as limits, resend } from '@foyer/contract/limits';
import { hours, minutes } from '@foyer/contract/time';
import { newMobile } from '../../support/new-accounts.ts';
import { expect, test } from '../../fixtures/test.ts';

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('five codes an hour and ten a day; then it is told when there are more [CS-04] [D-26]', async ({
    login,
    code,
    outbox,
    service,
    page,
    allowErrors,
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
      await code.ask();
      await later(minutes(2));
    }
    await code.button.click();
    await expect(login.problems).toHaveText([code.words.hourIsOver(50)]);
    await expect(code.button).toBeEnabled();
    await expect(login.account).toHaveValue(mobile);

    for (let sent = limits.perHour + 1; sent <= limits.perDay; sent++) {
      await later(hours(1));
      await code.ask();
    }
    await later(hours(1));
    await code.button.click();
    await expect(login.problems).toHaveText([code.words.dayIsOver]);
    expect(await outbox.codes(mobile)).toHaveLength(limits.perDay);
  });
});
