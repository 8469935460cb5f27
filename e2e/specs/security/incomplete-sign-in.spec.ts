import { agreementVersion } from '@foyer/contract/agreement-version';
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
  ['before the second factor', bob, t('mfa.title')],
  ['before the consent', hua, t('consent.title')],
  ['before the identity check', erin, t('idcheck.title')],
] as const;

for (const [step, person, title] of incomplete) {
  test(`${step} there is no session, whatever the sign-in method and the browser’s navigation [DG-09] [DG-13] [DG-04] [AC-30] [AC-34]`, async ({
    page,
    context,
    login,
    code,
    outbox,
  }) => {
    const dialog = page.getByRole('dialog', { name: title });
    await signInBy.code({ login, code, outbox }, person);
    await dialog.waitFor();
    await expectNoSession(context, page);
    await forgetSteps(page);
    await outbox.service.moveClock(resend.afterCode);

    await page.goto('/agreement/service');
    await signInBy.password({ login, code, outbox }, person);
    await dialog.waitFor();
    await expectNoSession(context, page);
    await page.goBack();
    await page.goForward();
    await expectNoSession(context, page);
    await login.open();
    await page.reload();
    // The step continues, and there is still no session.
    await dialog.waitFor();
    await expectNoSession(context, page);
  });
}

/** As a browser that has not persisted the step. */
async function forgetSteps(page: Page) {
  await page.evaluate(() => [sessionStorage, localStorage].forEach((store) => store.clear()));
}

/** No page and no call that needs a session works. */
async function expectNoSession(context: BrowserContext, page: Page) {
  const { request } = context;
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

test('second factor and identity check set no session cookie; the one before the consent opens only the agreement [AC-30] [AC-34]', async ({
  login,
  context,
  page,
}) => {
  const sessions = async () => (await context.cookies()).filter(({ name }) => name.endsWith('session'));
  for (const [, person, title] of incomplete) {
    await context.clearCookies();
    await login.open();
    await login.attempt(person);
    await page.getByRole('dialog', { name: title }).waitFor();
    expect(await sessions(), title).toHaveLength(person === hua ? 1 : 0);
    const agreement = await context.request.get('/api/v1/accounts/agreement');
    expect(agreement.status()).toBe(person === hua ? 200 : 401);
    await forgetSteps(page);
  }
  const early = await context.request.put('/api/v1/accounts/agreement', { data: { version: agreementVersion } });
  expect(early.status(), 'there is no session that could agree').toBe(401);
});
