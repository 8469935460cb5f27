import { correctIdNumber } from '@foyer/contract/flows/identity-check';
import { identityCheck as limits } from '@foyer/contract/limits';
import { expect, test, widths } from '../../fixtures/test.ts';
import { dropResponse } from '../../support/servers/calls.ts';
import { erin } from '../../support/people/people.ts';

test.use({ resetDemo: true, locale: 'zh-CN' });

test.describe('on a phone', () => {
  test.use(widths.phone);

  test('an invited person completes the ID number and signs in again [DG-04] [DG-07] [D-15]', async ({
    login,
    identityCheck,
    t,
  }) => {
    await login.open();
    await login.attempt(erin);
    await expect(identityCheck.dialog).toContainText(t('idcheck.desc', { name: '尹*' }));
    await expect(identityCheck.dialog.getByText('110••• ••••••••')).toBeVisible();
    await identityCheck.submitSuffix('0000');
    await expect(identityCheck.errors).toHaveText([
      t.refusal('wrongIdSuffix', { attemptsLeft: limits.maxAttempts - 1 }),
    ]);
    await identityCheck.submitSuffix('123x');
    await expect(identityCheck.passed).toHaveText(t('idcheck.success'));
    await login.signIn(erin);
  });
});

test('another ID number than the one on record counts once the identity service has verified it [D-15] [CS-09] [AC-62]', async ({
  login,
  identityCheck,
  outbox,
  page,
  allowErrors,
  t,
}) => {
  allowErrors(/identityCheck/);
  await login.open();
  await login.attempt(erin);
  await identityCheck.wrongRecord.click();
  await identityCheck.number.fill('11010119900307888x');
  await identityCheck.code.send();
  await dropResponse(page, correctIdNumber.path);
  await identityCheck.code.input.fill(await outbox.code(erin.account));
  await expect(identityCheck.errors).toHaveText([t('common.network')]);
  await identityCheck.submit.click();
  await identityCheck.verify.click();
  await page.getByRole('link', { name: '认证通过' }).click();
  await page.getByRole('link', { name: '继续' }).click();
  await login.attempt(erin);
  await identityCheck.submitSuffix('888X');
  await expect(identityCheck.passed).toContainText([t('idcheck.success')]);
  await login.signIn(erin);
});
