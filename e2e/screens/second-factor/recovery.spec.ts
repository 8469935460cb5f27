import { commitPassword } from '@foyer/contract/flows/password-login';
import { askRecovery, getRecovery } from '@foyer/contract/flows/recovery';
import { sendCodeToEmail } from '@foyer/contract/flows/send-code';
import type { SecondFactor } from '@foyer/contract/second-factors';
import { days } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/screen.ts';
import { now, signedIn } from '../../scripted/usual-answers.ts';

const person = { account: '13812345678', password: 'Quiet-Harbour7' };
const asksFor = (...secondFactors: SecondFactor[]) =>
  ({
    is: 'done',
    data: { ...signedIn, loginDoubleCheck: true, preServiceId: 'first-1', mobile: '138****5678', secondFactors },
  }) as const;
const takesPlaceAt = new Date(now + days(3)).toISOString();
const masked = { email: 'l***@example.com', mobile: '138****5678' };

test('a person who has lost every second factor asks for the reset, by keyboard', async ({
  login,
  secondFactor,
  site,
  page,
  t,
}) => {
  const { recovery } = secondFactor;
  site.answer(commitPassword, asksFor('totp', 'sms'));
  site.answer(getRecovery, { is: 'done', data: { proofs: ['password', 'email'], hours: 72, ...masked } });
  site.answer(
    askRecovery,
    { is: 'wrongCredentials', data: { attemptsLeft: 4 } },
    { is: 'wrongCode', data: { attemptsLeft: 4 } },
    { is: 'done', data: { takesPlaceAt } },
  );
  await login.open();
  await login.attempt(person);
  await test.step('from the list of ways, which is where the way back leads', async () => {
    await secondFactor.another.press('Enter');
    await secondFactor.lost.press('Enter');
    await expect(recovery).toContainText('72');
    await expect(recovery).toContainText(t('recovery.mobile', masked));
    await expect(recovery.getByRole('textbox')).toBeFocused();
    await recovery.getByRole('button', { name: t('common.back'), exact: true }).press('Enter');
    await expect(secondFactor.dialog.getByRole('list')).toBeFocused();
    await secondFactor.lost.press('Enter');
  });
  await test.step('a wrong password says how many attempts are left', async () => {
    await expect(recovery.getByRole('textbox')).toBeFocused();
    await page.keyboard.type('Wrong-2026');
    await page.keyboard.press('Enter');
    await expect(recovery).toContainText(t('proof.password.wrong', { n: 4 }));
    await expect(recovery.getByRole('textbox')).toBeFocused();
    expect(site.callsOf(sendCodeToEmail)).toEqual([]);
  });
  await test.step('a code by e-mail is sent once it is chosen, and what was asked for is read out', async () => {
    await recovery.getByRole('button', { name: t('proof.by.email', masked) }).press('Enter');
    await expect(recovery.getByRole('textbox')).toBeFocused();
    await expect
      .poll(() => site.bodiesOf(sendCodeToEmail))
      .toMatchObject([{ bizType: 'RECOVER_FACTOR', preServiceId: 'first-1' }]);
    await page.keyboard.type('111111');
    await page.keyboard.press('Enter');
    await expect(recovery).toContainText(t.refusal('wrongCode', { attemptsLeft: 4 }));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('123456');
    await page.keyboard.press('Enter');
    const asked = recovery.getByText(t('recovery.askedLead'));
    await expect(asked).toBeFocused();
    expect(site.bodiesOf(askRecovery).at(-1)).toMatchObject({ proof: 'email', credentials: '123456' });
    await page.keyboard.press('Escape');
    await expect(recovery).toBeHidden();
  });
});

test('a person with one second factor begins there, and reads where support is when nothing else can be proven', async ({
  login,
  secondFactor,
  site,
  t,
}) => {
  const { recovery } = secondFactor;
  site.answer(commitPassword, asksFor('totp'));
  site.answer(getRecovery, 'lost', { is: 'done', data: { proofs: [], hours: 72 } });
  await login.open();
  await login.attempt(person);
  await secondFactor.lost.press('Enter');
  const retry = recovery.getByRole('button', { name: t('common.retry') });
  await retry.press('Enter');
  await expect(recovery.getByText(t('recovery.begin'))).toBeFocused();
  await recovery.getByRole('button', { name: t('common.back'), exact: true }).press('Enter');
  await expect(secondFactor.ways).toHaveText([t('mfa.way.totp')]);
});

test('a recovery that waits already says when it takes place, and asks for nothing', async ({
  login,
  secondFactor,
  site,
  t,
}) => {
  site.answer(commitPassword, asksFor('totp'));
  site.answer(getRecovery, { is: 'done', data: { proofs: ['password'], hours: 72, takesPlaceAt } });
  await login.open();
  await login.attempt(person);
  await secondFactor.lost.press('Enter');
  await expect(secondFactor.recovery.getByText(t('recovery.askedLead'))).toBeFocused();
  await expect(secondFactor.recovery.getByRole('textbox')).toHaveCount(0);
});
