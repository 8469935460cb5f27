import { wrongPasswords } from '@foyer/contract/limits';
import { minutes, seconds } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/test.ts';
import { stopClock } from '../../support/page-clock.ts';
import { alice, unregistered } from '../../support/people.ts';

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

test('an unregistered account gets the same response as a wrong password [AC-17]', async ({ login, t }) => {
  await login.open();
  const known = await login.attempt(wrong);
  const unknown = await login.attempt(unregistered);
  expect(await unknown.text()).toBe(await known.text());
  expect(unknown.status()).toBe(known.status());
  const { date: _, ...unknownHeaders } = await unknown.allHeaders();
  expect(await known.allHeaders()).toEqual({ ...unknownHeaders, date: expect.any(String) });
  await expect(login.errors).toHaveText([t.refusal('wrongCredentials', { attemptsLeft: 4 })]);
});

test('the wait between two wrong passwords grows [D-26]', async ({ login, service, allowErrors, t }) => {
  allowErrors(tooManyRequests);
  // The clock is moved back, so that the wait does not end by itself on a slow machine.
  const slack = seconds(30);
  await login.open();
  await login.attempt(wrong);
  for (const delay of wrongPasswords.delays.slice(1)) {
    await test.step(`${delay / seconds(1)} seconds`, async () => {
      await login.attempt(wrong);
      await service.moveClock(-slack);
      const { data } = await (await login.attempt(alice)).json();
      expect(data.retryAfter).toBeGreaterThan(0);
      expect(data.retryAfter).toBeLessThanOrEqual((slack + delay) / seconds(1));
      await expect(login.errors).toHaveText([t.refusal('waitBeforeRetry', { retryAfter: data.retryAfter })]);
      await service.moveClock(slack + delay);
    });
  }
  await login.signIn(alice);
});

test('a lock is for one account: another account signs in from the same browser [D-26]', async ({
  login,
  service,
  allowErrors,
  t,
}) => {
  allowErrors(tooManyRequests);
  await login.open();
  for (const delay of [...wrongPasswords.delays, 0]) {
    await login.attempt({ ...unregistered, password: 'x' });
    await service.moveClock(delay);
  }
  await expect(login.errors).toHaveText([t.refusal('lockedOut', lockedFor(minutes(15)))]);
  await login.signIn(alice);
});

test('an error message is visible for five seconds, and again on focus or hover, until the value changes [LF-10] [D-30]', async ({
  login,
  page,
  t,
}) => {
  const message = t.refusal('wrongCredentials', { attemptsLeft: 4 });
  await page.clock.install();
  await login.open();
  await stopClock(page);
  await login.attempt(wrong);

  await test.step('it disappears after five seconds, but stays the description of the field', async () => {
    await expect(login.errors).toHaveText([message]);
    await page.clock.runFor(seconds(5) - 1);
    await expect(login.errors).toHaveCount(1);
    await page.clock.runFor(1);
    await expect(login.errors).toHaveCount(0);
    await expect(login.password).toHaveAttribute('aria-invalid', 'true');
    await expect(login.password).toHaveAccessibleDescription(message);
  });
  await test.step('it appears for five seconds when the field gets the focus', async () => {
    await login.account.focus();
    await login.password.focus();
    await expect(login.errors).toHaveCount(1);
    await page.clock.runFor(seconds(5));
    await expect(login.errors).toHaveCount(0);
  });
  await test.step('it appears when the pointer is over the field, and stays while the pointer is over it', async () => {
    await page.mouse.move(0, 0);
    await login.password.hover();
    await expect(login.errors).toHaveCount(1);
    await login.errors.hover();
    await page.clock.runFor(seconds(60));
    await expect(login.errors).toHaveCount(1);
    await page.mouse.move(0, 0);
    await page.clock.runFor(seconds(5));
    await expect(login.errors).toHaveCount(0);
  });
  await test.step('typing removes it', async () => {
    await login.account.focus();
    await login.password.focus();
    await expect(login.errors).toHaveCount(1);
    await login.password.press('End');
    await login.password.press('x');
    await expect(login.errors).toHaveCount(0);
    await expect(login.password).not.toHaveAttribute('aria-invalid');
  });
});
