import { checkIdSuffix, correctIdNumber } from '@foyer/contract/flows/identity-check';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { sendCodeToMobile, verifyCode } from '@foyer/contract/flows/send-code';
import { minutes } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/screen.ts';
import { signedIn } from '../../scripted/usual-answers.ts';

const invited = { account: '13812345678', password: 'Quiet-Harbour-7' };

const needsCheck = {
  is: 'needsIdentityCheck',
  data: { name: '林*', desIdNo: '330***********0012', serviceId: 'check-1' },
} as const;
const closed = { is: 'identityCheckClosed', data: { retryAfter: 86_400 } } as const;

test.use({ locale: 'zh-CN' });
test.beforeEach(async ({ login, identityCheck, site }) => {
  site.answer(commitPassword, needsCheck);
  await login.open();
  await login.attempt(invited);
  await identityCheck.dialog.waitFor();
});

test('four valid characters are required, and what was typed stays until they are right [DG-04] [DG-05] [DG-07]', async ({
  clock,
  login,
  identityCheck,
  page,
  site,
  t,
}) => {
  await expect(identityCheck.dialog).toContainText(t('idcheck.desc', { name: '林*' }));
  for (const [typed, message] of [
    ['12', t('idcheck.short')],
    ['12-4', t('idcheck.invalid')],
  ] as const) {
    await test.step(`“${typed}” is rejected without a call`, async () => {
      await identityCheck.type(typed);
      // The button waits for four characters; Enter says what is missing.
      await expect(identityCheck.submit).toBeEnabled({ enabled: typed.length === 4 });
      await page.keyboard.press('Enter');
      await expect(identityCheck.errors).toHaveText([message]);
      await expect(identityCheck.box(1)).toBeFocused();
      await expect(identityCheck.box(1)).toHaveAttribute('aria-invalid', 'true');
      await expect.poll(async () => (await identityCheck.values()).join('')).toBe(typed);
    });
  }
  await test.step('Enter submits once, and the dialog stays open until the result is shown', async () => {
    const answer = site.hold(checkIdSuffix);
    await identityCheck.type('000x');
    await identityCheck.box(4).evaluate((box: HTMLInputElement) => void [0, 1].map(() => box.form!.requestSubmit()));
    for (const button of [identityCheck.close, identityCheck.wrongRecord]) await expect(button).toBeDisabled();
    await expect(identityCheck.submit).toHaveText(t('captcha.verifying'));
    await page.keyboard.press('Escape');
    answer({ is: 'wrongIdSuffix', data: { attemptsLeft: 4 } });
    await expect(identityCheck.errors).toHaveText([t.refusal('wrongIdSuffix', { attemptsLeft: 4 })]);
    await expect.poll(() => identityCheck.values()).toEqual([...'000X']);
    for (const button of [identityCheck.close, identityCheck.wrongRecord]) await expect(button).toBeEnabled();
    expect(site.bodiesOf(checkIdSuffix)).toEqual([{ serviceId: 'check-1', idSuffix: '000X' }]);
  });
  await test.step('a closed check says for how long', async () => {
    site.answer(checkIdSuffix, closed);
    await identityCheck.submit.click();
    await expect(identityCheck.errors).toHaveText([t.refusal(closed.is, closed.data)]);
  });
  await test.step('an expired sign-in asks to start again', async () => {
    site.answer(checkIdSuffix, { is: 'unknownServiceId' }, { is: 'done', data: null });
    await identityCheck.submit.click();
    await expect(identityCheck.errors).toHaveText([t('common.tooLate')]);
    await expect.poll(() => identityCheck.values()).toEqual([...'000X']);
    await identityCheck.close.click();
  });
  await test.step('a sign-in while the check is closed says so instead of asking', async () => {
    site.answer(commitPassword, closed, needsCheck);
    await login.attempt(invited);
    await expect(page.getByRole('alert').filter({ hasText: t.refusal(closed.is, closed.data) })).toBeVisible();
    await expect(identityCheck.dialog).toHaveCount(0);
    await login.attempt(invited);
  });
  await test.step('the right characters lead back to the form, which signs in', async () => {
    await identityCheck.submitSuffix('0012');
    await expect(identityCheck.passed).toHaveText(t('idcheck.success'));
    await expect(identityCheck.dialog).toHaveCount(0);
    await expect(login.account).toHaveValue(invited.account);
  });
  await test.step('that they were right stays on top of the form until it is submitted again', async () => {
    await clock.run(minutes(10));
    await expect(page.getByRole('main')).toContainText(t('idcheck.success'));
    const answer = site.hold(commitPassword);
    await login.submit.click();
    await expect(page.getByRole('main')).not.toContainText(t('idcheck.success'));
    answer({ is: 'done', data: signedIn });
    await page.waitForURL('**/home');
  });
});

test('another ID number than the one on record is claimed with a code [D-15] [CS-09]', async ({
  identityCheck,
  page,
  site,
  t,
}) => {
  await test.step('the form opens and closes', async () => {
    await identityCheck.wrongRecord.click();
    await expect(identityCheck.number).toBeFocused();
    await identityCheck.back.click();
    await expect(identityCheck.box(1)).toBeFocused();
    await identityCheck.wrongRecord.click();
  });
  await test.step('an invalid number and a wrong code are rejected', async () => {
    site.answer(verifyCode, { is: 'wrongCode', data: { attemptsLeft: 4 } });
    await identityCheck.number.fill('12 34');
    await identityCheck.code.send();
    await expect(identityCheck.code.sentTo).toHaveText(t('code.sentTo', { target: '138****5678' }));
    expect(site.bodiesOf(sendCodeToMobile)).toEqual([{ bizType: 'MODIFY_IDCARD', preServiceId: 'check-1' }]);
    await identityCheck.code.input.fill('482913');
    await expect(identityCheck.errors).toHaveText([t('idcheck.number.wrong')]);
    await identityCheck.number.fill('11010119900307888x');
    await identityCheck.submit.click();
    await expect(identityCheck.errors).toHaveText([t.refusal('wrongCode', { attemptsLeft: 4 })]);
    await expect(identityCheck.number).toHaveValue('11010119900307888x');
  });
  await test.step('after a lost response submitting again claims the number with the verified code [AC-62]', async () => {
    site.answer(verifyCode, { is: 'done', data: null });
    site.answer(correctIdNumber, 'lost', { is: 'done', data: { confirmedBy: 'identityService', url: '/home' } });
    await identityCheck.code.input.fill('482914');
    await expect(identityCheck.errors).toHaveText([t('common.network')]);
    await identityCheck.submit.click();
    await expect(identityCheck.dialog).toContainText(t('idcheck.claimed.identityService'));
    const claim = { serviceId: 'code-1', idNumber: '11010119900307888x' };
    expect(site.bodiesOf(correctIdNumber)).toEqual([claim, claim]);
    expect(site.callsOf(verifyCode)).toHaveLength(2);
    await identityCheck.verify.click();
    await page.waitForURL('**/home');
  });
});
