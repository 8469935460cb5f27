import { commitPassword } from '@foyer/contract/flows/password-login';
import { expect, test } from '../../fixtures/screen.ts';
import { signedIn } from '../../scripted/usual-answers.ts';

const member = { account: '13812345678', password: 'Quiet-Harbour-7' };
const workspace = 'https://workspace.example.com';

/** `redirectUrl`, `cusRedirectUrl` and the URL of the response: one of each kind; the unit tests of the allowlist try them all. */
const hostile = [
  ['javascript:window.pwned=1', '/\t/evil.test/', 'https://evil.test/'],
  ['https://evil.test/', `${workspace}@evil.test/`, 'javascript:window.pwned=1'],
] as const;

test('a sign-in leads to the first allowed page that was requested, or else home [QP-07] [D-04] [AC-01] [AC-02] [MD-05]', async ({
  login,
  site,
  page,
  context,
}) => {
  const otherOrigins: string[] = [];
  await context.route(
    (url) => url.origin !== site.origin,
    (route) => {
      otherOrigins.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<title>Another origin</title>' });
    },
  );
  site.show({ config: { allowedRedirects: [workspace] } });
  const signIn = async (query: Record<string, string>, destination: string) => {
    await login.open(query);
    await login.signIn(member, destination);
  };

  await test.step('cusRedirectUrl wins over redirectUrl; a page of this site keeps its query and fragment', () =>
    signIn(
      { redirectUrl: '/agreement/privacy', cusRedirectUrl: '/agreement/service?from=sign-in#third' },
      '**/agreement/service?from=sign-in#third',
    ));
  await test.step('a forbidden cusRedirectUrl falls back to redirectUrl, here another origin that is on the list', () =>
    signIn(
      { redirectUrl: `${workspace}/desk?tab=1`, cusRedirectUrl: 'https://evil.test/' },
      `${workspace}/desk?tab=1`,
    ));
  expect(otherOrigins.splice(0)).toEqual([`${workspace}/desk?tab=1`]);
  for (const [redirectUrl, cusRedirectUrl, url] of hostile)
    await test.step(`not to ${JSON.stringify([redirectUrl, cusRedirectUrl])}, nor to ${url} of a response`, async () => {
      site.answer(commitPassword, { is: 'done', data: { ...signedIn, url } });
      await signIn({ redirectUrl, cusRedirectUrl }, '**/home');
      expect(await page.evaluate(() => Reflect.get(window, 'pwned'))).toBeUndefined();
    });
  expect(otherOrigins).toEqual([]);
});
