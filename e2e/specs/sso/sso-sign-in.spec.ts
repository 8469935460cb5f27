import { accessCodeHeader } from '@foyer/contract/flows/sso-headers';
import { checkAuthorisation } from '@foyer/contract/flows/sso-return';
import { expect, test, widths } from '../../fixtures/test.ts';
import { holdRequests, watchCall } from '../../support/servers/calls.ts';
import { bob } from '../../support/people/people.ts';

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a company domain leads to its OpenID provider and signs in, and the access code is not in the URL, the history, requests, logs or storage [SO-02] [SO-05] [SO-07] [QP-06] [AC-39] [D-22]', async ({
    login,
    sso,
    page,
    home,
    service,
    allowErrors,
  }) => {
    // The provider's page refuses a second visit.
    allowErrors(/status of 400 .*\/sandbox\//);
    const release = await holdRequests(page, checkAuthorisation.path);
    const referrers: (string | undefined)[] = [];
    const sent: string[] = [];
    await login.open();
    await sso.entry.click();
    await sso.openProvider('acme');
    page.on('request', (request) => {
      referrers.push(request.headers()['referer']);
      if (!request.isNavigationRequest()) sent.push(`${request.url()} ${request.postData() ?? ''}`);
    });
    const checked = page.waitForRequest(`**/api${checkAuthorisation.path}`);
    await sso.chooseEmployee('acme-alice');
    await expect(sso.checking).toBeVisible();
    const code = (await checked).headers()[accessCodeHeader.toLowerCase()]!;
    expect(page.url()).toBe(`${service.origin}/usercenterFront/ssomiddlepage`);
    expect(await page.evaluate(() => document.referrer)).toBe('');
    release();
    await page.waitForURL('**/home');
    await expect(home.greeting).toBeVisible();

    await test.step('requests, referrers and logs do not contain it', async () => {
      expect(code).toMatch(/^[\w-]{43}$/);
      expect(sent.filter((request) => request.includes(code))).toEqual([]);
      expect(referrers.filter(Boolean).filter((one) => one!.includes('ssomiddlepage'))).toEqual([]);
      expect(service.logs()).not.toContain(code);
    });
    await test.step('history and storage do not contain it', async () => {
      await page.goBack();
      await expect.poll(() => page.url()).not.toContain(code);
      // Going back skips the return page.
      await expect(page).toHaveURL(/\/sandbox\//);
      const stored = await page.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
      );
      expect(stored).not.toContain(code);
    });
  });
});

test.describe('on a phone', () => {
  test.use(widths.phone);

  test('a SAML sign-in to an account with sign-in security needs its second factor, also after a reload, and leads to the requested page [SO-05] [SO-07] [DG-13]', async ({
    sso,
    page,
    secondFactor,
    outbox,
  }) => {
    await sso.signIn('globex-bob', { redirectUrl: '/agreement/privacy?from=a' });
    await secondFactor.waitUntilSent();
    expect((await page.request.get('/api/user/accounts/me')).status()).toBe(401);
    const checks = watchCall(page, checkAuthorisation);
    await page.reload();
    await secondFactor.waitUntilSent();
    await secondFactor.submitCode(await outbox.code(bob.account));
    await page.waitForURL('**/agreement/privacy?from=a');
    expect(checks).toEqual([]);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the URL alone opens the domain form, and ssoLogin shows no QR code [QP-02] [QP-04] [SO-01]', async ({
    sso,
    login,
    page,
    allowErrors,
    t,
  }) => {
    // Preloaded scripts are blocked without JavaScript.
    allowErrors(/\.js csp$/);
    for (const query of ['ssoLogin', 'appSsoLogin=1']) {
      await page.goto(`/login/web?${query}`);
      await expect(sso.title).toBeVisible();
      await expect(sso.domain).toBeVisible();
      await expect(login.account).toHaveCount(0);
      await expect(page.getByRole('region', { name: t('qr.title') })).toHaveCount(query === 'ssoLogin' ? 0 : 1);
    }
    await page.goto('/login/web?ssoLogin=false&appSsoLogin=0');
    await expect(login.account).toBeVisible();
    await expect(sso.domain).toHaveCount(0);
  });
});
