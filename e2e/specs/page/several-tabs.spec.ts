import { sendCodeToMobile } from '@foyer/contract/flows/send-code';
import { expect, test } from '../../fixtures/test.ts';
import { watchCall } from '../../support/servers/calls.ts';
import { alice, bob } from '../../support/people/people.ts';

test('a second tab shows the same step and follows the sign-in; the account search does not remove the step [DG-13]', async ({
  login,
  secondFactor,
  outbox,
  page,
  context,
  t,
}) => {
  await login.open();
  await login.attempt(bob);
  await secondFactor.waitUntilSent();
  const searchTab = await context.newPage();
  await searchTab.goto('/findAccount/account');
  for (const tab of [1, 0]) await searchTab.getByRole('tab').nth(tab).click();
  await searchTab.close();
  await page.reload();
  await secondFactor.waitUntilSent();
  const second = await context.newPage();
  const sends = watchCall(second, sendCodeToMobile);
  await second.goto(page.url());
  await second.getByRole('dialog', { name: t('mfa.title') }).waitFor();
  await secondFactor.submitCode(await outbox.code(bob.account));
  await page.waitForURL('**/home');
  await second.waitForURL('**/home');
  expect(sends).toHaveLength(0);
});

test('when another tab signs in, this one follows to its own redirect', async ({ login, page, context }) => {
  await login.open({ redirectUrl: '/home?scene=realname' });
  await login.account.fill('someone@example.com');
  const other = await context.newPage();
  await other.goto('/login/web?redirectUrl=https://evil.test/');
  const third = await context.newPage();
  await third.goto('/login/web');
  await third.getByRole('textbox').first().fill(alice.account);
  await third.locator('input[type=password]').fill(alice.password);
  await third.locator('[role=tabpanel] button[type=submit]').click();
  await third.waitForURL('**/home');
  await page.waitForURL('**/home?scene=realname');
  await other.waitForURL('**/home');
});
