import { agree } from '@foyer/contract/flows/agreement';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { verifySecondFactor } from '@foyer/contract/flows/second-factor';
import { sendCodeToMobile } from '@foyer/contract/flows/send-code';
import { getCurrentAccount } from '@foyer/contract/flows/session';
import { resend } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/screen.ts';
import { signedIn } from '../../scripted/usual-answers.ts';
import { watchAssets, watchNavigations } from '../../support/servers/calls.ts';
import { alice } from '../../support/people/people.ts';
import { texts } from '../../support/page/texts.ts';

/** The file that reads a persisted step; the page loads it only when there is one. */
const stepReader = 'dialogs-';
const needsSecondFactor = {
  is: 'done',
  data: { ...signedIn, loginDoubleCheck: true, preServiceId: 'first-1', mobile: '138****5678' },
} as const;

// `persisted-step.test.ts` tests how long a step is kept, and at which URL.
test('a reload during the second factor continues it without another code [DG-13]', async ({
  login,
  secondFactor,
  page,
  site,
  t,
}) => {
  site.answer(commitPassword, needsSecondFactor);
  site.answer(verifySecondFactor, { is: 'done', data: { serviceId: 'x', url: '/home', needAgreement: false } });
  await login.open();
  await login.attempt(alice);
  await secondFactor.waitUntilSent();
  const loadedSteps = watchAssets(page, stepReader);
  await test.step('a web view that loses its session storage keeps the step', async () => {
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await secondFactor.waitUntilSent();
    expect((await loadedSteps()).filter((url) => url.endsWith('.js'))).toHaveLength(1);
  });
  await test.step('a step whose dialog does not load is kept, and opens at the next press [ER-03]', async () => {
    await page.route('**/assets/dialogs-*', (route) => route.abort());
    await page.reload();
    await expect(page.getByText(t('common.network'))).toBeVisible();
    await page.unroute('**/assets/dialogs-*');
    await login.account.click();
    await secondFactor.waitUntilSent();
  });
  await test.step('the code of before signs in, and nothing stays in the storage', async () => {
    await secondFactor.submitCode('123456');
    await page.waitForURL('**/home');
    expect(site.callsOf(sendCodeToMobile)).toHaveLength(1);
    expect(await page.evaluate(() => [localStorage.getItem('foyer.step'), sessionStorage.length])).toEqual([null, 0]);
  });
});

test('agreement and identity check survive a reload, and a closed dialog does not return', async ({
  login,
  agreement,
  identityCheck,
  page,
  site,
}) => {
  const identity = { name: 'An Lin', desIdNo: '3301**********0012', serviceId: 'check-1' };
  site.answer(
    commitPassword,
    { is: 'needsIdentityCheck', data: identity },
    { is: 'done', data: { ...signedIn, needAgreement: true } },
  );
  site.answer(agree, { is: 'done', data: {} });
  await login.open();
  await login.attempt(alice);
  await identityCheck.dialog.waitFor();
  await page.reload();
  await identityCheck.dialog.waitFor();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const loadedSteps = watchAssets(page, stepReader);
  await page.reload();
  await login.waitForHydration();
  expect(await loadedSteps()).toEqual([]);
  await expect(login.account).toHaveValue(alice.account);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await login.attempt(alice);
  await agreement.dialog.waitFor();
  await page.reload();
  await agreement.dialog.waitFor();
  await agreement.agree.click();
  await page.waitForURL('**/home');
});

test('the account and the wait for a code survive a reload and a change of language; the code does not [SH-08]', async ({
  login,
  code,
  page,
  clock,
  t,
}) => {
  await login.open('preLoginWay=authCode');
  await login.account.fill(alice.account);
  await code.send();
  await code.input.fill('12345');
  await clock.run(seconds(20));
  await page.reload();
  await expect(login.account).toHaveValue(alice.account);
  await expect(code.button).toHaveText(t('code.countdown', { s: 40 }));
  await expect(code.input).toHaveValue('');
  await login.languageSelect.selectOption('zh-CN');
  const chinese = texts('zh-CN');
  await expect(code.button).toHaveText(chinese('code.countdown', { s: 40 }));
  await expect(login.account).toHaveValue(alice.account);
  await clock.run(resend.afterCode - seconds(20));
  await expect(code.button).toHaveText(chinese('code.getAgain'));
});

test('a forged sign-in time in storage navigates nowhere without a session', async ({ login, page, context, site }) => {
  site.answer(getCurrentAccount, { is: 'notSignedIn' });
  await login.open();
  const other = await context.newPage();
  await other.goto('/no/such/page');
  const navigations = watchNavigations(page);
  const checked = page.waitForResponse('**/api/user/accounts/me');
  await other.evaluate(() => localStorage.setItem('foyer.signedInAt', '1'));
  await (await checked).finished();
  expect(await navigations()).toEqual([]);
  await login.signIn(alice);
});
