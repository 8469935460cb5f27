import { expect, test } from '../../fixtures/test.ts';
import { wrongPasswords } from '@foyer/contract/limits';
import { minutes, seconds } from '@foyer/contract/time';
import type { Page } from '@playwright/test';
import { alice, unregistered } from '../../support/people.ts';

const mistaken = { ...alice, password: 'not mine' };
/** The browser says so of every answer with a status above 399. */
const refusedResource = /Failed to load resource: .* status of 429/;

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('five wrong passwords lock the account here, for a time that is told [LF-05] [D-26]', async ({
    login,
    service,
    allowErrors,
    t,
  }) => {
    allowErrors(refusedResource);
    await login.open();
    for (const [tries, delay] of wrongPasswords.delays.entries()) {
      await login.attempt(mistaken);
      await expect(login.errors).toHaveText([
        t.refusal('wrongCredentials', { attemptsLeft: wrongPasswords.lockAfter - tries - 1 }),
      ]);
      await service.moveClock(delay);
    }
    await login.attempt(mistaken);
    await expect(login.errors).toHaveText([t.refusal('lockedOut', { retryAfter: minutes(15) / seconds(1) })]);

    await service.moveClock(wrongPasswords.lockFor - seconds(30));
    await login.attempt(alice);
    await expect(login.errors).toHaveText([t.refusal('lockedOut', { retryAfter: minutes(1) / seconds(1) })]);

    await service.moveClock(seconds(30));
    await login.signIn(alice);
  });
});

test('someone who never had an account is told exactly the same [AC-17]', async ({ login, t }) => {
  await login.open();
  const [known, unknown] = [await login.attempt(mistaken), await login.attempt(unregistered)];
  expect(await unknown.text()).toBe(await known.text());
  expect(unknown.status()).toBe(known.status());
  const told = ({ date: _, ...headers }: Record<string, string>) => headers;
  expect(told(await unknown.allHeaders())).toEqual(told(await known.allHeaders()));
  await expect(login.errors).toHaveText([t.refusal('wrongCredentials', { attemptsLeft: 4 })]);
});

test('between wrong passwords one has to wait, longer each time [D-26]', async ({ login, service, allowErrors, t }) => {
  allowErrors(refusedResource);
  // The clock is put back a little, so that a slow machine does not sit the wait out.
  const slack = seconds(30);
  await login.open();
  await login.attempt(mistaken);
  for (const delay of wrongPasswords.delays.slice(1)) {
    await login.attempt(mistaken);
    await service.moveClock(-slack);
    const { data } = await (await login.attempt(alice)).json();
    expect(data.retryAfter).toBeGreaterThan(0);
    expect(data.retryAfter).toBeLessThanOrEqual((slack + delay) / seconds(1));
    await expect(login.errors).toHaveText([t.refusal('waitBeforeRetry', { retryAfter: data.retryAfter })]);
    await service.moveClock(slack + delay);
  }
  await login.signIn(alice);
});

test('a lock is for one account: another one gets in from the same place [D-26]', async ({
  login,
  service,
  allowErrors,
  t,
}) => {
  allowErrors(refusedResource);
  await login.open();
  for (const delay of [...wrongPasswords.delays, 0]) {
    await login.attempt({ ...unregistered, password: 'x' });
    await service.moveClock(delay);
  }
  await expect(login.errors).toHaveText([t.refusal('lockedOut', { retryAfter: minutes(15) / seconds(1) })]);
  await login.signIn(alice);
});

test('what is wrong is read for five seconds, again at the field or under the pointer, and taken back by typing [LF-10] [D-30]', async ({
  login,
  page,
  t,
}) => {
  await page.clock.install();
  await login.open();
  await stopClock(page);
  await login.attempt(mistaken);
  await expect(login.errors).toHaveText([t.refusal('wrongCredentials', { attemptsLeft: 4 })]);
  await page.clock.runFor(seconds(5) - 1);
  await expect(login.errors).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(login.errors).toHaveCount(0);
  await expect(login.password).toHaveAttribute('aria-invalid', 'true');
  await expect(login.password).toHaveAccessibleDescription(t.refusal('wrongCredentials', { attemptsLeft: 4 }));

  await login.account.focus();
  await login.password.focus();
  await expect(login.errors).toHaveCount(1);

  await page.clock.runFor(seconds(5));
  await expect(login.errors).toHaveCount(0);
  await page.mouse.move(0, 0);
  await login.password.hover();
  await expect(login.errors).toHaveCount(1);

  await login.errors.hover();
  await page.clock.runFor(seconds(60));
  await expect(login.errors).toHaveCount(1);
  await page.mouse.move(0, 0);
  await page.clock.runFor(seconds(5));
  await expect(login.errors).toHaveCount(0);

  await login.account.focus();
  await login.password.focus();
  await expect(login.errors).toHaveCount(1);
  await login.password.press('End');
  await login.password.press('x');
  await expect(login.errors).toHaveCount(0);
  await expect(login.password).not.toHaveAttribute('aria-invalid');
});

/** From here on time passes on the page only when told to. */
async function stopClock(page: Page) {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + seconds(2));
}
