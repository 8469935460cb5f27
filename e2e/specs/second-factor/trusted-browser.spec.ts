import { resend } from '@foyer/contract/limits';
import { days, minutes } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/test.ts';
import { LoginPage } from '../../pages/login-page.ts';
import { SecondFactorDialog } from '../../pages/second-factor-dialog.ts';
import { bob } from '../../support/people.ts';

test('a trusted browser is not asked for thirty days, any other browser is [DG-13] [D-11]', async ({
  login,
  home,
  secondFactor,
  outbox,
  page,
  context,
  browser,
  baseURL,
  service,
}) => {
  await login.open();
  await login.attempt(bob);
  await secondFactor.waitUntilSent();
  await secondFactor.trust.check();
  await secondFactor.submitCode(await outbox.code(bob.account));
  await page.waitForURL('**/home');
  const trust = (await context.cookies()).find(({ name }) => name.endsWith('foyer_trust'));
  expect(trust).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  await home.signOut();

  await test.step('another browser is asked', async () => {
    const otherContext = await browser.newContext({ baseURL: baseURL!, locale: 'en-US' });
    const other = await otherContext.newPage();
    const otherLogin = new LoginPage(other);
    await otherLogin.open();
    await otherLogin.attempt(bob);
    await expect(new SecondFactorDialog(other, 'en-US').dialog).toBeVisible();
    await otherContext.close();
  });
  const slack = minutes(10);
  for (const passing of [0, days(30) - slack]) {
    await service.moveClock(passing);
    await login.open();
    await login.signIn(bob);
    await home.signOut();
  }
  await service.moveClock(slack);
  await login.open();
  await login.attempt(bob);
  await expect(secondFactor.dialog).toBeVisible();
});

test('signing out everywhere ends the trust [DG-13]', async ({ login, home, secondFactor, outbox, page }) => {
  await login.open();
  await login.attempt(bob);
  await secondFactor.waitUntilSent();
  await secondFactor.trust.check();
  await secondFactor.submitCode(await outbox.code(bob.account));
  await page.waitForURL('**/home');
  await home.signOutEverywhere();
  await login.open();
  await login.attempt(bob);
  await expect(secondFactor.dialog).toBeVisible();
});

test('without trust the second factor is required each time [DG-13]', async ({
  login,
  home,
  secondFactor,
  outbox,
  page,
  service,
}) => {
  await login.open();
  await login.attempt(bob);
  await secondFactor.waitUntilSent();
  await expect(secondFactor.trust).not.toBeChecked();
  await secondFactor.submitCode(await outbox.code(bob.account));
  await page.waitForURL('**/home');
  await home.signOut();
  await service.moveClock(resend.afterSecondFactor);
  await login.open();
  await login.attempt(bob);
  await secondFactor.waitUntilSent();
});
