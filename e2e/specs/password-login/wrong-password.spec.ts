import { wrongPasswords } from '@foyer/contract/limits';
import { minutes, seconds } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/test.ts';
import { alice } from '../../support/people/people.ts';

const wrong = { ...alice, password: 'wrong' };
/** The browser logs every response with a status above 399. */
const tooManyRequests = /Failed to load resource: .* status of 429/;
const lockedFor = (duration: number) => ({ retryAfter: duration / seconds(1) });

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('five wrong passwords lock the account for this client for 15 minutes [LF-05] [D-26]', async ({
    login,
    service,
    allowErrors,
    t,
  }) => {
    allowErrors(tooManyRequests);
    await login.open();
    await test.step('each wrong password shows the attempts left', async () => {
      for (const [tries, delay] of wrongPasswords.delays.entries()) {
        await login.attempt(wrong);
        const attemptsLeft = wrongPasswords.lockAfter - tries - 1;
        await expect(login.errors).toHaveText([t.refusal('wrongCredentials', { attemptsLeft })]);
        await service.moveClock(delay);
      }
    });
    await test.step('the last one locks the account, and the message says for how long', async () => {
      await login.attempt(wrong);
      await expect(login.errors).toHaveText([t.refusal('lockedOut', lockedFor(minutes(15)))]);
    });
    await test.step('the right password is refused until the end of the lock', async () => {
      await service.moveClock(wrongPasswords.lockFor - seconds(30));
      await login.attempt(alice);
      await expect(login.errors).toHaveText([t.refusal('lockedOut', lockedFor(minutes(1)))]);
    });
    await test.step('the right password signs in after the lock', async () => {
      await service.moveClock(seconds(30));
      await login.signIn(alice);
    });
  });
});
