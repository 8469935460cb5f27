import { commitPassword } from '@foyer/contract/flows/password-login';
import { verifyStoredFactor } from '@foyer/contract/flows/second-factor';
import { sendCodeToMobile } from '@foyer/contract/flows/send-code';
import { expect, test } from '../../fixtures/screen.ts';
import { signedIn } from '../../scripted/usual-answers.ts';

const person = { account: '13812345678', password: 'Quiet-Harbour7' };
const masked = '138****5678';
const verified = { is: 'done', data: { serviceId: 'done-1', url: '/home', needAgreement: false } } as const;

test('a person with several second factors tries another way, by keyboard', async ({
  login,
  secondFactor,
  site,
  page,
  t,
}) => {
  const due = { ...signedIn, loginDoubleCheck: true, preServiceId: 'first-1', mobile: masked };
  site.answer(commitPassword, {
    is: 'done',
    data: { ...due, secondFactors: ['passkey', 'totp', 'sms', 'backupCode'] },
  });
  const wrong = { is: 'wrongCode', data: { attemptsLeft: 9 } } as const;
  site.answer(verifyStoredFactor, { is: 'codeAlreadyUsed' }, wrong, verified);
  await login.open();
  await login.attempt(person);
  await test.step('the list names every way, and a reload starts with the first again', async () => {
    await expect(secondFactor.dialog).toContainText(t('mfa.passkey.desc'));
    await secondFactor.another.press('Enter');
    await expect(secondFactor.dialog.getByRole('list'), 'a second Enter chooses nothing').toBeFocused();
    await expect(secondFactor.ways).toHaveText([
      t('mfa.way.passkey'),
      t('mfa.way.totp'),
      t('mfa.way.sms', { mobile: masked }),
      t('mfa.way.backupCode'),
    ]);
    await page.reload();
    await expect(secondFactor.dialog).toContainText(t('mfa.passkey.desc'));
  });
  await test.step('choosing the text message sends one', async () => {
    await secondFactor.another.press('Enter');
    for (const key of ['Tab', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
    await secondFactor.waitUntilSent();
    await expect(secondFactor.code.input).toBeFocused();
    expect(site.callsOf(sendCodeToMobile)).toHaveLength(1);
  });
  await test.step('a backup code that is none, or was used before, is refused', async () => {
    await secondFactor.choose(t('mfa.way.backupCode'));
    await expect(secondFactor.backupCode).toBeFocused();
    await secondFactor.backupCode.fill('nothing');
    await secondFactor.submit.click();
    await expect(secondFactor.errors).toHaveText([t('mfa.backupCode.invalid')]);
    expect(site.callsOf(verifyStoredFactor)).toEqual([]);
    await secondFactor.backupCode.fill('k1t9k-0n9kk');
    await secondFactor.submit.click();
    await expect(secondFactor.errors).toHaveText([t.refusal('codeAlreadyUsed')]);
  });
  await test.step('the code of the authenticator app is typed by keyboard alone, and a wrong one is refused', async () => {
    await secondFactor.choose(t('mfa.way.totp'));
    await expect(secondFactor.dialog).toContainText(t('mfa.totp.desc'));
    await expect(secondFactor.code.input).toBeFocused();
    await page.keyboard.type('111111');
    await page.keyboard.press('Enter');
    await expect(secondFactor.errors).toHaveText([t.refusal('wrongCode', wrong.data)]);
    await expect(secondFactor.code.input).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('123456');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/home');
    expect(site.callsOf(verifyStoredFactor).at(-1)).toMatchObject({
      path: '/sender/verifyLoginDoubleCheck/totp',
      body: { credentials: '123456', preServiceId: 'first-1' },
    });
  });
});
