import { people } from '@foyer/sandbox/people';
import { expect, test, widths } from '../../fixtures/test.ts';
import { alice } from '../../support/people/people.ts';

const idNumber = people.find(({ id }) => id === 'alice')!.idNumber!;
const maskedAccount = '138****8000 · a***@example.com';

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
  await findAccount.account.fill(alice.account);
  await findAccount.code.send();
  await findAccount.submitCode(await outbox.code(alice.account));
  await expect(findAccount.accounts).toHaveCount(1);
  await expect(findAccount.accounts).toContainText([maskedAccount]);
  await expect(findAccount.accounts).toContainText([t.prefix('findAccount.lastUsed')]);
  expect(await page.content()).not.toContain(`>${alice.account}`);
});

test.describe('on a phone', () => {
  test.use(widths.phone);

  test('name, ID number and a code to the number on record find the account, also after reloads [PG-02] [D-17] [D-22]', async ({
    findAccount,
    outbox,
    page,
  }) => {
    await findAccount.open();
    await findAccount.submitPerson(alice.name.zh, idNumber);
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
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(idNumber);
  });
});
