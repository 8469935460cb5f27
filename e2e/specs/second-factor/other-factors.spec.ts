import { seconds } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/test.ts';
import { jay, kit } from '../../support/people.ts';
import { registerAndAgree } from '../../support/register-account.ts';
import { totpOf } from '../../support/totp.ts';
import { addAuthenticator } from '../../support/virtual-authenticator.ts';

test.use({ locale: 'en-US' });

const another = (code: string) => (code === '000000' ? '000001' : '000000');

test('a person without a mobile number signs in with the code of the authenticator app, by keyboard alone', async ({
  login,
  secondFactor,
  page,
  request,
  t,
}) => {
  await login.open();
  await login.attempt(jay);
  await expect(secondFactor.dialog).toContainText(t('mfa.totp.desc'));
  await expect(secondFactor.code.input).toBeFocused();
  await expect(secondFactor.another, 'there is no other way').toHaveCount(0);
  const code = await totpOf(request, 'jay');
  await test.step('a wrong code is refused, and the field has the focus', async () => {
    await page.keyboard.type(another(code));
    await page.keyboard.press('Enter');
    await expect(secondFactor.errors).toHaveText([t.refusal('wrongCode')]);
    await expect(secondFactor.code.input).toBeFocused();
  });
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(await totpOf(request, 'jay'));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home');
});

test.describe('a person with several second factors', () => {
  // A backup code works once.
  test.use({ resetDemo: true });

  test('tries another way, by keyboard, and is asked the next time for the one used last', async ({
    home,
    login,
    outbox,
    secondFactor,
    page,
    request,
    service,
    t,
  }) => {
    const signInAgain = async () => {
      await home.signOut();
      await service.moveClock(seconds(31));
      await login.open();
      await login.attempt(kit);
      await secondFactor.waitUntilSent();
    };

    await login.open();
    await login.attempt(kit);
    await expect(secondFactor.dialog).toContainText(t('mfa.totp.desc'));
    await test.step('the list names every way, and a reload starts with the first again', async () => {
      await secondFactor.another.press('Enter');
      await expect(secondFactor.ways).toHaveText([
        t('mfa.way.totp'),
        t('mfa.way.sms', { mobile: '138****8007' }),
        t('mfa.way.backupCode'),
      ]);
      await page.reload();
      await expect(secondFactor.dialog).toContainText(t('mfa.totp.desc'));
    });
    await test.step('choosing the text message sends one', async () => {
      await secondFactor.another.click();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await secondFactor.waitUntilSent();
      await secondFactor.submitCode(await outbox.code(kit.account));
      await page.waitForURL('**/home');
    });
    await test.step('the next sign-in asks for it first', signInAgain);
    await test.step('a backup code works once', async () => {
      await secondFactor.choose(t('mfa.way.backupCode'));
      await expect(secondFactor.backupCode).toBeFocused();
      await secondFactor.backupCode.fill('nothing');
      await secondFactor.submit.click();
      await expect(secondFactor.errors).toHaveText([t('mfa.backupCode.invalid')]);
      await secondFactor.backupCode.fill('K1T9K 0N9KK');
      await secondFactor.submit.click();
      await page.waitForURL('**/home');
      await signInAgain();
      await secondFactor.choose(t('mfa.way.backupCode'));
      await secondFactor.backupCode.fill('k1t9k-0n9kk');
      await secondFactor.submit.click();
      await expect(secondFactor.errors).toHaveText([t.refusal('codeAlreadyUsed')]);
    });
    await test.step('and the app still does', async () => {
      await secondFactor.choose(t('mfa.way.totp'));
      await secondFactor.submitCode(await totpOf(request, 'kit'));
      await page.waitForURL('**/home');
    });
    await test.step('the check-up asks before the last codes are replaced', async () => {
      const checkup = page.getByRole('region', { name: t('checkup.title') });
      await checkup.getByRole('button', { name: t('checkup.backupCodes.mend') }).click();
      await page
        .getByRole('dialog', { name: t('backup.again.title') })
        .getByRole('button', { name: t('backup.again') })
        .click();
      await page.getByRole('button', { name: t('backup.saved') }).click();
      await expect(checkup).toContainText(t('checkup.backupCodes.done', { n: 10 }));
    });
  });
});

test('a passkey is a second factor after a password, by keyboard, and the factor used last comes first', async ({
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
  await expect(panel.getByText(t('factor.on'), { exact: true })).toBeVisible();

  const enterPassword = async () => {
    await home.signOut();
    // Otherwise the autofill of the account field signs in.
    await authenticator.setUserPresence(false);
    await login.attempt(member);
    await expect(secondFactor.dialog).toBeVisible();
    await authenticator.setUserPresence(true);
  };

  await test.step('a passkey comes first where no factor was used yet; another way can be tried instead', async () => {
    await enterPassword();
    await expect(secondFactor.dialog).toContainText(t('mfa.passkey.desc'));
    await secondFactor.another.press('Enter');
    await expect(secondFactor.ways).toHaveText([
      t('mfa.way.passkey'),
      t('mfa.way.sms', { mobile: `${member.account.slice(0, 3)}****${member.account.slice(-4)}` }),
    ]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await secondFactor.waitUntilSent();
    await secondFactor.submitCode(await outbox.code(member.account, 2));
    await page.waitForURL('**/home');
  });
  await test.step('then the text message comes first, and the passkey is the other way', async () => {
    await service.moveClock(seconds(31));
    await enterPassword();
    await secondFactor.waitUntilSent();
    await secondFactor.choose(t('mfa.way.passkey'));
    await secondFactor.submit.press('Enter');
    await page.waitForURL('**/home');
  });
  await test.step('then the passkey comes first; a device that is not unlocked leaves the dialog open', async () => {
    await authenticator.verify(false);
    await enterPassword();
    await expect(secondFactor.dialog).toContainText(t('mfa.passkey.desc'));
    await secondFactor.submit.press('Enter');
    await expect(secondFactor.errors).toHaveText([t('passkey.notUsed')]);
    await authenticator.verify(true);
    await secondFactor.submit.press('Enter');
    await page.waitForURL('**/home');
  });
});
