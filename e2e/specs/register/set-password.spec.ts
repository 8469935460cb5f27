import { toast } from '@foyer/contract/limits';
import { minutes } from '@foyer/contract/time';
import { expect, languageWidths, type Pages, test, widths } from '../../fixtures/test.ts';
import { bodiesOf, watchCalls, watchNavigations } from '../../support/calls.ts';
import { signInWithCode } from '../../support/code-sign-in.ts';
import { newMobile } from '../../support/new-accounts.ts';
import { stopClock } from '../../support/page-clock.ts';
import { visibleErrors } from '../../support/visible-errors.ts';

const password = 'Quiet-Harbour7';

for (const { language, width } of languageWidths) {
  test.describe(`${language}, ${width}`, () => {
    test.use({ locale: language, ...widths[width] });

    test('a new account sets a password, sees a message and is signed in; the password works the next time [DG-08]', async ({
      login,
      code,
      consent,
      setPassword,
      outbox,
      home,
      page,
      t,
    }) => {
      await page.clock.install();
      const account = await openSetPassword({ login, code, consent, setPassword, outbox });

      await test.step('the password is sent as its hash', async () => {
        const calls = watchCalls(page);
        await setPassword.password.fill(password);
        await setPassword.repeatPassword.fill(password);
        await stopClock(page);
        await setPassword.confirm.click();
        await expect(page.getByText(t('setpwd.success'))).toBeVisible();
        expect(bodiesOf(calls, '/v1/sender/setupPwd')).toEqual([
          { serviceId: expect.stringMatching(/.+/), newPassword: expect.stringMatching(/^[0-9a-f]{64}$/) },
        ]);
      });

      await test.step('the page navigates when the message has been shown long enough', async () => {
        const navigations = watchNavigations(page);
        await page.clock.runFor(toast.shownFor - 1);
        expect(await navigations()).toEqual([]);
        await expect(setPassword.dialog).toBeVisible();
        await page.clock.runFor(1);
        await page.clock.resume();
        await page.waitForURL('**/home');
      });

      await test.step('the password works at the next sign-in', async () => {
        await home.signOut();
        await login.open({ preLoginWay: 'user' });
        await login.signIn({ account, password });
      });
    });
  });
}

test('the first password follows the same rules as any other [DG-08] [VA-02] [VA-03]', async ({
  login,
  code,
  consent,
  setPassword,
  outbox,
  page,
  t,
}) => {
  await openSetPassword({ login, code, consent, setPassword, outbox });
  const errors = visibleErrors(setPassword.dialog);
  const submit = async (first: string, second: string) => {
    await setPassword.password.fill(first);
    await setPassword.repeatPassword.fill(second);
    await setPassword.confirm.click();
  };

  await test.step('empty fields are reported on Enter', async () => {
    await expect(setPassword.confirm).toBeDisabled();
    await setPassword.password.press('Enter');
    await expect(errors).toHaveText([t('pwd.empty'), t('pwd.again.empty')]);
  });
  await test.step('a weak password and a different repetition are reported', async () => {
    await submit('12345678', '12345679');
    await expect(errors).toHaveText([t('pwd.rule'), t('pwd.again.mismatch')]);
  });
  await test.step('a common password is rejected and stays in the field', async () => {
    await submit('Password123', 'Password123');
    await expect(errors).toHaveText([t.refusal('commonPassword')]);
    await expect(setPassword.password).toHaveValue('Password123');
    await expect(setPassword.password).toBeFocused();
  });
  await submit(password, password);
  await page.waitForURL('**/home');
});

test('skipping signs in without a password [DG-08] [LF-14]', async ({
  login,
  code,
  consent,
  setPassword,
  outbox,
  home,
  page,
}) => {
  await openSetPassword({ login, code, consent, setPassword, outbox }, '/home?from=here');
  const calls = watchCalls(page);
  await setPassword.skip.click();
  await page.waitForURL('**/home?from=here');
  await expect(home.devices).toHaveCount(1);
  expect(bodiesOf(calls, '/v1/sender/setupPwd')).toEqual([]);
});

test('after ten minutes setting a password fails with an error, and skipping still signs in [DG-08]', async ({
  login,
  code,
  consent,
  setPassword,
  outbox,
  service,
  page,
}) => {
  await openSetPassword({ login, code, consent, setPassword, outbox });
  await setPassword.password.fill(password);
  await setPassword.repeatPassword.fill(password);
  await service.moveClock(minutes(10));
  await setPassword.confirm.click();
  await expect(setPassword.errors).toBeVisible();
  await expect(setPassword.password).toHaveValue(password);
  await setPassword.skip.click();
  await page.waitForURL('**/home');
});

/** Signs in by code with a new account, up to the question for a password. */
async function openSetPassword(
  { consent, setPassword, ...signIn }: Pick<Pages, 'login' | 'code' | 'consent' | 'setPassword' | 'outbox'>,
  redirectUrl = '/home',
) {
  const mobile = newMobile();
  await signInWithCode(signIn, mobile, { redirectUrl });
  await consent.agree.click();
  await setPassword.dialog.waitFor();
  return mobile;
}
