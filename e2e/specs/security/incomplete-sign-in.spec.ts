import { resend } from '@foyer/contract/limits';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../../fixtures/test.ts';
import type { CodeField } from '../../pages/code-field.ts';
import type { LoginPage } from '../../pages/login-page.ts';
import type { Outbox } from '../../support/outbox.ts';
import { bob, erin, hua, type Member } from '../../support/people.ts';
import { texts } from '../../support/texts.ts';

interface SignInOptions {
  login: LoginPage;
  code: CodeField;
  outbox: Outbox;
}

const signInBy = {
  async password({ login }: SignInOptions, member: Member) {
    await login.open();
    await login.fill(member);
    await login.submit.click();
  },
  async code({ login, code, outbox }: SignInOptions, { account }: Member) {
    await login.open({ preLoginWay: 'authCode' });
    await login.account.fill(account);
    await code.send();
    await code.input.fill(await outbox.code(account));
    await login.submit.click();
  },
};

const t = texts('en-US');
const incomplete = [
  ['before the second factor', bob, t('mfa.title'), 0],
  // Its cookie opens the agreement only.
  ['before the consent', hua, t('consent.title'), 1],
  ['before the identity check', erin, t('idcheck.title'), 0],
] as const;

test('before the last step there is no session, whatever the sign-in method and the browser’s navigation [DG-09] [DG-13] [DG-04] [AC-30] [AC-34]', async ({
  page,
  context,
  login,
  code,
  outbox,
}) => {
  for (const [step, person, title, cookies] of incomplete)
    await test.step(step, async () => {
      const dialog = page.getByRole('dialog', { name: title });
      await context.clearCookies();
      await signInBy.code({ login, code, outbox }, person);
      await dialog.waitFor();
      await expectNoSession(context, page, cookies);
      await forgetSteps(page);
      await outbox.service.moveClock(resend.afterCode);

      await page.goto('/agreement/service');
      await signInBy.password({ login, code, outbox }, person);
      await dialog.waitFor();
      await page.goBack();
      await page.goForward();
      await expectNoSession(context, page, cookies);
      await login.open();
      await page.reload();
      // The step continues, and there is still no session.
      await dialog.waitFor();
      await expectNoSession(context, page, cookies);
      await forgetSteps(page);
    });
});

/** As a browser that has not persisted the step. */
async function forgetSteps(page: Page) {
  await page.evaluate(() => [sessionStorage, localStorage].forEach((store) => store.clear()));
}

/** No page and no call that needs a session works. */
async function expectNoSession(context: BrowserContext, page: Page, cookies: number) {
  const { request } = context;
  expect((await context.cookies()).filter(({ name }) => name.endsWith('session'))).toHaveLength(cookies);
  const agreement = await request.get('/api/v1/accounts/agreement');
  expect(agreement.status()).toBe(cookies ? 200 : 401);
  for (const response of [
    await request.get('/api/user/accounts/me'),
    await request.post('/api/user/accounts/sessions/x/end', { data: {} }),
    await request.post('/api/user/accounts/identities/x/unlink', { data: {} }),
    await request.put('/api/v1/sender/setupPwd', { data: { serviceId: 'x', newPassword: '0'.repeat(64) } }),
  ]) {
    const { code, data } = await response.json();
    expect(code, response.url()).not.toBe(0);
    expect(data ?? null, response.url()).toBeNull();
  }
  const home = await request.get('/home', { maxRedirects: 0 });
  expect(home.headers().location).toContain('/login/web');
  const tab = await context.newPage();
  await tab.goto('/home');
  await expect(tab).toHaveURL(/\/login\/web\?redirectUrl=/);
  await tab.close();
  // What was typed is stored for this tab only.
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('138001380');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toMatch(/password|credentials|[0-9a-f]{64}/);
}
