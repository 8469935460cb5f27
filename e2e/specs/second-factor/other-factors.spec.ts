import { seconds } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/test.ts';
import { jay, kit } from '../../support/people.ts';
import { totpOf } from '../../support/totp.ts';

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
    await test.step('a text message is sent once it is chosen', async () => {
      await secondFactor.another.click();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await secondFactor.waitUntilSent();
      await secondFactor.submitCode(await outbox.code(kit.account));
      await page.waitForURL('**/home');
    });
    await test.step('the next sign-in asks for it first', async () => {
      await home.signOut();
      await service.moveClock(seconds(31));
      await login.open();
      await login.attempt(kit);
      await secondFactor.waitUntilSent();
    });
    await test.step('a backup code works once', async () => {
      await secondFactor.choose(t('mfa.way.backupCode'));
      await expect(secondFactor.backupCode).toBeFocused();
      await secondFactor.backupCode.fill('nothing');
      await secondFactor.submit.click();
      await expect(secondFactor.errors).toHaveText([t('mfa.backupCode.invalid')]);
      await secondFactor.backupCode.fill('K1T9K 0N9KK');
      await secondFactor.submit.click();
      await page.waitForURL('**/home');
      await home.signOut();
      await service.moveClock(seconds(31));
      await login.open();
      await login.attempt(kit);
      await secondFactor.waitUntilSent();
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
  });
});
