import { hours } from '@foyer/contract/time';
import { expect, test, widths } from '../../fixtures/test.ts';
import { LoginPage } from '../../pages/login-page.ts';
import { SecondFactorDialog } from '../../pages/second-factor-dialog.ts';
import { bob, kit } from '../../support/people/people.ts';
import { registerAndAgree } from '../../support/people/register-account.ts';
import { totpOf } from '../../support/people/totp.ts';
import { addAuthenticator } from '../../support/people/virtual-authenticator.ts';

test.use({ locale: 'en-US' });

test.describe('on a phone', () => {
  test.use(widths.phone);

  test('a code to the account’s own number completes the sign-in; a trusted browser is not asked again, any other browser is [DG-13] [D-11]', async ({
    login,
    home,
    secondFactor,
    outbox,
    page,
    context,
    browser,
    baseURL,
  }) => {
    const isAsked = async (dialog: SecondFactorDialog, form: LoginPage) => {
      await form.open();
      await form.attempt(bob);
      await expect(dialog.dialog).toBeVisible();
    };
    await test.step('there is no session before the code', async () => {
      await isAsked(secondFactor, login);
      await secondFactor.waitUntilSent();
      expect((await context.request.get('/api/user/accounts/me')).status()).toBe(401);
    });
    await secondFactor.trust.check();
    await secondFactor.submitCode(await outbox.code(bob.account));
    await page.waitForURL('**/home');
    const trust = (await context.cookies()).find(({ name }) => name.endsWith('foyer_trust'));
    expect(trust).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    await home.signOut();
    await test.step('another browser is asked', async () => {
      const otherContext = await browser.newContext({ baseURL: baseURL!, locale: 'en-US' });
      const other = await otherContext.newPage();
      await isAsked(new SecondFactorDialog(other, 'en-US'), new LoginPage(other));
      await otherContext.close();
    });
    await test.step('this one is not, until the person signs out everywhere', async () => {
      await login.open();
      await login.signIn(bob);
      await home.signOutEverywhere();
      await isAsked(secondFactor, login);
    });
  });
});

test.describe('with an authenticator app', () => {
  // A backup code works once.
  test.use({ resetDemo: true });

  test('its code completes the sign-in, and so does a backup code, once', async ({
    login,
    secondFactor,
    page,
    request,
    t,
  }) => {
    const enterPassword = async () => {
      await login.open();
      await login.attempt(kit);
      await expect(secondFactor.dialog).toContainText(t('mfa.totp.desc'));
    };
    const enterBackupCode = async (code: string) => {
      await secondFactor.choose(t('mfa.way.backupCode'));
      await secondFactor.backupCode.fill(code);
      await secondFactor.submit.click();
    };
    await enterPassword();
    await secondFactor.submitCode(await totpOf(request, 'kit'));
    await page.waitForURL('**/home');
    await enterPassword();
    await enterBackupCode('K1T9K 0N9KK');
    await page.waitForURL('**/home');
    await enterPassword();
    await enterBackupCode('k1t9k-0n9kk');
    await expect(secondFactor.errors).toHaveText([t.refusal('codeAlreadyUsed')]);
  });
});

test('a passkey is a second factor after a password; a device that is not unlocked leaves the dialog open', async ({
  home,
  login,
  outbox,
  secondFactor,
  page,
  request,
  service,
  t,
}) => {
  const member = await registerAndAgree(request, outbox);
  const authenticator = await addAuthenticator(page);
  await login.open();
  await login.attempt(member);
  const offer = page.getByRole('dialog', { name: t('passkey.offer.title') });
  await offer.getByRole('button', { name: t('passkey.offer.create') }).click();
  await page.waitForURL('**/home');
  const panel = page.getByRole('region', { name: t('factor.title') });
  await panel.getByRole('button', { name: t('factor.turnOn') }).click();
  const proof = page.getByRole('dialog', { name: t('proof.title') });
  await proof.getByRole('textbox').fill(await outbox.code(member.account, 2));
  await expect(panel.getByText(t('factor.on'), { exact: true })).toBeVisible();
  await home.signOut();

  // Otherwise the autofill of the account field signs in.
  await authenticator.setUserPresence(false);
  // Until then the passkey says no more than the password that has added it.
  await service.moveClock(hours(72));
  await login.attempt(member);
  await expect(secondFactor.dialog).toContainText(t('mfa.passkey.desc'));
  await authenticator.setUserPresence(true);
  await authenticator.verify(false);
  await secondFactor.submit.press('Enter');
  await expect(secondFactor.errors).toHaveText([t('passkey.notUsed')]);
  await authenticator.verify(true);
  await secondFactor.submit.press('Enter');
  await page.waitForURL('**/home');
});
