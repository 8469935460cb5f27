import { expect, test } from '../../fixtures/test.ts';

const identityUrlCall = '**/api/v2/identity/auth/web/*/indivIdentityUrl';
const verify = /^(认证通过|Pass)$/;

test.describe('with a fresh demo', () => {
  test.use({ resetDemo: true });

  test('an unverified account is sent to real-name verification once [SO-06] [SO-13]', async ({ sso, page }) => {
    const request = page.waitForRequest(identityUrlCall);
    await sso.signIn('acme-fay', { redirectUrl: '/home?from=sso' });
    const { dataCollect, contextInfo } = (await request).postDataJSON();
    expect(dataCollect).toEqual({ clientType: 'WEB', bizSource: 'saas_proactive_create' });
    expect(contextInfo).toEqual({ showResultPage: true, redirectUrl: expect.stringMatching(/\/home\?from=sso$/) });
    await page.waitForURL('**/sandbox/identity/**');
    await page.getByRole('link', { name: verify }).click();
    await page.getByRole('link', { name: /^(继续|Continue)$/ }).click();
    await page.waitForURL('**/home?from=sso');

    await sso.signIn('acme-fay');
    await page.waitForURL('**/home');
  });
});

test('a redirect with its own result page gets no other one, and the allowlist applies to it [SO-13] [AC-06]', async ({
  sso,
  page,
}) => {
  for (const [redirectUrl, sent] of [
    ['/home?then=relaNameResult', { showResultPage: false, redirectUrl: /\/home\?then=relaNameResult$/ }],
    ['https://evil.test/relaNameResult', { showResultPage: true, redirectUrl: /\/home$/ }],
  ] as const) {
    const request = page.waitForRequest(identityUrlCall);
    await sso.signIn('acme-fay', { redirectUrl });
    const { contextInfo } = (await request).postDataJSON();
    expect(contextInfo.showResultPage).toBe(sent.showResultPage);
    expect(contextInfo.redirectUrl).toMatch(sent.redirectUrl);
    await page.waitForURL('**/sandbox/identity/**');
  }
});

test('when verification is not available the home page says what to do [SO-14]', async ({ sso, page, t }) => {
  await page.route(identityUrlCall, (route) => route.fulfill({ json: { code: 0, message: '', data: {} } }));
  await sso.signIn('acme-fay');
  await page.waitForURL('**/home?scene=realname');
  await expect(page.getByRole('heading', { name: t('home.realName.title') })).toBeVisible();
});
