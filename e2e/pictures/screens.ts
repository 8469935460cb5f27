import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { newMobile } from '../support/new-accounts.ts';
import { alice, bob, erin, fay, stranger } from '../support/people.ts';
import { registerAccount } from '../support/register-account.ts';
import type { Means } from './means.ts';

/** How to get to a screen, by the name of its picture. */
export type Screens = Record<string, (means: Means) => Promise<unknown>>;

export const screens: Screens = {
  login: ({ login }) => login.open(),
  'login-empty': async ({ login }) => {
    await login.open();
    await login.account.press('Enter');
    await login.problems.nth(1).waitFor();
  },
  'login-wrong-password': async ({ login }) => {
    await login.open();
    await login.attempt(stranger);
    await login.problems.first().waitFor();
  },
  'login-toast': async ({ login, page }) => {
    await page.route(/\/assets\/later\./, (route) => route.abort());
    await login.open();
    await login.password.focus();
    await login.language.selectOption({ index: (await login.language.inputValue()) === 'zh-CN' ? 1 : 0 });
    // Held by the pointer, it waits for every width.
    await page.getByText(login.words.noAnswer).hover();
  },
  'login-locked-account': ({ login }) =>
    login.open({ account: 'a.person.with.a.rather.long.name@an-example-company.example.com' }),
  'code-login': ({ login }) => login.open('preLoginWay=authCode'),
  'code-login-sent': async ({ login, code }) => {
    await login.open('preLoginWay=authCode');
    await login.account.fill(newMobile());
    await code.ask();
  },
  register: ({ register }) => register.open(),
  'register-empty': async ({ register }) => {
    await register.open();
    await register.account.press('Enter');
    await register.problems.first().waitFor();
  },
  'register-typed': async ({ register }) => {
    await register.open();
    await register.account.fill('someone@gmial.com');
    await register.password.fill('Quiet-Harbour-7');
    await register.again.fill('Quiet');
    await register.again.blur();
  },
  registered: async ({ register, outbox, page }) => {
    await register.open();
    await register.fill({ account: newMobile(), password: 'Quiet-Harbour-7' }, outbox);
    await register.submit.click();
    await page.waitForURL(`**${pageRoutes.registered}*`);
  },
  consent: async ({ login, request, outbox, consent }) => {
    await login.open();
    await login.attempt(await registerAccount(request, outbox));
    await consent.dialog.waitFor();
  },
  'second-factor': async ({ login, secondFactor }) => {
    await login.open();
    await login.attempt(bob);
    await secondFactor.untilSent();
  },
  'second-factor-wrong': async ({ login, secondFactor, outbox }) => {
    await login.open();
    await login.attempt(bob);
    await secondFactor.untilSent();
    await secondFactor.enter(await outbox.wrongCode(bob.account));
    await secondFactor.problems.first().waitFor();
  },
  'identity-check': async ({ login, identity }) => {
    await login.open();
    await login.attempt(erin);
    await identity.dialog.waitFor();
  },
  'identity-check-wrong-record': async ({ login, identity }) => {
    await login.open();
    await login.attempt(erin);
    await identity.wrongRecord.click();
    await identity.number.waitFor();
  },
  'set-password': async ({ login, code, consent, outbox, page }) => {
    const mobile = newMobile();
    await login.open({ preLoginWay: 'authCode' });
    await login.account.fill(mobile);
    await code.ask();
    await code.field.fill(await outbox.code(mobile));
    await login.submit.click();
    await consent.agree.click();
    await page.getByRole('dialog', { name: code.words.setPassword }).waitFor();
  },
  retrieve: ({ retrieve }) => retrieve.open(),
  'retrieve-new-password': async ({ retrieve, outbox }) => {
    await retrieve.open();
    await retrieve.prove(alice.account, outbox);
  },
  'find-account': ({ findAccount }) => findAccount.open(),
  'find-account-by-person': async ({ findAccount }) => {
    await findAccount.open();
    await findAccount.byPerson.click();
  },
  'find-account-found': async ({ findAccount, outbox }) => {
    await findAccount.open();
    await findAccount.account.fill(alice.account);
    await findAccount.code.ask();
    await findAccount.enter(await outbox.code(alice.account));
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
  'login-help-desk': async ({ login, page }) => {
    await login.open();
    const desk = page.getByRole('complementary').getByRole('button');
    await desk
      .nth(1)
      .click({ timeout: 5000 })
      .catch(() => {});
    await page.waitForLoadState('networkidle');
  },
  'login-help-desk-moved': async ({ login, page }) => {
    await page.addInitScript(() => localStorage.setItem('helpDeskPlace', '99999 99999'));
    await login.open();
    const desk = page.getByRole('complementary').getByRole('button');
    await desk
      .nth(1)
      .click({ timeout: 5000 })
      .catch(() => {});
    await page.waitForLoadState('networkidle');
  },
  'login-chat': async ({ login, page }) => {
    await login.open();
    await page
      .getByRole('button', { name: /^(立即咨询|Chat with us)$/ })
      .click({ timeout: 5000 })
      .catch(() => {});
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
};
