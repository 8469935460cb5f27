import { createHash } from 'node:crypto';
import { commitCode } from '@foyer/contract/flows/code-login';
import { setPassword as setPasswordCall } from '@foyer/contract/flows/set-password';
import { toast } from '@foyer/contract/limits';
import { expect, test } from '../../fixtures/screen.ts';
import { signedIn } from '../../scripted/usual-answers.ts';
import { visibleErrors } from '../../support/page/visible-errors.ts';

const password = 'Quiet-Harbour7';

test('the first password follows the rules of any other, is sent as its hash, and a message is shown before the page goes on [DG-08] [VA-02] [VA-03]', async ({
  login,
  code,
  setPassword,
  site,
  clock,
  page,
  t,
}) => {
  site.answer(commitCode, {
    is: 'done',
    data: { ...signedIn, url: '/home?from=here', newUser: true, setPwdServiceId: 'first-password' },
  });
  site.answer(setPasswordCall, { is: 'commonPassword' }, { is: 'unknownServiceId' }, { is: 'done', data: null });
  const errors = visibleErrors(setPassword.dialog);
  const submit = async (first: string, second: string) => {
    await setPassword.password.fill(first);
    await setPassword.repeatPassword.fill(second);
    await setPassword.confirm.click();
  };
  await login.open({ preLoginWay: 'authCode' });
  await login.account.fill('13812345678');
  await code.send();
  await code.input.fill('123456');
  await test.step('a password manager can tell whose password it is', async () => {
    await expect(setPassword.dialog.locator('[autocomplete=username]')).toHaveValue('13812345678');
    await expect(setPassword.password).toBeFocused();
  });
  await test.step('empty fields are reported on Enter', async () => {
    await expect(setPassword.confirm).toBeDisabled();
    await setPassword.password.press('Enter');
    await expect(errors).toHaveText([t('pwd.empty'), t('pwd.again.empty')]);
  });
  await test.step('a weak password and a different repetition are reported', async () => {
    await submit('12345678', '12345679');
    await expect(errors).toHaveText([t('pwd.rule'), t('pwd.again.mismatch')]);
    expect(site.callsOf(setPasswordCall)).toEqual([]);
  });
  await test.step('a common password is rejected and stays in the field', async () => {
    await submit('Password123', 'Password123');
    await expect(errors).toHaveText([t.refusal('commonPassword')]);
    await expect(setPassword.password).toHaveValue('Password123');
    await expect(setPassword.password).toBeFocused();
  });
  await test.step('one that comes too late is refused and stays in the field', async () => {
    await submit(password, password);
    await expect(errors).toHaveText([t.refusal('unknownServiceId')]);
    await expect(setPassword.password).toHaveValue(password);
  });
  await test.step('the page goes on when the message has been shown long enough', async () => {
    await setPassword.confirm.click();
    await expect(page.getByText(t('setpwd.success'))).toBeVisible();
    const newPassword = createHash('sha256').update(password).digest('hex');
    expect(site.bodiesOf(setPasswordCall).at(-1)).toEqual({ serviceId: 'first-password', newPassword });
    await clock.run(toast.shownFor - 1);
    await expect(setPassword.dialog).toBeVisible();
    await clock.run(1);
    await page.waitForURL('**/home?from=here');
  });
});
