import { agreementVersion } from '@foyer/contract/agreement-version';
import { commitCode } from '@foyer/contract/flows/code-login';
import { agree, getAgreement } from '@foyer/contract/flows/agreement';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { checkAccountTaken } from '@foyer/contract/flows/register';
import { setPassword as setFirstPassword } from '@foyer/contract/flows/set-password';
import { logOut } from '@foyer/contract/flows/session';
import { expect, test } from '../../fixtures/screen.ts';
import { signedIn } from '../../scripted/usual-answers.ts';

const member = { account: '13812345678', password: 'Quiet-Harbour-7' };
const pending = { ...signedIn, needAgreement: true };

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('only a button answers: declining signs out and keeps what was typed, agreeing leads to the requested page [DG-09] [DG-10] [DG-12] [DG-16]', async ({
    login,
    agreement,
    context,
    page,
    site,
    t,
  }) => {
    site.answer(commitPassword, { is: 'done', data: pending });
    site.answer(agree, 'lost', { is: 'done', data: { url: '/home?scene=realname' } });
    site.show({ ends: ['/home', '/agreement/service', '/agreement/privacy'] });
    await login.open({ redirectUrl: '/home?scene=realname' });
    await login.fill(member);
    await login.password.press('Enter');
    await test.step('a second Enter or Escape answers nothing', async () => {
      await expect(agreement.heading).toBeFocused();
      await expect(agreement.dialog).toHaveAccessibleDescription(new RegExp(t.prefix('agreement.body')));
      for (const key of ['Enter', 'Escape', 'Escape', ' ']) await page.keyboard.press(key);
      await expect(agreement.close).toHaveCount(0);
      await expect(agreement.agree).toBeEnabled();
      expect([...site.callsOf(agree), ...site.callsOf(logOut)]).toEqual([]);
    });
    await test.step('the agreements open in tabs of their own', async () => {
      await expect(agreement.dialog.getByRole('link')).toHaveCount(2);
      for (const kind of ['service', 'privacy'] as const) {
        const opened = context.waitForEvent('page');
        await agreement.dialog.getByRole('link', { name: t(`agreement.${kind}`) }).click();
        const tab = await opened;
        await tab.waitForURL(`**/agreement/${kind}`);
        await tab.close();
      }
    });
    await test.step('declining without a response closes the dialog with an error [ER-03]', async () => {
      site.answer(logOut, 'lost');
      await agreement.decline.click();
      await expect(page.getByRole('status').filter({ hasText: t('common.network') })).toBeVisible();
      await expect(agreement.dialog).toHaveCount(0);
    });
    await test.step('declining signs out with a message', async () => {
      const answer = site.hold(logOut);
      await login.submit.click();
      await agreement.decline.click();
      await expect(agreement.dialog.getByRole('button', { name: t('agreement.declining') })).toBeDisabled();
      answer({ is: 'done', data: null });
      await expect(agreement.signedOut).toBeVisible();
      await expect(agreement.dialog).toHaveCount(0);
      await expect(login.account).toHaveValue(member.account);
      await expect(login.password).toHaveValue(member.password);
      await expect(login.password).toBeFocused();
    });
    await test.step('after a network error agreeing can be tried again [ER-03]', async () => {
      await page.keyboard.press('Enter');
      await agreement.agree.click();
      await expect(agreement.errors).toHaveText([t('common.network')]);
      await expect(agreement.signedOut).toHaveCount(0);
      await agreement.agree.click();
      await page.waitForURL('**/home?scene=realname');
      expect(site.callsOf(logOut), 'one for each time that the person declined').toHaveLength(2);
      const agreed = { version: agreementVersion, redirectUrl: '/home?scene=realname' };
      expect(site.bodiesOf(agree)).toEqual([agreed, agreed]);
    });
  });
});

for (const [locale, day] of [
  ['zh-CN', '2026年11月1日'],
  ['en-US', 'Nov 1, 2026'],
] as const)
  test.describe(locale, () => {
    test.use({ locale });

    test('a person who has agreed before learns when the agreement was updated and what has changed, also after a reload [DG-09]', async ({
      login,
      agreement,
      page,
      site,
      t,
    }) => {
      const updated = { day: '2026-11-01', changes: 'Section 9 is shorter.' };
      const data = { needAgreement: true, version: agreementVersion };
      /** What follows the links to the agreements. */
      const words = (changes: string) => t('agreement.updated', { day, changes, privacy: '|' }).split('|')[1]!.trim();
      site.answer(logOut, { is: 'done', data: null });
      site.answer(commitPassword, { is: 'done', data: pending });
      site.answer(getAgreement, { is: 'done', data: { ...data, updated } });
      await login.open();
      await login.attempt(member);
      await expect(agreement.dialog).toContainText(words(updated.changes));
      await page.reload();
      await expect(agreement.dialog).toContainText(words(updated.changes));
      await agreement.decline.click();
      await expect(agreement.signedOut).toBeVisible();
      await test.step('without a text of what has changed, the day alone', async () => {
        site.answer(getAgreement, { is: 'done', data: { ...data, updated: { day: updated.day } } });
        await login.attempt(member);
        await expect(agreement.dialog).toContainText(words(''));
      });
    });
  });

test('a new person is asked before there is an account [DG-09] [DG-10]', async ({
  login,
  code,
  agreement,
  setPassword,
  page,
  site,
  t,
}) => {
  site.answer(commitCode, { is: 'needsAgreement', data: { version: agreementVersion } });
  await login.open({ preLoginWay: 'authCode' });
  await login.account.fill(member.account);
  const submitCode = async () => {
    await code.send();
    await expect(code.button).toBeDisabled();
    await code.input.fill('482913');
    await agreement.dialog.waitFor();
  };
  await test.step('declining ends no session, and a code can be requested at once [DG-11] [DG-12]', async () => {
    await submitCode();
    await expect(agreement.decline).toHaveText(t('agreement.before.decline'));
    await agreement.decline.click();
    await expect(agreement.dialog).toHaveCount(0);
    await expect(code.button).toHaveText(t('code.get'));
    await expect(code.button).toBeEnabled();
    await expect(login.account).toHaveValue(member.account);
    await expect(agreement.signedOut).toHaveCount(0);
    expect(site.callsOf(logOut)).toEqual([]);
  });
  await test.step('a late agreement returns to the form with the reason', async () => {
    await submitCode();
    site.answer(commitCode, { is: 'expiredCode' });
    await agreement.agree.click();
    await expect(agreement.dialog).toHaveCount(0);
    await expect(login.errors).toHaveText([t.refusal('expiredCode')]);
    await expect(login.account).toHaveValue(member.account);
    await expect(code.input).toBeFocused();
  });
  await test.step('a new code continues, and agreeing creates the account', async () => {
    const newAccount = { ...signedIn, newUser: true, setPwdServiceId: 'password-1' };
    site.answer(
      commitCode,
      { is: 'needsAgreement', data: { version: agreementVersion } },
      { is: 'done', data: newAccount },
    );
    await submitCode();
    await expect(login.errors).toHaveCount(0);
    await agreement.agree.click();
    await setPassword.dialog.waitFor();
    const agreed = site.bodiesOf(commitCode).map((body) => body.agreed ?? false);
    expect(agreed).toEqual([false, false, true, false, true]);
  });
  await test.step('skipping the first password goes on without one [DG-08] [LF-14]', async () => {
    await setPassword.skip.click();
    await page.waitForURL('**/home');
    expect(site.callsOf(setFirstPassword)).toEqual([]);
  });
});

test('registering an existing account offers to sign in [DG-09] [DG-10] [D-23]', async ({
  register,
  page,
  site,
  t,
}) => {
  site.answer(checkAccountTaken, { is: 'done', data: { accountExist: true } });
  await register.open();
  await register.account.fill(member.account);
  await register.password.fill(member.password);
  await register.repeatPassword.fill(member.password);
  await register.agreement.check();
  const submitCode = async () => {
    await register.code.send();
    await register.code.input.fill('482913');
    await expect(register.exists.dialog).toHaveAccessibleDescription(t('register.exists', { account: member.account }));
  };
  await test.step('it asks for no second agreement [RG-02]', async () => {
    await submitCode();
    await expect(register.exists.dialog.getByRole('link')).toHaveCount(0);
    await register.exists.cancel.click();
  });
  await test.step('cancelling keeps everything but the used code, and ends no session [DG-12] [RG-10]', async () => {
    await submitCode();
    await register.exists.cancel.click();
    await expect(register.exists.dialog).toHaveCount(0);
    await expect(register.code.input).toBeFocused();
    const kept = { ...member, repeatPassword: member.password, agreed: true };
    expect(await register.values()).toEqual({ ...kept, code: '' });
    expect(site.callsOf(logOut)).toEqual([]);
    expect(site.bodiesOf(commitCode)).toEqual([]);
  });
  await test.step('the person signs in with the code', async () => {
    await submitCode();
    await register.exists.signIn.click();
    await page.waitForURL('**/home');
    const [body] = site.bodiesOf(commitCode);
    expect(body).toMatchObject({ principal: member.account, serviceId: 'code-1', agreed: true });
  });
});
