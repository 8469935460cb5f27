import { expect, test, widths } from '../../fixtures/test.ts';
import { pathsOf, watchCalls } from '../../support/servers/calls.ts';
import { newMobile } from '../../support/people/new-accounts.ts';

test.describe('zh-CN, desktop', () => {
  test.use({ locale: 'zh-CN', ...widths.desktop });

  test('the first code registers a new account, once its human check is solved in a worker; it may skip setting a password [CS-07] [D-07] [LF-06] [LF-14]', async ({
    login,
    code,
    agreement,
    setPassword,
    outbox,
    home,
    page,
  }) => {
    const mobile = newMobile();
    await login.open({ preLoginWay: 'authCode', redirectUrl: '/home?from=code' });
    const calls = watchCalls(page);
    const solving = page.waitForEvent('worker');
    await login.account.fill(mobile);
    await code.send();
    await solving;
    await code.input.fill(await outbox.code(mobile));
    await agreement.agree.click();
    await setPassword.skip.click();
    await page.waitForURL('**/home?from=code');
    await expect(home.devices).toHaveCount(1);
    expect(pathsOf(calls).slice(0, 6)).toEqual([
      '/sender/robotAuth/challenge',
      '/sender/robotAuth/apply',
      '/sender/mobile/v3',
      '/sender/verify',
      '/login/commit',
      '/login/commit',
    ]);
  });
});

test.describe('en-US, phone', () => {
  test.use({ locale: 'en-US', ...widths.phone });

  test('a code sent by e-mail signs in to an existing account, after a wrong one was refused [LF-06] [D-06]', async ({
    login,
    code,
    outbox,
    home,
    page,
    t,
  }) => {
    const email = 'alice@example.com';
    await login.open({ preLoginWay: 'authCode' });
    await login.account.fill(email);
    await code.send();
    await code.input.fill(await outbox.wrongCode(email));
    await expect(login.errors).toHaveText([t.refusal('wrongCode')]);
    await code.input.fill(await outbox.code(email));
    await page.waitForURL('**/home');
    await expect(home.devices).toHaveCount(1);
  });
});
