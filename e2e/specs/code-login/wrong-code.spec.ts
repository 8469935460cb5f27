import { code as limits } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/test.ts';
import { pathsOf, watchCalls } from '../../support/calls.ts';
import { signInWithCode } from '../../support/code-sign-in.ts';
import { newMobile } from '../../support/new-accounts.ts';
import { dan, gus } from '../../support/people.ts';

test.use({ locale: 'zh-CN' });
const codeTab = { preLoginWay: 'authCode' };

test('a code that was never requested is rejected without a call [LF-09]', async ({ login, code, page, t }) => {
  await login.open(codeTab);
  const calls = watchCalls(page);
  await login.account.fill(newMobile());
  await code.input.fill('123456');
  await login.submit.click();
  await expect(login.errors).toHaveText([t('code.needFirst')]);
  await expect(code.input).toBeFocused();
  await expect(code.input).toHaveValue('123456');
  expect(pathsOf(calls)).toEqual([]);
});

test('a wrong code shows an error, stays in the field and can be corrected [VA-06] [D-06]', async ({
  login,
  code,
  outbox,
  page,
  t,
}) => {
  await login.open(codeTab);
  await login.account.fill(dan.account);
  await code.send();

  await test.step('a code that is too short is rejected', async () => {
    await code.input.fill('12345');
    await login.submit.click();
    await expect(login.errors).toHaveText([t('login.code.invalid')]);
  });
  await test.step('a wrong code is rejected, and nothing typed is lost', async () => {
    const wrong = await outbox.wrongCode(dan.account);
    await code.input.fill(wrong);
    await login.submit.click();
    await expect(login.errors).toHaveText([t.refusal('wrongCode')]);
    await expect(code.input).toBeFocused();
    await expect(code.input).toHaveValue(wrong);
    await expect(login.account).toHaveValue(dan.account);
  });
  await test.step('the right code signs in', async () => {
    await code.input.fill(await outbox.code(dan.account));
    await login.submit.click();
    await page.waitForURL('**/home');
  });
});

test('a code expires after five minutes [D-06]', async ({ login, code, outbox, service, page, t }) => {
  await login.open(codeTab);
  await login.account.fill(dan.account);
  await code.send();
  await service.moveClock(limits.lifetime);
  await code.input.fill(await outbox.code(dan.account));
  await login.submit.click();
  await expect(login.errors).toHaveText([t.refusal('expiredCode')]);

  // A minute before the end the code is still valid, also when this machine is slow.
  await service.moveClock(-seconds(60));
  await login.submit.click();
  await page.waitForURL('**/home');
});

test('five wrong tries end a code: the right one is rejected too [D-06]', async ({ login, code, outbox, t }) => {
  await login.open(codeTab);
  await login.account.fill(dan.account);
  await code.send();
  await code.input.fill(await outbox.wrongCode(dan.account));
  for (let tries = 1; tries <= limits.maxAttempts; tries++) {
    await login.submit.click();
    const refusal = tries < limits.maxAttempts ? 'wrongCode' : 'tooManyCodeTries';
    await expect(login.errors).toHaveText([t.refusal(refusal)]);
    await expect(login.submit).toBeEnabled();
  }
  await code.input.fill(await outbox.code(dan.account));
  await login.submit.click();
  await expect(login.errors).toHaveText([t.refusal('tooManyCodeTries')]);
});

test('a disabled account is refused after the right code [LF-06]', async ({ login, code, outbox, t }) => {
  await signInWithCode({ login, code, outbox }, gus.account);
  await expect(login.errors).toHaveText([t.refusal('accountDisabled')]);
});
