import { agreementVersion } from '@foyer/contract/agreement-version';
import { resend } from '@foyer/contract/limits';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../../fixtures/test.ts';
import type { CodeField } from '../../pages/code-field.ts';
import type { LoginPage } from '../../pages/login-page.ts';
import type { Outbox } from '../../support/outbox.ts';
import { bob, erin, hua, type Member } from '../../support/people.ts';

interface Means {
  login: LoginPage;
  code: CodeField;
  outbox: Outbox;
}

const ways = {
  async password({ login }: Means, member: Member) {
    await login.open();
    await login.fill(member);
    await login.submit.click();
  },
  async code({ login, code, outbox }: Means, { account }: Member) {
    await login.open({ preLoginWay: 'authCode' });
    await login.account.fill(account);
    await code.send();
    await code.input.fill(await outbox.code(account));
    await login.submit.click();
  },
};

const held = [
  ['bob, before his second factor', bob, 'Security verification'],
  ['hua, before she has agreed', hua, 'Service agreement and privacy policy'],
  ['erin, before she has completed her ID number', erin, 'Identity check'],
] as const;

for (const [who, person, title] of held) {
  test(`${who}, has no session, however they came and whatever the browser does [DG-09] [DG-13] [DG-04] [AC-30] [AC-34]`, async ({
    page,
    context,
    login,
    code,
    outbox,
  }) => {
    const dialog = page.getByRole('dialog', { name: title });
    await ways.code({ login, code, outbox }, person);
    await dialog.waitFor();
    await expectNobodyIn(context, page);
    await forgetSteps(page);
    await outbox.service.moveClock(resend.afterCode);

    await page.goto('/agreement/service');
    await ways.password({ login, code, outbox }, person);
    await dialog.waitFor();
    await expectNobodyIn(context, page);
    await page.goBack();
    await page.goForward();
    await expectNobodyIn(context, page);
    await login.open();
    await page.reload();
    // The step is gone on with, and still stands before the session.
    await dialog.waitFor();
    await expectNobodyIn(context, page);
  });
}

/** As a browser that remembers no step. */
async function forgetSteps(page: Page) {
  await page.evaluate(() => [sessionStorage, localStorage].forEach((store) => store.clear()));
}

/** Neither a page nor a call that needs a session opens. */
async function expectNobodyIn(context: BrowserContext, page: Page) {
  const { request } = context;
  for (const answer of [
    await request.get('/api/user/accounts/me'),
    await request.post('/api/user/accounts/sessions/x/end', { data: {} }),
    await request.post('/api/user/accounts/identities/x/unlink', { data: {} }),
    await request.put('/api/v1/sender/setupPwd', { data: { serviceId: 'x', newPassword: '0'.repeat(64) } }),
  ]) {
    const { code, data } = await answer.json();
    expect(code, answer.url()).not.toBe(0);
    expect(data ?? null, answer.url()).toBeNull();
  }
  const home = await request.get('/home', { maxRedirects: 0 });
  expect(home.headers().location).toContain('/login/web');
  const tab = await context.newPage();
  await tab.goto('/home');
  await expect(tab).toHaveURL(/\/login\/web\?redirectUrl=/);
  await tab.close();
  // What was typed stays in the tab in which it was typed.
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('138001380');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toMatch(/password|credentials|[0-9a-f]{64}/);
}

test('bob and erin have not even a cookie to lose; hua’s opens the agreement alone [AC-30] [AC-34]', async ({
  login,
  context,
  page,
}) => {
  const sessions = async () => (await context.cookies()).filter(({ name }) => name.endsWith('session'));
  for (const [, person, title] of held) {
    await context.clearCookies();
    await login.open();
    await login.attempt(person);
    await page.getByRole('dialog', { name: title }).waitFor();
    expect(await sessions(), title).toHaveLength(person === hua ? 1 : 0);
    const asked = await context.request.get('/api/v1/accounts/agreement');
    expect(asked.status()).toBe(person === hua ? 200 : 401);
    await forgetSteps(page);
  }
  const early = await context.request.put('/api/v1/accounts/agreement', { data: { version: agreementVersion } });
  expect(early.status(), 'erin has no session that could agree').toBe(401);
});
