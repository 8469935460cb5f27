import { findAccounts } from '@foyer/contract/flows/find-account';
import { verifyCode } from '@foyer/contract/flows/send-code';
import { minutes } from '@foyer/contract/time';
import { people } from '@foyer/sandbox/people';
import { expect, languageWidths, test, widths } from '../../fixtures/test.ts';
import { expectNoAxeViolations } from '../../support/axe.ts';
import { dropResponse } from '../../support/calls.ts';
import { newMobile } from '../../support/new-accounts.ts';
import { alice } from '../../support/people.ts';
import { registerAccount } from '../../support/register-account.ts';
import { texts } from '../../support/texts.ts';

const { idNumber, email } = people.find(({ id }) => id === 'alice')!;
const hers = ['138****8000', 'a***@example.com'].join(' · ');

for (const { language, width } of languageWidths) {
  test.describe(`${language}, ${width}`, () => {
    test.use({ locale: language, ...widths[width] });

    test('she finds her account by a number still at hand, masked, with when it was last used [PG-02] [D-17]', async ({
      findAccount,
      login,
      outbox,
      page,
      t,
    }) => {
      await login.open();
      await login.signIn(alice);
      await findAccount.open();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('page.findAccount'));
      await expectNoAxeViolations(page);
      await findAccount.account.fill(alice.account);
      await findAccount.code.send();
      await findAccount.submitCode(await outbox.code(alice.account));
      await expect(findAccount.accounts).toHaveCount(1);
      await expect(findAccount.accounts).toContainText([hers]);
      await expect(findAccount.accounts).toContainText([t.start('findAccount.lastUsed')]);
      await expectNoAxeViolations(page);
      expect(await page.content()).not.toContain(alice.account);
    });
  });
}

test.describe('on a phone', () => {
  test.use(widths.phone);

  test('she finds it by name and ID number, and a code to the number on record, whatever is loaded anew [PG-02] [D-17] [D-22]', async ({
    findAccount,
    outbox,
    page,
    t,
  }) => {
    await findAccount.open();
    await findAccount.byPerson.click();
    await expectNoAxeViolations(page);
    await findAccount.submitPerson(alice.name.zh, idNumber!);
    await expect(page.getByText(t('findAccount.codeToRecord'))).toBeVisible();
    await expect(findAccount.code.input).toBeFocused();
    // Not even a web view that forgets its session asks for her name again, nor for another code.
    const forgetful = async () => {
      await page.evaluate(() => sessionStorage.clear());
      await page.reload();
    };
    await forgetful();
    await findAccount.code.send();
    await expectNoAxeViolations(page);
    await forgetful();
    await findAccount.code.sentTo.waitFor();
    await expect(findAccount.code.button).toBeDisabled();
    await findAccount.submitCode(await outbox.code(alice.account));
    await expect(findAccount.accounts).toContainText([hers]);
    await page.reload();
    await expect(findAccount.accounts).toContainText([hers]);
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(idNumber!);
    await findAccount.back.click();
    await expect(findAccount.name).toHaveValue('');
  });
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a missing name or an impossible number is told before anything is asked [PG-02]', async ({
    findAccount,
    page,
    t,
  }) => {
    await findAccount.open();
    await findAccount.byPerson.click();
    await findAccount.idNumber.fill('12-4');
    // Enter that an input method takes for itself asks for nothing.
    await findAccount.idNumber.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
    await findAccount.idNumber.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 });
    await expect(findAccount.idNumber).not.toHaveAttribute('aria-invalid');
    await findAccount.idNumber.press('Enter');
    await expect(findAccount.errors).toHaveText([t('findAccount.name.empty'), t('idcheck.number.wrong')]);
    await expect(findAccount.name).toBeFocused();
    await expect(findAccount.idNumber).toHaveValue('12-4');
    await expectNoAxeViolations(page);
  });

  test('an account that was never used says so [PG-02]', async ({ findAccount, request, outbox, service, t }) => {
    const someone = await registerAccount(request, outbox);
    await service.moveClock(minutes(1));
    await findAccount.open();
    await findAccount.account.fill(someone.account);
    await findAccount.code.send();
    await findAccount.submitCode(await outbox.code(someone.account, 2));
    await expect(findAccount.accounts).toContainText([t('findAccount.neverUsed')]);
  });
});

test('whom we do not know sees nothing else, gets no code, and finds nothing [PG-02] [AC-36]', async ({
  findAccount,
  page,
  outbox,
  t,
}) => {
  const seen: unknown[] = [];
  for (const [name, number] of [
    [alice.name.zh, idNumber!],
    [alice.name.zh, '110101199203074560'],
    ['张无名', idNumber!],
  ] as const) {
    await findAccount.open();
    await findAccount.submitPerson(name, number);
    await findAccount.code.send();
    const told = await findAccount.code.sentTo.textContent();
    const answered = page.waitForResponse(`**/api${verifyCode.path}`);
    await findAccount.submitCode(await wrongFor(number, name));
    seen.push([told, await (await answered).json()]);
    await expect(findAccount.errors).toHaveText([t.refusal('wrongCode')]);
    await page.evaluate(() => localStorage.clear());
  }
  expect(seen[1]).toEqual(seen[0]);
  expect(seen[2]).toEqual(seen[0]);
  expect(await outbox.codes(alice.account)).toHaveLength(1);

  async function wrongFor(number: string, name: string) {
    return number === idNumber && name === alice.name.zh ? outbox.wrongCode(alice.account) : '000000';
  }
});

test('her mail address finds the same account, asked again when the answer was lost [PG-02]', async ({
  findAccount,
  outbox,
  page,
  allowErrors,
}) => {
  allowErrors(/ERR_CONNECTION_RESET/);
  await dropResponse(page, findAccounts.path);
  await findAccount.open();
  await findAccount.account.fill(email!);
  await findAccount.code.send();
  await findAccount.submitCode(await outbox.code(email!));
  await expect(findAccount.retry).toBeFocused();
  await findAccount.retry.click();
  await expect(findAccount.accounts).toContainText([hers]);
  await expect(findAccount.found.locator('p').first()).toBeFocused();
});

test('a number without an account is told so on the phone alone [PG-02] [AC-36]', async ({
  findAccount,
  outbox,
  t,
}) => {
  const nobody = newMobile();
  await findAccount.open();
  await findAccount.account.fill(nobody);
  await findAccount.code.send();
  await findAccount.submitCode('000000');
  await expect(findAccount.errors).toHaveText([t.refusal('wrongCode')]);
  const [told] = await outbox.messages(nobody);
  expect(told).toBeDefined();
  expect(told).not.toHaveProperty('code');
});

test('the ID number is read with spaces around it and in either case [PG-02]', async ({ findAccount, outbox }) => {
  await findAccount.open();
  await findAccount.submitPerson(` ${alice.name.zh} `, ` ${idNumber} `);
  await findAccount.code.send();
  await outbox.code(alice.account);
});

test('who looks at the other tab, or waits too long, goes back, with everything as it was typed [PG-02]', async ({
  findAccount,
  outbox,
  service,
}) => {
  await findAccount.open();
  await findAccount.byPerson.click();
  await findAccount.name.fill('张');
  await findAccount.byContact.click();
  await findAccount.byPerson.click();
  await expect(findAccount.name).toHaveValue('张');
  await findAccount.submitPerson(alice.name.zh, idNumber!);
  await findAccount.byContact.click();
  await findAccount.byPerson.click();
  await expect(findAccount.back).toBeVisible();
  await service.moveClock(minutes(16));
  await findAccount.code.button.click();
  await expect(findAccount.errors).toHaveText([texts('en-US')('common.tooLate')]);
  await findAccount.back.click();
  await expect(findAccount.name).toBeFocused();
  await expect(findAccount.name).toHaveValue(alice.name.zh);
  await expect(findAccount.idNumber).toHaveValue(idNumber!);
  await findAccount.submit.click();
  await findAccount.code.send();
  await outbox.code(alice.account);
});

test('who takes too long starts over, with a word about why [PG-02]', async ({ findAccount, outbox, service, t }) => {
  await findAccount.open();
  await findAccount.account.fill(alice.account);
  await findAccount.code.send();
  const code = await outbox.code(alice.account);
  await service.moveClock(minutes(6));
  await findAccount.submitCode(code);
  await expect(findAccount.errors).toHaveText([t.refusal('expiredCode')]);
  await expect(findAccount.account).toHaveValue(alice.account);
});
