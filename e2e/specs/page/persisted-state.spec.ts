import { sendCodeToMobile } from '@foyer/contract/flows/send-code';
import { persisted, resend } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/test.ts';
import { CodeField } from '../../pages/code-field.ts';
import { watchAssets, watchCall, watchNavigations } from '../../support/calls.ts';
import { runClockUntil, stopClock } from '../../support/page-clock.ts';
import { alice, bob, erin } from '../../support/people.ts';
import { registerAccount } from '../../support/register-account.ts';
import { texts } from '../../support/texts.ts';

/** The file that reads a persisted step; the page loads it only when there is one. */
const stepReader = 'persisted-step';

test('a reload during the second factor continues it without another code [DG-13]', async ({
  login,
  secondFactor,
  outbox,
  page,
}) => {
  await login.open();
  await login.attempt(bob);
  await secondFactor.waitUntilSent();
  const code = await outbox.code(bob.account);
  const sends = watchCall(page, sendCodeToMobile);
  const loadedSteps = watchAssets(page, stepReader);
  await page.reload();
  await secondFactor.waitUntilSent();
  expect(await loadedSteps()).toHaveLength(1);
  await secondFactor.submitCode(code);
  await page.waitForURL('**/home');
  expect(sends).toHaveLength(0);
  expect(await page.evaluate(() => [localStorage.getItem('foyer.step'), sessionStorage.length])).toEqual([null, 0]);
});

test('a step whose dialog does not load after a reload is kept, and opens at the next press [DG-13] [ER-03]', async ({
  login,
  secondFactor,
  page,
  allowErrors,
  t,
}) => {
  allowErrors(/ERR_FAILED/);
  await login.open();
  await login.attempt(bob);
  await secondFactor.waitUntilSent();
  await page.route('**/assets/dialogs-*', (route) => route.abort());
  await page.reload();
  await expect(page.getByText(t('common.network'))).toBeVisible();
  await page.unroute('**/assets/dialogs-*');
  await login.account.click();
  await secondFactor.waitUntilSent();
});

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

test('a web view that loses its session storage keeps the step [DG-13]', async ({ login, secondFactor, page }) => {
  await login.open();
  await login.attempt(bob);
  await secondFactor.waitUntilSent();
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await secondFactor.waitUntilSent();
});

test('a step that was saved at one URL is not continued at another', async ({ login, secondFactor, page }) => {
  await login.open();
  await login.attempt(bob);
  await secondFactor.waitUntilSent();
  const loadedSteps = watchAssets(page, stepReader);
  await login.open({ account: alice.account });
  expect(await loadedSteps()).toEqual([]);
  await expect(login.account).toHaveValue(alice.account);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('consent and identity check survive a reload, and a closed dialog does not return', async ({
  login,
  consent,
  identityCheck,
  outbox,
  page,
  request,
}) => {
  await login.open();
  await login.attempt(erin);
  await identityCheck.dialog.waitFor();
  await page.reload();
  await identityCheck.dialog.waitFor();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const loadedSteps = watchAssets(page, stepReader);
  await page.reload();
  await login.waitForHydration();
  expect(await loadedSteps()).toEqual([]);
  await expect(login.account).toHaveValue(erin.account);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await login.attempt(await registerAccount(request, outbox));
  await consent.dialog.waitFor();
  await page.reload();
  await consent.dialog.waitFor();
  await consent.agree.click();
  await page.waitForURL('**/home');
});

test('the account and the wait for a code survive a reload and a change of language; the code does not [SH-08]', async ({
  login,
  code,
  outbox,
  page,
}) => {
  await page.clock.install();
  await login.open('preLoginWay=authCode');
  await login.account.fill(alice.account);
  await code.button.click();
  await code.sentTo.waitFor();
  await code.input.fill('12345');
  await stopClock(page);
  await page.clock.runFor(seconds(20));
  await page.reload();
  // Hydration needs the clock to run.
  await runClockUntil(page, seconds(1), async () => (await login.account.inputValue()) === alice.account);
  await expect(code.input).toHaveValue('');
  await expect(code.button).toBeDisabled();
  await login.languageSelect.selectOption({ label: '简体中文' });
  // The parts that hydrate when the page is idle change the language too.
  const chinese = texts('zh-CN')('login.tab.password');
  await runClockUntil(page, seconds(1), async () => (await login.passwordTab.textContent()) === chinese);
  await expect(login.account).toHaveValue(alice.account);
  await page.clock.runFor(resend.afterCode);
  await expect(code.button).toBeEnabled();
  await new CodeField(page, 'zh-CN').input.fill(await outbox.code(alice.account));
  await login.submit.click();
  await page.waitForURL('**/home');
});

test('a persisted step expires', async ({ login, secondFactor, page }) => {
  await page.clock.install();
  await login.open();
  await login.attempt(bob);
  await secondFactor.waitUntilSent();
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + persisted.lifetime);
  const loadedSteps = watchAssets(page, stepReader);
  await page.reload();
  await login.waitForHydration();
  expect(await loadedSteps()).toEqual([]);
  await expect(page.getByRole('dialog')).toHaveCount(0);
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

test('a forged sign-in time in storage navigates nowhere without a session', async ({
  login,
  page,
  context,
  allowErrors,
}) => {
  allowErrors(/status of 40[14]/);
  await login.open();
  const other = await context.newPage();
  await other.goto('/no/such/page');
  const checked = page.waitForResponse('**/api/user/accounts/me');
  await other.evaluate(() => localStorage.setItem('foyer.signedInAt', '1'));
  const navigations = watchNavigations(page);
  await (await checked).finished();
  expect(await navigations()).toEqual([]);
  await login.signIn(alice);
});
