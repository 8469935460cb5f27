import { pageRoutes } from '@foyer/contract/pages/page-routes';
import type { PlaywrightTestArgs } from '@playwright/test';
import type { Pages } from '../fixtures/test.ts';
import { signInWithCode } from '../support/code-sign-in.ts';
import { newMobile } from '../support/new-accounts.ts';
import { alice, bob, erin, fay, unregistered } from '../support/people.ts';
import { registerAccount } from '../support/register-account.ts';

/** For each picture a function that opens its screen. Playwright passes it the fixtures that it destructures. */
export type Screens = Record<string, (fixtures: Pages & PlaywrightTestArgs) => Promise<unknown>>;

export const screens: Screens = {
  login: ({ login }) => login.open(),
  'login-empty': async ({ login }) => {
    await login.open();
    await login.account.press('Enter');
    await login.errors.nth(1).waitFor();
  },
  'login-wrong-password': async ({ login }) => {
    await login.open();
    await login.attempt(unregistered);
    await login.errors.first().waitFor();
  },
  'login-toast': async ({ login, page, t }) => {
    await page.route(/\/assets\/later\./, (route) => route.abort());
    await login.open();
    await login.password.focus();
    await login.languageSelect.selectOption({ index: (await login.languageSelect.inputValue()) === 'zh-CN' ? 1 : 0 });
    // The toast stays while the pointer is over it.
    await page.getByText(t('common.network')).hover();
  },
  'login-locked-account': ({ login }) =>
    login.open({ account: 'a.person.with.a.rather.long.name@an-example-company.example.com' }),
  'login-cookies-off': async ({ login, page, t }) => {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setDocumentCookieDisabled', { disabled: true });
    await login.open();
    await page
      .getByRole('alert')
      .filter({ hasText: t('cookie.desc') })
      .waitFor();
  },
  'login-busy': async ({ login, page }) => {
    await page.route('**/api/login/commit/user', () => {});
    await login.open();
    await login.fill(alice);
    await login.submit.click();
  },
  'code-login': ({ login }) => login.open('preLoginWay=authCode'),
  'code-login-sent': async ({ login, code }) => {
    await login.open('preLoginWay=authCode');
    await login.account.fill(newMobile());
    await code.send();
  },
  register: ({ register }) => register.open(),
  'register-empty': async ({ register }) => {
    await register.open();
    await register.account.press('Enter');
    await register.errors.first().waitFor();
  },
  'register-typed': async ({ register }) => {
    await register.open();
    await register.account.fill('someone@gmial.com');
    await register.password.fill('Quiet-Harbour-7');
    await register.repeatPassword.fill('Quiet');
    await register.repeatPassword.blur();
  },
  registered: async ({ register, outbox, page }) => {
    await register.open();
    await register.fill({ account: newMobile(), password: 'Quiet-Harbour-7' }, outbox);
    await register.submit.click();
    await page.waitForURL(`**${pageRoutes.registered}*`);
  },
  agreement: async ({ login, request, outbox, agreement }) => {
    await login.open();
    await login.attempt(await registerAccount(request, outbox));
    await agreement.dialog.waitFor();
  },
  'agreement-declined': async ({ login, request, outbox, agreement }) => {
    await login.open();
    await login.attempt(await registerAccount(request, outbox));
    await agreement.decline.click();
    await agreement.signedOut.waitFor();
  },
  'second-factor': async ({ login, secondFactor }) => {
    await login.open();
    await login.attempt(bob);
    await secondFactor.waitUntilSent();
  },
  'second-factor-wrong': async ({ login, secondFactor, outbox }) => {
    await login.open();
    await login.attempt(bob);
    await secondFactor.waitUntilSent();
    await secondFactor.submitCode(await outbox.wrongCode(bob.account));
    await secondFactor.errors.first().waitFor();
  },
  'identity-check': async ({ login, identityCheck }) => {
    await login.open();
    await login.attempt(erin);
    await identityCheck.dialog.waitFor();
  },
  'identity-check-wrong-record': async ({ login, identityCheck }) => {
    await login.open();
    await login.attempt(erin);
    await identityCheck.wrongRecord.click();
    await identityCheck.number.waitFor();
  },
  'set-password': async ({ login, code, agreement, setPassword, outbox }) => {
    await signInWithCode({ login, code, outbox }, newMobile());
    await agreement.agree.click();
    await setPassword.dialog.waitFor();
  },
  retrieve: ({ retrievePassword }) => retrievePassword.open(),
  'retrieve-new-password': async ({ retrievePassword, outbox }) => {
    await retrievePassword.open();
    await retrievePassword.verifyAccount(alice.account, outbox);
  },
  'retrieve-done': async ({ retrievePassword, request, outbox }) => {
    const { account, password } = await registerAccount(request, outbox);
    await retrievePassword.open();
    await retrievePassword.verifyAccount(account, outbox, 2);
    await retrievePassword.submitPassword(`${password}-new`);
    await retrievePassword.done.waitFor();
    await retrievePassword.stay.click();
  },
  'find-account': ({ findAccount }) => findAccount.open(),
  'find-account-by-person': async ({ findAccount }) => {
    await findAccount.open();
    await findAccount.byPerson.click();
  },
  'find-account-found': async ({ findAccount, outbox }) => {
    await findAccount.open();
    await findAccount.account.fill(alice.account);
    await findAccount.code.send();
    await findAccount.submitCode(await outbox.code(alice.account));
    await findAccount.accounts.first().waitFor();
  },
  home: async ({ login, home }) => {
    await login.open({ redirectUrl: '/home?scene=realname' });
    await login.signIn(alice, '**/home?scene=realname');
    await home.greeting.waitFor();
  },
  'home-real-name': async ({ login, page }) => {
    await login.open({ redirectUrl: '/home?scene=realname' });
    await login.signIn(fay, '**/home?scene=realname');
    await page.getByRole('region').first().waitFor();
  },
  'home-unlink': async ({ login, home, t }) => {
    await login.open();
    await login.signIn(alice);
    await home.unlinkButton(t('qr.switch.alipay')).click();
    await home.dialog.waitFor();
  },
  'home-sign-out-everywhere': async ({ login, home, page, t }) => {
    await login.open();
    await login.signIn(alice);
    await page.getByRole('button', { name: t('home.signOutEverywhere') }).click();
    await home.dialog.waitFor();
  },
  'login-help-desk': async ({ login, helpDesk, page }) => {
    await login.open();
    await helpDesk.entry.click({ timeout: 5000 }).catch(() => {});
    await page.waitForLoadState('networkidle');
  },
  'login-help-desk-moved': async ({ login, helpDesk, page }) => {
    await page.addInitScript(() => localStorage.setItem('helpDeskPlace', '99999'));
    await login.open();
    await helpDesk.entry.click({ timeout: 5000 }).catch(() => {});
    await page.waitForLoadState('networkidle');
  },
  'login-chat': async ({ login, helpDesk, page }) => {
    await login.open();
    await helpDesk.entry.click({ timeout: 5000 }).catch(() => {});
    await helpDesk.consult.click({ timeout: 5000 }).catch(() => {});
    await page.waitForLoadState('networkidle');
  },
  help: ({ page }) => page.goto('/help'),
  'help-article': ({ page }) => page.goto('/help?article=code-not-arriving'),
  'help-no-article': ({ page }) => page.goto('/help?article=none'),
  'service-agreement': ({ page }) => page.goto('/agreement/service'),
  'privacy-policy': ({ page }) => page.goto('/agreement/privacy'),
  'not-found': ({ page }) => page.goto('/no/such/page'),
  offline: ({ page }) => page.goto('/offline'),
  sandbox: ({ page }) => page.goto('/sandbox'),
  'sandbox-contracts': ({ page }) => page.goto('/sandbox/contracts'),
  'sandbox-contract': ({ page }) => page.goto('/sandbox/contracts/lease'),
  'sandbox-events': ({ page }) => page.goto('/sandbox/events'),
  'sandbox-chat-desk': ({ page }) => page.goto('/sandbox/chat/desk'),
};
