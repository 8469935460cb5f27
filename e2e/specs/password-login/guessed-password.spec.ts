import { applyHumanCheck } from '@foyer/contract/flows/human-check';
import { expect, test } from '../../fixtures/test.ts';
import { watchCall } from '../../support/servers/calls.ts';
import { alice } from '../../support/people/people.ts';

const wrong = { ...alice, password: 'wrong' };

test.use({ settings: { WRONG_PASSWORDS_BEFORE_HUMAN_CHECK: '1', WRONG_PASSWORDS_BEFORE_CODE: '2' } });

test('after many wrong passwords the page passes the human check unseen, then leads to the code [D-36]', async ({
  login,
  code,
  outbox,
  service,
  page,
  t,
}) => {
  await login.open();
  const humanChecks = watchCall(page, applyHumanCheck);
  await login.attempt(wrong);
  await expect(login.errors).toHaveText([t.refusal('wrongCredentials', { attemptsLeft: 4 })]);
  expect(humanChecks).toHaveLength(0);

  await test.step('the next password is sent again with the token of a human check', async () => {
    await login.attempt(wrong);
    await expect(login.errors).toHaveText([t.refusal('wrongCredentials', { attemptsLeft: 3 })]);
    expect(humanChecks).toHaveLength(1);
    await service.moveClock(1000);
  });
  await test.step('then even the right password leads to the code tab, with the account and the reason', async () => {
    await login.attempt(alice);
    await expect(login.errors).toHaveText([t.refusal('needsCode')]);
    await expect(login.account).toHaveValue(alice.account);
  });
  await test.step('the code signs in', async () => {
    await code.send();
    await code.input.fill(await outbox.code(alice.account));
    await expect(page).toHaveURL(/\/home/);
  });
});
