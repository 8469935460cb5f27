import { findAccounts, startPersonSearch } from '@foyer/contract/flows/find-account';
import { sendCodeToEmail, sendCodeToMobile, verifyCode } from '@foyer/contract/flows/send-code';
import { expect, test } from '../../fixtures/screen.ts';
import { minutesAgo } from '../../scripted/usual-answers.ts';

const idNumber = '110101199203074560';
const email = 'an.lin@example.com';
const one = { mobile: '138****5678', email: 'an****@example.com' };

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('an address finds its accounts, masked, with the time of the last use [PG-02] [D-17]', async ({
    findAccount,
    login,
    page,
    site,
    t,
  }) => {
    await findAccount.open();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('page.findAccount'));
    await findAccount.account.fill(email);
    await findAccount.code.send();
    expect(site.bodiesOf(sendCodeToEmail)).toEqual([{ bizType: 'FIND_ACCOUNT', principal: email }]);
    await test.step('a code that has expired shows an error and keeps the account', async () => {
      site.answer(verifyCode, { is: 'expiredCode' }, { is: 'done', data: null });
      await findAccount.submitCode('482913');
      await expect(findAccount.errors).toHaveText([t.refusal('expiredCode')]);
      await expect(findAccount.account).toHaveValue(email);
    });
    await test.step('a lost response can be requested again', async () => {
      site.answer(findAccounts, 'lost', { is: 'done', data: { accounts: [one] } });
      await findAccount.submitCode('482914');
      await expect(findAccount.retry).toBeFocused();
      await findAccount.retry.click();
      await expect(findAccount.found).toBeFocused();
      await expect(findAccount.accounts).toContainText([`${one.mobile} · ${one.email}${t('findAccount.neverUsed')}`]);
      expect(site.bodiesOf(findAccounts)).toEqual([{ serviceId: 'code-1' }, { serviceId: 'code-1' }]);
    });
    await test.step('the account that was searched for is filled in at sign-in', async () => {
      await findAccount.signIn.click();
      await login.waitForHydration();
      await expect(login.account).toHaveValue(email);
    });
  });

  test('name and ID number are required, and are kept until the account is found [PG-02]', async ({
    findAccount,
    page,
    site,
    t,
  }) => {
    await findAccount.open();
    await findAccount.byPerson.click();
    await test.step('a missing name and an invalid ID number are rejected without a call', async () => {
      await findAccount.idNumber.fill('12-4');
      // Enter that an input method consumes does not submit.
      await findAccount.idNumber.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
      await findAccount.idNumber.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 });
      await expect(findAccount.idNumber).not.toHaveAttribute('aria-invalid');
      await findAccount.idNumber.press('Enter');
      await expect(findAccount.errors).toHaveText([t('findAccount.name.empty'), t('idcheck.number.wrong')]);
      await expect(findAccount.name).toBeFocused();
      await expect(findAccount.idNumber).toHaveValue('12-4');
    });
    await test.step('spaces around them are not sent', async () => {
      await findAccount.submitPerson(' 林安 ', ` ${idNumber} `);
      expect(site.bodiesOf(startPersonSearch)).toEqual([{ name: '林安', idNumber }]);
      await expect(page.getByText(t('findAccount.codeToRecord'))).toBeVisible();
      await expect(findAccount.code.input).toBeFocused();
    });
    await test.step('a change of tab keeps the step and the values', async () => {
      await findAccount.byContact.click();
      await findAccount.byPerson.click();
      await expect(findAccount.back).toBeVisible();
    });
    await test.step('an expired step shows an error, and back keeps the values', async () => {
      site.answer(
        sendCodeToMobile,
        { is: 'unknownServiceId' },
        { is: 'done', data: { serviceId: 'code-1', sentTo: one.mobile } },
      );
      await findAccount.code.button.click();
      await expect(findAccount.errors).toHaveText([t('common.tooLate')]);
      await findAccount.back.click();
      await expect(findAccount.name).toBeFocused();
      await expect(findAccount.name).toHaveValue(' 林安 ');
      await findAccount.byContact.click();
      await findAccount.byPerson.click();
      await expect(findAccount.idNumber).toHaveValue(` ${idNumber} `);
    });
    await test.step('a code to the number on record finds the account', async () => {
      site.answer(findAccounts, { is: 'done', data: { accounts: [{ ...one, lastUsedAt: minutesAgo(1500) }] } });
      await findAccount.submit.click();
      await findAccount.code.send();
      await expect(page.getByText(t('findAccount.sent')).first()).toBeVisible();
      expect(site.bodiesOf(sendCodeToMobile).at(-1)).toEqual({ bizType: 'FIND_ACCOUNT', preServiceId: 'person-1' });
      await findAccount.submitCode('482913');
      await expect(findAccount.accounts).toContainText([t.prefix('findAccount.lastUsed')]);
    });
  });
});
