import { requestIdentityUrl } from '@foyer/contract/flows/real-name';
import { checkAuthorisation } from '@foyer/contract/flows/sso-return';
import { ssoMiddlePath } from '@foyer/contract/pages/page-routes';
import { expect, test } from '../../fixtures/screen.ts';

test('an unverified person goes to the identity service, with the page to return to [SO-13] [AC-06]', async ({
  page,
  site,
}) => {
  for (const [redirectUrl, returnsTo, showResultPage] of [
    ['/home?then=relaNameResult', '/home?then=relaNameResult', false],
    ['https://evil.test/relaNameResult', '/home', true],
  ] as const) {
    await signInByCompany(redirectUrl, { url: '/home?at=identity-service' });
    await page.waitForURL('**/home?at=identity-service');
    expect(site.bodiesOf(requestIdentityUrl).at(-1)).toEqual({
      dataCollect: { clientType: 'WEB', bizSource: 'saas_proactive_create' },
      contextInfo: { showResultPage, redirectUrl: `${site.origin}${returnsTo}` },
    });
    expect(site.callsOf(requestIdentityUrl).at(-1)!.path).toContain('/account-7/');
  }
  await test.step('without such a service the home page says what to do [SO-14]', async () => {
    await signInByCompany('/home', {});
    await page.waitForURL('**/home?scene=realname');
  });

  async function signInByCompany(redirectUrl: string, data: { url?: string }) {
    const unverified = { realNameStatus: false, accountId: 'account-7', loginDoubleCheck: false, needAgreement: false };
    site.answer(checkAuthorisation, { is: 'done', data: { loginStatus: true, ...unverified } });
    site.answer(requestIdentityUrl, { is: 'done', data });
    await page.goto(`${ssoMiddlePath}?${new URLSearchParams({ accessCode: 'access-1', redirectUrl })}`);
  }
});
