import { resend } from '@foyer/contract/limits';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../../fixtures/test.ts';
import { signInWithCode } from '../../support/people/code-sign-in.ts';
import { bob, erin, hua } from '../../support/people/people.ts';
import { texts } from '../../support/page/texts.ts';

const t = texts('en-US');
const incomplete = [
  ['before the second factor', bob, t('mfa.title'), 0],
  // Its cookie opens the agreement only.
  ['before the agreement', hua, t('agreement.title'), 1],
  ['before the identity check', erin, t('idcheck.title'), 0],
] as const;

test('before the last step there is no session, whatever the sign-in method and the browser’s navigation [DG-09] [DG-13] [DG-04] [AC-30] [AC-34]', async ({
  page,
  context,
  login,
  code,
  outbox,
  allowErrors,
}) => {
  // The dialog sends a code by itself, and the reload may come before its answer: then the next one is refused.
  allowErrors(/status of 429 .*\/api\/sender\//);
  const dialogOf = (title: string) => page.getByRole('dialog', { name: title });
  await test.step('after a code', async () => {
    const [, person, title, cookies] = incomplete[0];
    await signInWithCode({ login, code, outbox }, person.account);
    await dialogOf(title).waitFor();
    await expectNoSession(context, page, cookies);
  });
  for (const [step, person, title, cookies] of incomplete)
    await test.step(step, async () => {
      await forgetSteps(page);
      await context.clearCookies();
      await outbox.service.moveClock(resend.afterCode);
      await page.goto('/agreement/service');
      await login.open();
      await login.fill(person);
      await login.submit.click();
      await dialogOf(title).waitFor();
      await page.goBack();
      await page.goForward();
      await page.reload();
      // The step continues, and there is still no session.
      await dialogOf(title).waitFor();
      await expectNoSession(context, page, cookies);
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
  // What was typed is stored for this tab only.
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('138001380');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toMatch(/password|credentials|[0-9a-f]{64}/);
}
