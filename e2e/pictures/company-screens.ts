import { newMobile } from '../support/new-accounts.ts';
import type { Screens } from './screens.ts';

/** Those that a company's people meet. */
export const companyScreens: Screens = {
  'sso-dialog': async ({ login, door }) => {
    await login.open();
    await door.entry.click();
    await door.domain.waitFor();
  },
  'sso-form': ({ door }) => door.open(),
  'sso-empty': async ({ door }) => {
    await door.open();
    await door.domain.press('Enter');
    await door.problems.nth(1).waitFor();
  },
  'sso-not-found': async ({ door }) => {
    await door.open();
    await door.ask('nobody-here');
    await door.problems.first().waitFor();
  },
  'sso-company': async ({ door }) => {
    await door.open();
    await door.goTo('acme');
  },
  'sso-checking': async ({ door, page }) => {
    await page.route('**/api/login/sso/account/authorize/check', () => {});
    await door.signIn('acme-alice');
    await door.checking.waitFor();
  },
  'sso-expired': async ({ door, page }) => {
    await page.goto('/usercenterFront/ssomiddlepage');
    await door.again.waitFor();
  },
  'sso-disabled': async ({ door }) => {
    await door.signIn('acme-gus');
    await door.again.waitFor();
  },
  'sso-second-factor': async ({ door, secondFactor }) => {
    await door.signIn('globex-bob');
    await secondFactor.untilSent();
  },
  'sso-identity-check': async ({ door, identity }) => {
    await door.signIn('acme-erin');
    await identity.dialog.waitFor();
  },
  'sso-bind': async ({ door, bindAccount }) => {
    await door.signIn('acme-carol');
    await bindAccount.mobile.waitFor();
  },
  'sso-bind-wrong-code': async ({ door, bindAccount, outbox }) => {
    await door.signIn('acme-carol');
    const mobile = newMobile();
    await bindAccount.mobile.fill(mobile);
    await bindAccount.code.ask();
    await bindAccount.enter(await outbox.wrongCode(mobile));
    await bindAccount.problems.first().waitFor();
  },
  'sso-bind-email-wrong': async ({ door, bindAccount }) => {
    await door.signIn('acme-carol');
    await bindAccount.emailTab.click();
    await bindAccount.email.fill('carol@');
    await bindAccount.code.button.click();
    await bindAccount.problems.first().waitFor();
  },
  'sso-bind-email-only': async ({ door, bindAccount }) => {
    await door.signIn('initech-hal');
    await bindAccount.email.waitFor();
  },
  'wecom-not-a-member': async ({ login, door, page }) => {
    await login.open();
    const entry = page.getByRole('button', { name: door.words.workChat });
    // Phones have nothing to scan with.
    if ((await entry.count()) === 0) return;
    await entry.click();
    await page.waitForURL('**/sandbox/**');
    await door.be('outsider');
    await page.getByText(door.words.notAMember).first().waitFor();
  },
  'real-name': async ({ door, page }) => {
    await door.signIn('acme-fay');
    await page.waitForURL('**/sandbox/identity/**');
  },
  'cookie-hint': ({ page }) => page.goto('/cookieHint'),
  'cookie-hint-still': async ({ page, login }) => {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setDocumentCookieDisabled', { disabled: true });
    await page.goto('/cookieHint');
    await page.getByRole('button', { name: login.words.cookiesOn }).click();
    await page.getByRole('status').getByText(/./).first().waitFor();
  },
};
