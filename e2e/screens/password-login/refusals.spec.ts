import { commitPassword } from '@foyer/contract/flows/password-login';
import { seconds } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/screen.ts';
import { signedIn } from '../../scripted/usual-answers.ts';
import { alice } from '../../support/people/people.ts';

const refusals = [
  { is: 'wrongCredentials', data: { attemptsLeft: 4 } },
  { is: 'waitBeforeRetry', data: { retryAfter: 2 } },
  { is: 'lockedOut', data: { retryAfter: 900 } },
  { is: 'accountDisabled' },
] as const;

test('a refusal is shown with its reason, and the form can be submitted again [LF-15] [D-26]', async ({
  login,
  site,
  page,
  t,
}) => {
  await login.open();
  await login.fill(alice);
  for (const refusal of refusals) {
    await test.step(refusal.is, async () => {
      site.answer(commitPassword, refusal);
      await login.submit.click();
      await expect(login.errors).toHaveText([t.refusal(refusal.is, 'data' in refusal ? refusal.data : undefined)]);
      await expect(login.submit).toBeEnabled();
    });
  }
  await test.step('that the network is away is said until it is back [ER-03]', async () => {
    site.answer(commitPassword, 'lost');
    await login.submit.click();
    await expect(login.errors).toHaveText([t('common.network')]);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(login.errors).toHaveCount(0);
  });
  site.answer(commitPassword, { is: 'done', data: signedIn });
  await login.submit.click();
  await page.waitForURL('**/home');
});

test('the pressed button keeps the focus, and does nothing more until the answer is there [LF-12]', async ({
  login,
  page,
  site,
  t,
}) => {
  const answer = site.hold(commitPassword);
  await login.open();
  await login.fill(alice);
  await login.submit.press('Enter');
  await expect(login.submit).toHaveText(t('login.submitting'));
  for (const key of ['Enter', ' ']) await page.keyboard.press(key);
  await expect(login.submit).toBeFocused();
  await expect(login.submit).toBeDisabled();
  answer('lost');
  await expect(login.errors).toHaveText([t('common.network')]);
  await expect(login.submit).toBeFocused();
  expect(site.callsOf(commitPassword)).toHaveLength(1);
});

test('an error message is visible for five seconds, and again on focus or hover, until the value changes [LF-10] [D-30]', async ({
  login,
  page,
  site,
  clock,
  t,
}) => {
  const message = t.refusal('wrongCredentials', { attemptsLeft: 4 });
  site.answer(commitPassword, { is: 'wrongCredentials', data: { attemptsLeft: 4 } });
  await login.open();
  await login.attempt(alice);

  await test.step('it disappears after five seconds, but stays the description of the field', async () => {
    await expect(login.errors).toHaveText([message]);
    await clock.run(seconds(5) - 1);
    await expect(login.errors).toHaveCount(1);
    await clock.run(1);
    await expect(login.errors).toHaveCount(0);
    await expect(login.password).toHaveAttribute('aria-invalid', 'true');
    await expect(login.password).toHaveAccessibleDescription(message);
  });
  await test.step('it appears for five seconds when the field gets the focus', async () => {
    await login.account.focus();
    await login.password.focus();
    await expect(login.errors).toHaveCount(1);
    await clock.run(seconds(5));
    await expect(login.errors).toHaveCount(0);
  });
  await test.step('it appears when the pointer is over the field, and stays while the pointer is over it', async () => {
    await page.mouse.move(0, 0);
    await login.password.hover();
    await expect(login.errors).toHaveCount(1);
    await login.errors.hover();
    await clock.run(seconds(60));
    await expect(login.errors).toHaveCount(1);
    await page.mouse.move(0, 0);
    await clock.run(seconds(5));
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
