import { newMobile } from '../support/new-accounts.ts';
import type { Screens } from './screens.ts';

/** The screens of enterprise SSO and WeCom. */
export const ssoScreens: Screens = {
  'sso-dialog': async ({ login, sso }) => {
    await login.open();
    await sso.entry.click();
    await sso.domain.waitFor();
  },
  'sso-form': ({ sso }) => sso.open(),
  'sso-empty': async ({ sso }) => {
    await sso.open();
    await sso.domain.press('Enter');
    await sso.errors.nth(1).waitFor();
  },
  'sso-not-found': async ({ sso }) => {
    await sso.open();
    await sso.submitDomain('unknown-company');
    await sso.errors.first().waitFor();
  },
  'sso-company': async ({ sso }) => {
    await sso.open();
    await sso.openProvider('acme');
  },
  'sso-checking': async ({ sso, page }) => {
    await page.route('**/api/login/sso/account/authorize/check', () => {});
    await sso.signIn('acme-alice');
    await sso.checking.waitFor();
  },
  'sso-expired': async ({ sso, page }) => {
    await page.goto('/usercenterFront/ssomiddlepage');
    await sso.startAgain.waitFor();
  },
  'sso-disabled': async ({ sso }) => {
    await sso.signIn('acme-gus');
    await sso.startAgain.waitFor();
  },
  'sso-second-factor': async ({ sso, secondFactor }) => {
    await sso.signIn('globex-bob');
    await secondFactor.waitUntilSent();
  },
  'sso-identity-check': async ({ sso, identityCheck }) => {
    await sso.signIn('acme-erin');
    await identityCheck.dialog.waitFor();
  },
  'sso-bind': async ({ sso, bindAccount }) => {
    await sso.signIn('acme-carol');
    await bindAccount.mobile.waitFor();
  },
  'sso-bind-wrong-code': async ({ sso, bindAccount, outbox }) => {
    await sso.signIn('acme-carol');
    const mobile = newMobile();
    await bindAccount.mobile.fill(mobile);
    await bindAccount.code.send();
    await bindAccount.submitCode(await outbox.wrongCode(mobile));
    await bindAccount.errors.first().waitFor();
  },
  'sso-bind-email-wrong': async ({ sso, bindAccount }) => {
    await sso.signIn('acme-carol');
    await bindAccount.emailTab.click();
    await bindAccount.email.fill('carol@');
    await bindAccount.code.button.click();
    await bindAccount.errors.first().waitFor();
  },
  'sso-bind-email-only': async ({ sso, bindAccount }) => {
    await sso.signIn('initech-hal');
    await bindAccount.email.waitFor();
  },
  'wecom-not-a-member': async ({ login, sso, page, t }) => {
    await login.open();
    const entry = page.getByRole('button', { name: t('wecom.entry') });
    // A phone has no WeCom entry.
    if ((await entry.count()) === 0) return;
    await entry.click();
    await page.waitForURL('**/sandbox/**');
    await sso.chooseEmployee('outsider');
    await page.getByText(t.refusal('notAMember')).first().waitFor();
  },
  'real-name': async ({ sso, page }) => {
    await sso.signIn('acme-fay');
    await page.waitForURL('**/sandbox/identity/**');
  },
  'cookie-hint': ({ page }) => page.goto('/cookieHint'),
  'cookie-hint-still': async ({ page, t }) => {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setDocumentCookieDisabled', { disabled: true });
    await page.goto('/cookieHint');
    await page.getByRole('button', { name: t('cookie.retry') }).click();
    await page.getByRole('status').getByText(/./).first().waitFor();
  },
};
