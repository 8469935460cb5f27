import { tokenHeader, tokenWayHeader } from '@foyer/contract/flows/sso-headers';
import type { BrowserContext, Page, Request } from '@playwright/test';
import { expect, languageWidths, test, widths } from '../../fixtures/test.ts';
import { expectNoAxeViolations } from '../../support/axe.ts';
import { newMobile } from '../../support/new-accounts.ts';
import { alice } from '../../support/people.ts';
import { workspace } from '../../support/service.ts';
import { texts } from '../../support/texts.ts';

const scan = /扫码|Scan with/;

for (const { language, width } of languageWidths) {
  test.describe(`${language}, ${width}`, () => {
    test.use({ locale: language, ...widths[width] });

    test('someone whose cookies are off learns it before anything is sent, and how to turn them on [MD-04] [PG-05] [D-14]', async ({
      login,
      page,
      context,
      t,
    }) => {
      const on = await turnCookiesOff(context, page);
      await login.open({ redirectUrl: '/home?scene=realname' });
      await expect(page.getByRole('img', { name: scan })).toHaveCount(0);
      const commits = login.watchCommits();
      await login.fill(alice);
      await login.submit.click();
      await page.waitForURL('**/cookieHint?*');
      expect(commits).toHaveLength(0);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('page.cookieHint'));
      await expect(page.getByRole('main')).toContainText(t('cookie.how.chrome'));
      await expect(page.getByRole('main')).toContainText(t('cookie.sso'));
      await expectNoAxeViolations(page);

      const retry = page.getByRole('button', { name: t('cookie.retry') });
      await retry.click();
      await expect(page.getByRole('status').filter({ hasText: t('cookie.still') })).toBeVisible();
      await on();
      await retry.click();
      await page.waitForURL('**/login/web?*');
      await expect(login.account).toHaveValue(alice.account);
      await login.signIn(alice, '**/home?scene=realname');
    });
  });
}

test.describe('with a fresh service', () => {
  test.use({ freshService: true });

  test('a company’s sign-in goes on without them; its token lives in the page test [MD-04] [AC-52] [SO-09]', async ({
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
    const on = await turnCookiesOff(context, page);
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
    const kept = await page.evaluate(() =>
      JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }, document.cookie, history.state]),
    );
    await bindAccount.submitCode(code);
    // The token proves who asks, there too.
    await page.waitForURL('**/sandbox/identity/**');
    await page.getByRole('link', { name: /^(暂不认证|Not now)$/ }).click();
    await page.waitForURL(`${workspace}/box`);

    const carried = await Promise.all(requests.map((request) => request.allHeaders()));
    const tokens = carried.flatMap((headers) => headers[tokenHeader.toLowerCase()] ?? []);
    expect(tokens.length).toBeGreaterThanOrEqual(2);
    for (const [at, headers] of carried.entries()) {
      if (!(tokenHeader.toLowerCase() in headers)) continue;
      expect(headers[tokenWayHeader.toLowerCase()]).toBe('header');
      expect(requests[at]!.url().startsWith(`${service.origin}/api/`)).toBe(true);
    }
    for (const token of tokens.flatMap((one) => one.split('.'))) {
      expect(kept).not.toContain(token);
      const seen = requests.map((request) => `${request.url()} ${request.postData() ?? ''}`);
      expect(seen.filter((one) => one.includes(token))).toEqual([]);
    }
    // Those of the company's own provider begin so.
    const names = (await context.cookies()).map(({ name }) => name);
    expect(names.filter((name) => !name.startsWith('_'))).toEqual([]);

    // Nor does who was invited need any to complete their ID number.
    await page.goto('/login/web?appSsoLogin=true');
    await sso.waitForHydration();
    await sso.openProvider('acme');
    await sso.chooseEmployee('acme-erin');
    await identityCheck.submitSuffix('123X');
    await expect(identityCheck.toast).toHaveText(t('idcheck.success'));

    // This site knows nobody without them: who wanted to go no further is told so, by whatever way they arrive.
    for (const who of ['acme-fay', 'acme-alice'] as const) {
      await page.goto('/login/web?appSsoLogin=true');
      await sso.waitForHydration();
      await sso.openProvider('acme');
      await sso.chooseEmployee(who);
      if (who === 'acme-fay') await page.getByRole('link', { name: /^(暂不认证|Not now)$/ }).click();
      await page.waitForURL('**/cookieHint?*');
      await expect(page.getByRole('main')).toContainText(t('cookie.arrived'));
      await expect(page.getByRole('main')).not.toContainText(t('cookie.sso'));
    }
    await expectNoAxeViolations(page);
    await login.languageSelect.selectOption('en-US');
    await expect(page.getByRole('main')).toContainText(texts('en-US')('cookie.arrived'));
    await login.languageSelect.selectOption('zh-CN');
    await expect(page.getByRole('main')).toContainText(texts('zh-CN')('cookie.arrived'));
    await on();
    await page.getByRole('button', { name: texts('zh-CN')('cookie.retry') }).click();
    await page.waitForURL(/\/login\/web\?appSsoLogin=true&redirectUrl=/);
    await sso.waitForHydration();
  });
});

/** As a browser that blocks them: scripts neither write nor read any, and none that we set is kept. The company has its own. */
async function turnCookiesOff(context: BrowserContext, page: Page) {
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setDocumentCookieDisabled', { disabled: true });
  const ours = (url: URL) => url.hostname === 'localhost' && !url.pathname.startsWith('/sandbox');
  await context.route(ours, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    // What fetches here has a jar of its own accord.
    await context.clearCookies({ name: /^foyer_/ });
    const { 'set-cookie': _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  return async () => {
    await devTools.send('Emulation.setDocumentCookieDisabled', { disabled: false });
    // Who is being answered is answered: taken from under an answer, its request goes on and the answer fails.
    await context.unrouteAll({ behavior: 'wait' });
  };
}
