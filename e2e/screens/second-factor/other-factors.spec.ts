import { commitPassword } from '@foyer/contract/flows/password-login';
import { verifyStoredFactor } from '@foyer/contract/flows/second-factor';
import { sendCodeToMobile } from '@foyer/contract/flows/send-code';
import type { SecondFactor } from '@foyer/contract/second-factors';
import { expect, test } from '../../fixtures/screen.ts';
import { signedIn } from '../../scripted/usual-answers.ts';
import type { ScriptedSite } from '../../scripted/scripted-site.ts';

const person = { account: '13812345678', password: 'Quiet-Harbour7' };
const masked = '138****5678';
const verified = { is: 'done', data: { serviceId: 'done-1', url: '/home', needAgreement: false } } as const;

const askFor = (site: ScriptedSite, ...secondFactors: SecondFactor[]) =>
  site.answer(commitPassword, {
    is: 'done',
    data: { ...signedIn, loginDoubleCheck: true, preServiceId: 'first-1', mobile: masked, secondFactors },
  });

test('the code of the authenticator app is typed by keyboard alone, and a wrong one is refused', async ({
  login,
  secondFactor,
  site,
  page,
  t,
}) => {
  askFor(site, 'totp');
  site.answer(verifyStoredFactor, { is: 'wrongCode', data: { attemptsLeft: 9 } }, verified);
  await login.open();
  await login.attempt(person);
  await expect(secondFactor.dialog).toContainText(t('mfa.totp.desc'));
  await expect(secondFactor.code.input).toBeFocused();
  await expect(secondFactor.another, 'there is no other way').toHaveCount(0);
  await page.keyboard.type('111111');
  await page.keyboard.press('Enter');
  await expect(secondFactor.errors).toHaveText([t.refusal('wrongCode', { attemptsLeft: 9 })]);
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

test('a person with several second factors tries another way, by keyboard', async ({
  login,
  secondFactor,
  site,
  page,
  t,
}) => {
  askFor(site, 'passkey', 'totp', 'sms', 'backupCode');
  site.answer(verifyStoredFactor, { is: 'codeAlreadyUsed' }, verified);
  await login.open();
  await login.attempt(person);
  await test.step('the list names every way, and a reload starts with the first again', async () => {
    await expect(secondFactor.dialog).toContainText(t('mfa.passkey.desc'));
    await secondFactor.another.press('Enter');
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
  await test.step('the app still signs in', async () => {
    await secondFactor.choose(t('mfa.way.totp'));
    await secondFactor.submitCode('123456');
    await page.waitForURL('**/home');
  });
});
