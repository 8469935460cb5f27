import { findAccounts } from '@foyer/contract/flows/find-account';
import { verifyCode } from '@foyer/contract/flows/send-code';
import { minutes } from '@foyer/contract/time';
import { people } from '@foyer/sandbox/people';
import { expect, languageWidths, test, widths } from '../../fixtures/test.ts';
import { dropResponse } from '../../support/calls.ts';
import { newMobile } from '../../support/new-accounts.ts';
import { alice } from '../../support/people.ts';
import { registerAccount } from '../../support/register-account.ts';

const { idNumber, email } = people.find(({ id }) => id === 'alice')!;
const maskedAccount = ['138****8000', 'a***@example.com'].join(' · ');

for (const { language, width } of languageWidths) {
  test.describe(`${language}, ${width}`, () => {
    test.use({ locale: language, ...widths[width] });

    test('a mobile number finds its account, masked, with the time of the last use [PG-02] [D-17]', async ({
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
      await findAccount.account.fill(alice.account);
      await findAccount.code.send();
      await findAccount.submitCode(await outbox.code(alice.account));
      await expect(findAccount.accounts).toHaveCount(1);
      await expect(findAccount.accounts).toContainText([maskedAccount]);
      await expect(findAccount.accounts).toContainText([t.prefix('findAccount.lastUsed')]);
      expect(await page.content()).not.toContain(`>${alice.account}`);
      await test.step('the account that was searched for is filled in at sign-in', async () => {
        await findAccount.signIn.click();
        await login.waitForHydration();
        await expect(login.account).toHaveValue(alice.account);
      });
    });
  });
}

test.describe('on a phone', () => {
  test.use(widths.phone);

  test('name, ID number and a code to the number on record find the account, also after reloads [PG-02] [D-17] [D-22]', async ({
    findAccount,
    outbox,
    page,
    t,
  }) => {
    await findAccount.open();
    await findAccount.byPerson.click();
    await findAccount.submitPerson(alice.name.zh, idNumber!);
    await expect(page.getByText(t('findAccount.codeToRecord'))).toBeVisible();
    await expect(findAccount.code.input).toBeFocused();
    // A web view that loses its session storage does not ask for the name or another code again.
    const reloadWithoutSession = async () => {
      await page.evaluate(() => sessionStorage.clear());
      await page.reload();
    };
    await reloadWithoutSession();
    await findAccount.code.send();
    await reloadWithoutSession();
    await findAccount.code.sentTo.waitFor();
    await expect(findAccount.code.button).toBeDisabled();
    await findAccount.submitCode(await outbox.code(alice.account));
    await expect(findAccount.accounts).toContainText([maskedAccount]);
    await page.reload();
    await expect(findAccount.accounts).toContainText([maskedAccount]);
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(idNumber!);
  });
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a missing name and an invalid ID number are rejected without a call [PG-02]', async ({ findAccount, t }) => {
    await findAccount.open();
    await findAccount.byPerson.click();
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

  test('an account that was never used is marked so [PG-02]', async ({ findAccount, request, outbox, service, t }) => {
    const member = await registerAccount(request, outbox);
    await service.moveClock(minutes(1));
    await findAccount.open();
    await findAccount.account.fill(member.account);
    await findAccount.code.send();
    await findAccount.submitCode(await outbox.code(member.account, 2));
    await expect(findAccount.accounts).toContainText([t('findAccount.neverUsed')]);
  });
});

test('an unknown person gets the same responses and no code [PG-02] [AC-36]', async ({
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
    const message = await findAccount.code.sentTo.textContent();
    const responded = page.waitForResponse(`**/api${verifyCode.path}`);
    await findAccount.submitCode(await wrongFor(number, name));
    seen.push([message, await (await responded).json()]);
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

test('an e-mail address finds the same account, also when the response was lost once [PG-02]', async ({
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
  await expect(findAccount.accounts).toContainText([maskedAccount]);
  await expect(findAccount.found).toBeFocused();
});

test('an unregistered number gets a message without a code [PG-02] [AC-36]', async ({ findAccount, outbox, t }) => {
  const unknownMobile = newMobile();
  await findAccount.open();
  await findAccount.account.fill(unknownMobile);
  await findAccount.code.send();
  await findAccount.submitCode('000000');
  await expect(findAccount.errors).toHaveText([t.refusal('wrongCode')]);
  const [message] = await outbox.messages(unknownMobile);
  expect(message).toBeDefined();
  expect(message).not.toHaveProperty('code');
});

test('the ID number is accepted with spaces around it [PG-02]', async ({ findAccount, outbox }) => {
  await findAccount.open();
  await findAccount.submitPerson(` ${alice.name.zh} `, ` ${idNumber} `);
  await findAccount.code.send();
  await outbox.code(alice.account);
});

test('a change of tab and an expired step keep what was typed [PG-02]', async ({ findAccount, outbox, service, t }) => {
  await findAccount.open();
  await test.step('a change of tab keeps the values', async () => {
    await findAccount.byPerson.click();
    await findAccount.name.fill('张');
    await findAccount.byContact.click();
    await findAccount.byPerson.click();
    await expect(findAccount.name).toHaveValue('张');
    await findAccount.submitPerson(alice.name.zh, idNumber!);
    await findAccount.byContact.click();
    await findAccount.byPerson.click();
    await expect(findAccount.back).toBeVisible();
  });
  await test.step('an expired step shows an error, and back keeps the values', async () => {
    await service.moveClock(minutes(16));
    await findAccount.code.button.click();
    await expect(findAccount.errors).toHaveText([t('common.tooLate')]);
    await findAccount.back.click();
    await expect(findAccount.name).toBeFocused();
    await expect(findAccount.name).toHaveValue(alice.name.zh);
    await expect(findAccount.idNumber).toHaveValue(idNumber!);
  });
  await findAccount.submit.click();
  await findAccount.code.send();
  await outbox.code(alice.account);
});

test('an expired code shows an error and keeps the account [PG-02]', async ({ findAccount, outbox, service, t }) => {
  await findAccount.open();
  await findAccount.account.fill(alice.account);
  await findAccount.code.send();
  const code = await outbox.code(alice.account);
  await service.moveClock(minutes(6));
  await findAccount.submitCode(code);
  await expect(findAccount.errors).toHaveText([t.refusal('expiredCode')]);
  await expect(findAccount.account).toHaveValue(alice.account);
});
