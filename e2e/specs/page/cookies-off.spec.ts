import { tokenHeader, tokenWayHeader } from '@foyer/contract/flows/sso-headers';
import type { BrowserContext, Page, Request } from '@playwright/test';
import { expect, test } from '../../fixtures/test.ts';
import { expectNoAxeViolations } from '../../support/page/axe.ts';
import { newMobile } from '../../support/people/new-accounts.ts';
import { alice } from '../../support/people/people.ts';
import { workspace } from '../../support/servers/service.ts';
import { texts } from '../../support/page/texts.ts';

test('with cookies disabled the page says so at once, submitting shows the hint, and nothing typed is lost [MD-04] [PG-05] [D-14] [D-39]', async ({
  login,
  page,
  context,
  t,
}) => {
  const enableCookies = await turnCookiesOff(context, page);
  await login.open({ redirectUrl: '/home?scene=realname' });
  await expect(page.getByRole('alert').filter({ hasText: t('cookie.desc') })).toContainText(t('cookie.how.chrome'));
  await expect(page.getByRole('region', { name: t('qr.title') })).toHaveCount(0);
  await expect(page.getByText(t('qr.cookiesOff'))).toBeVisible();
  const commits = login.watchCommits();
  await login.fill(alice);
  await login.submit.click();
  await page.waitForURL('**/cookieHint?*');
  expect(commits).toHaveLength(0);
  await expect(page.getByRole('heading', { name: t('page.cookieHint') })).toBeFocused();
  await expect(login.account).toBeHidden();
  await test.step('going back keeps what was typed', async () => {
    await page.goBack();
    await expect(login.errors.filter({ hasText: t('cookie.desc') }).last()).toBeVisible();
    await expect(login.password).toHaveValue(alice.password);
    await login.submit.click();
    await page.waitForURL('**/cookieHint?*');
  });

  const retry = page.getByRole('button', { name: t('cookie.retry') });
  await retry.click();
  await expect(page.getByRole('status').filter({ hasText: t('cookie.still') })).toBeVisible();
  await enableCookies();
  await retry.click();
  await page.waitForURL('**/home?scene=realname');
  expect(commits).toHaveLength(1);
});

test.describe('with a fresh demo', () => {
  test.use({ resetDemo: true });

  test('SSO works with cookies disabled, and its token is only in the memory of the page [MD-04] [AC-52] [SO-09]', async ({
    login,
    sso,
    bindAccount,
    identityCheck,
    page,
    context,
    outbox,
    service,
    t,
  }) => {
    await page.route(`${workspace}/**`, (route) => route.fulfill({ body: 'workspace' }));
    const enableCookies = await turnCookiesOff(context, page);
    const requests: Request[] = [];
    context.on('request', (request) => requests.push(request));
    await page.goto(`/cookieHint?${new URLSearchParams({ redirectUrl: `${workspace}/box` })}`);
    await page.getByRole('link', { name: t('sso.entry') }).click();
    await sso.waitForHydration();
    await expect(login.account).toHaveCount(0);

    await sso.openProvider('acme');
    await sso.chooseEmployee('acme-carol');
    const mobile = newMobile();
    await bindAccount.mobile.fill(mobile);
    await bindAccount.code.send();
    const code = await outbox.code(mobile);
    const stored = await page.evaluate(() =>
      JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }, document.cookie, history.state]),
    );
    await bindAccount.submitCode(code);
    // The token authenticates this call too.
    await page.waitForURL('**/sandbox/identity/**');
    await page.getByRole('link', { name: /^(暂不认证|Not now)$/ }).click();
    await page.waitForURL(`${workspace}/box`);

    const headersOfRequests = await Promise.all(requests.map((request) => request.allHeaders()));
    const tokens = headersOfRequests.flatMap((headers) => headers[tokenHeader.toLowerCase()] ?? []);
    expect(tokens.length).toBeGreaterThanOrEqual(2);
    for (const [at, headers] of headersOfRequests.entries()) {
      if (!(tokenHeader.toLowerCase() in headers)) continue;
      expect(headers[tokenWayHeader.toLowerCase()]).toBe('header');
      expect(requests[at]!.url().startsWith(`${service.origin}/api/`)).toBe(true);
    }
    for (const token of tokens.flatMap((one) => one.split('.'))) {
      expect(stored).not.toContain(token);
      const seen = requests.map((request) => `${request.url()} ${request.postData() ?? ''}`);
      expect(seen.filter((one) => one.includes(token))).toEqual([]);
    }
    // The sandbox provider's own cookies start with an underscore.
    const names = (await context.cookies()).map(({ name }) => name);
    expect(names.filter((name) => !name.startsWith('_'))).toEqual([]);

    // The identity check works without cookies too.
    await page.goto('/login/web?appSsoLogin=true');
    await sso.waitForHydration();
    await sso.openProvider('acme');
    await sso.chooseEmployee('acme-erin');
    await identityCheck.submitSuffix('123X');
    await expect(identityCheck.passed).toHaveText(t('idcheck.success'));

    // This site cannot keep a session without cookies: a sign-in that leads to its own pages ends at the hint.
    await page.goto('/login/web?appSsoLogin=true');
    await sso.waitForHydration();
    await sso.openProvider('acme');
    await sso.chooseEmployee('acme-fay');
    await page.getByRole('link', { name: /^(暂不认证|Not now)$/ }).click();
    await page.waitForURL('**/cookieHint?*');
    await expect(page.getByRole('main')).toContainText(t('cookie.arrived'));
    await expect(page.getByRole('main')).not.toContainText(t('cookie.sso'));
    await expectNoAxeViolations(page, 'main');
    await login.languageSelect.selectOption('zh-CN');
    await expect(page.getByRole('main')).toContainText(texts('zh-CN')('cookie.arrived'));
    await enableCookies();
    await page.getByRole('button', { name: texts('zh-CN')('cookie.retry') }).click();
    await page.waitForURL(/\/login\/web\?appSsoLogin=true&redirectUrl=/);
    await sso.waitForHydration();
  });
});

test('with cookies disabled an access code works only in the page that started the sign-in [MD-04] [AC-38]', async ({
  sso,
  page,
  context,
  browser,
  t,
}) => {
  const enableCookies = await turnCookiesOff(context, page);
  const returnUrl = await sso.unusedReturnUrl('acme-alice');
  const other = await browser.newContext();
  const otherPage = await other.newPage();
  const enableInOther = await turnCookiesOff(other, otherPage);
  await otherPage.goto(new URL(returnUrl, page.url()).href);
  await expect(otherPage.getByRole('main')).toContainText(t.refusal('ssoExpired'));
  await enableInOther();
  await other.close();

  await sso.retry.click();
  await page.waitForURL('**/cookieHint?*');
  await expect(page.getByRole('main')).toContainText(t('cookie.arrived'));
  await enableCookies();
});

/** Disables cookies for scripts and drops those that our service sets with pages and answers. The provider keeps its own. */
async function turnCookiesOff(context: BrowserContext, page: Page) {
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setDocumentCookieDisabled', { disabled: true });
  const isOurs = ({ hostname, pathname }: URL) => hostname === 'localhost' && !/^\/(sandbox|assets)\b/.test(pathname);
  await context.route(isOurs, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    // `route.fetch` stores cookies in the context.
    await context.clearCookies({ name: /^foyer_/ });
    const { 'set-cookie': _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  return async () => {
    await devTools.send('Emulation.setDocumentCookieDisabled', { disabled: false });
    // A route that is removed while it responds makes its request fail.
    await context.unrouteAll({ behavior: 'wait' });
  };
}
