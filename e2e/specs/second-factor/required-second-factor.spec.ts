import { days } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/test.ts';
import { alice, bob, fay } from '../../support/people/people.ts';
import { totpFromKey } from '../../support/people/totp.ts';

test.use({
  locale: 'en-US',
  resetDemo: true,
  settings: { SECOND_FACTOR: 'required', SECOND_FACTOR_GRACE_DAYS: '7' },
});

test('a required second factor is announced in the grace period, and set up at the sign-in after it', async ({
  login,
  secondFactor,
  page,
  service,
  t,
}) => {
  const due = page.getByRole('dialog', { name: t('due.title') });
  await test.step('it can be put off, and is not announced to a person who has it', async () => {
    await login.open();
    await login.attempt(alice);
    await due.getByRole('button', { name: t('due.later') }).click();
    await page.waitForURL('**/home');
    await login.open();
    await login.attempt(bob);
    await secondFactor.waitUntilSent();
  });
  await test.step('or set up at once, on the account page, also after a reload and with another redirect', async () => {
    await page.evaluate(() => sessionStorage.clear());
    await page.evaluate(() => localStorage.clear());
    await login.open({ redirectUrl: '/help' });
    await login.attempt(alice);
    await due.waitFor();
    await page.reload();
    await due.getByRole('button', { name: t('due.now') }).click();
    await page.waitForURL('**/account#second-factor');
    await expect(page.getByRole('region', { name: t('factor.title') })).toContainText('Required from');
  });
  await test.step('after it a person without any factor sets up an app to sign in', async () => {
    await service.moveClock(days(7));
    await login.open();
    await login.attempt(fay);
    await expect(secondFactor.dialog).toContainText(t('totp.required.lead'));
    const key = await secondFactor.dialog.locator('code').innerText();
    await secondFactor.submitCode(totpFromKey(key, await service.now()));
    await page.waitForURL('**/home');
  });
});
