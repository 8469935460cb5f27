import { checkIdSuffix, correctIdNumber } from '@foyer/contract/flows/identity-check';
import { identityCheck as limits } from '@foyer/contract/limits';
import { hours, minutes, seconds } from '@foyer/contract/time';
import { expect, test, widths } from '../../fixtures/test.ts';
import { dropResponse, watchCall } from '../../support/calls.ts';
import { erin } from '../../support/people.ts';

/** The last four characters of the ID number on record. */
const suffix = '123x';

test.describe('on a phone', () => {
  test.use({ resetDemo: true, locale: 'zh-CN', ...widths.phone });

  test('an invited person completes the ID number and signs in again [DG-04] [DG-07] [D-15]', async ({
    login,
    identityCheck,
    t,
  }) => {
    await login.open();
    await login.attempt(erin);
    await expect(identityCheck.dialog).toContainText(t('idcheck.desc', { name: '尹*' }));
    await expect(identityCheck.dialog.getByText('110••• ••••••••')).toBeVisible();

    await identityCheck.type(suffix);
    await expect.poll(() => identityCheck.values()).toEqual([...suffix.toUpperCase()]);
    await identityCheck.submit.click();
    await expect(identityCheck.toast).toHaveText(t('idcheck.success'));
    await expect(identityCheck.dialog).toHaveCount(0);

    await expect(login.account).toHaveValue(erin.account);
    await login.signIn(erin);
  });
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('too few or invalid characters are rejected and stay in the boxes [DG-04] [DG-05]', async ({
    login,
    identityCheck,
    page,
    t,
  }) => {
    await login.open();
    await login.attempt(erin);
    await expect(identityCheck.dialog).toContainText(t('idcheck.desc', { name: '尹*' }));
    const checks = watchCall(page, checkIdSuffix);
    for (const [typed, message] of [
      ['', t('idcheck.short')],
      ['12', t('idcheck.short')],
      ['12-4', t('idcheck.invalid')],
      ['号码错误', t('idcheck.invalid')],
    ] as const) {
      await identityCheck.type(typed);
      // The button waits for four characters; Enter says what is missing.
      await expect(identityCheck.submit).toBeEnabled({ enabled: typed.length === limits.characters });
      await page.keyboard.press('Enter');
      await expect(identityCheck.errors, typed).toHaveText([message]);
      await expect(identityCheck.box(1)).toBeFocused();
      await expect(identityCheck.box(1)).toHaveAttribute('aria-invalid', 'true');
      await expect.poll(async () => (await identityCheck.values()).join('')).toBe(typed);
    }
    expect(checks).toEqual([]);
  });

  test('a wrong suffix shows the attempts left, and the fifth locks the check for a day [DG-05] [AC-32]', async ({
    login,
    identityCheck,
    service,
    t,
  }) => {
    await login.open();
    await login.attempt(erin);
    await test.step('each wrong suffix shows the attempts left', async () => {
      for (let left = limits.maxAttempts - 1; left > 0; left--) {
        await identityCheck.submitSuffix('0000');
        await expect(identityCheck.errors).toHaveText([t.refusal('wrongIdSuffix', { attemptsLeft: left })]);
        await expect.poll(() => identityCheck.values()).toEqual(['0', '0', '0', '0']);
      }
      await identityCheck.submitSuffix('0000');
      await expect(identityCheck.errors).toHaveText([
        t.refusal('identityCheckClosed', { retryAfter: hours(24) / seconds(1) }),
      ]);
      await identityCheck.close.click();
    });
    await test.step('the lock lasts for a day, also after a new sign-in', async () => {
      await service.moveClock(limits.lockFor - minutes(1));
      await login.open();
      await login.attempt(erin);
      await identityCheck.submitSuffix(suffix);
      await expect(identityCheck.errors).toHaveText([
        t.refusal('identityCheckClosed', { retryAfter: hours(1) / seconds(1) }),
      ]);
    });
    await test.step('the attempts start again after the lock', async () => {
      await service.moveClock(minutes(1));
      await identityCheck.submitSuffix('0000');
      await expect(identityCheck.errors).toHaveText([
        t.refusal('wrongIdSuffix', { attemptsLeft: limits.maxAttempts - 1 }),
      ]);
    });
  });
});

test.describe('in Chinese, with a fresh demo', () => {
  test.use({ resetDemo: true, locale: 'zh-CN' });

  test('another ID number than the one on record counts once the identity service has verified it [D-15] [CS-09] [AC-62]', async ({
    login,
    identityCheck,
    outbox,
    page,
    service,
    allowErrors,
    t,
  }) => {
    allowErrors(/identityCheck/);
    await login.open();
    await login.attempt(erin);
    await test.step('the form opens and closes', async () => {
      await identityCheck.wrongRecord.click();
      await expect(identityCheck.number).toBeFocused();
      await identityCheck.back.click();
      await expect(identityCheck.box(1)).toBeFocused();
      await identityCheck.wrongRecord.click();
    });
    await test.step('an invalid number and a wrong code are rejected', async () => {
      await identityCheck.number.fill('12 34');
      await identityCheck.code.send();
      await expect(identityCheck.code.sentTo).toHaveText(t('code.sentTo', { target: '138****8004' }));
      await identityCheck.code.input.fill(await outbox.wrongCode(erin.account));
      await identityCheck.submit.click();
      await expect(identityCheck.errors).toHaveText([t('idcheck.number.wrong')]);
      await identityCheck.number.fill('11010119900307888x');
      await identityCheck.submit.click();
      await expect(identityCheck.errors).toHaveText([t.refusal('wrongCode')]);
      await expect(identityCheck.number).toHaveValue('11010119900307888x');
    });
    await test.step('after a lost response submitting again claims the number, and a notice is sent', async () => {
      await identityCheck.code.input.fill(await outbox.code(erin.account));
      await dropResponse(page, correctIdNumber.path);
      await identityCheck.submit.click();
      await expect(identityCheck.errors).toHaveText([t('common.network')]);
      await identityCheck.submit.click();
      await expect(identityCheck.dialog).toContainText(t('idcheck.claimed.identityService'));
      await expect.poll(async () => (await outbox.messages(erin.account)).length).toBe(2);
      const [notice] = await outbox.messages(erin.account);
      expect(notice).not.toHaveProperty('code');
    });
    await test.step('until it is verified, the number on record is required', async () => {
      await identityCheck.close.click();
      await login.attempt(erin);
      await identityCheck.submitSuffix('888X');
      await expect(identityCheck.errors).toHaveText([
        t.refusal('wrongIdSuffix', { attemptsLeft: limits.maxAttempts - 1 }),
      ]);
    });
    await test.step('the identity service verifies it, and its suffix signs in', async () => {
      await identityCheck.wrongRecord.click();
      await identityCheck.number.fill('11010119900307888x');
      await service.moveClock(minutes(1));
      await identityCheck.code.send();
      await identityCheck.code.input.fill(await outbox.code(erin.account, 2));
      await identityCheck.submit.click();
      await identityCheck.verify.click();
      await page.getByRole('link', { name: '认证通过' }).click();
      await page.getByRole('link', { name: '继续' }).click();
      await login.attempt(erin);
      await identityCheck.submitSuffix('888X');
      await expect(identityCheck.toast).toContainText([t('idcheck.success')]);
      await login.signIn(erin);
    });
  });
});

test('after 16 minutes the dialog asks to start again [DG-04]', async ({ login, identityCheck, service, t }) => {
  await login.open();
  await login.attempt(erin);
  await service.moveClock(minutes(16));
  await identityCheck.submitSuffix('0000');
  await expect(identityCheck.errors).toHaveText([t('common.tooLate')]);
  await expect.poll(() => identityCheck.values()).toEqual(['0', '0', '0', '0']);
  await identityCheck.close.click();
  await login.attempt(erin);
  await identityCheck.submitSuffix('0000');
  await expect(identityCheck.errors).toHaveText([t.refusal('wrongIdSuffix', { attemptsLeft: limits.maxAttempts - 1 })]);
});
