import { commitPassword } from '@foyer/contract/flows/password-login';
import { expect, test, widths } from '../../fixtures/screen.ts';
import { signedIn } from '../../scripted/usual-answers.ts';

const member = { account: '13812345678', password: 'Quiet-Harbour-7' };
const workspace = 'https://workspace.example.com';

/** One of each kind; the unit tests of the allowlist try them all. */
const hostile = ['https://evil.test/', '/\t/evil.test/', 'javascript:window.pwned=1', `${workspace}@evil.test/`];

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

  await test.step('a page of this site, with query and fragment', () =>
    signIn({ redirectUrl: '/agreement/service?from=sign-in#third' }, '**/agreement/service?from=sign-in#third'));
  await test.step('cusRedirectUrl wins over redirectUrl', () =>
    signIn({ redirectUrl: '/agreement/service', cusRedirectUrl: '/agreement/privacy' }, '**/agreement/privacy'));
  await test.step('a forbidden cusRedirectUrl falls back to redirectUrl', () =>
    signIn({ redirectUrl: '/agreement/privacy', cusRedirectUrl: 'https://evil.test/' }, '**/agreement/privacy'));
  await test.step('another origin that is on the list', () =>
    signIn({ redirectUrl: `${workspace}/desk?tab=1` }, `${workspace}/desk?tab=1`));
  expect(otherOrigins.splice(0)).toEqual([`${workspace}/desk?tab=1`]);
  for (const redirectUrl of hostile)
    await test.step(`not to ${JSON.stringify(redirectUrl)}`, () =>
      signIn({ redirectUrl, cusRedirectUrl: redirectUrl }, '**/home'));
  for (const url of hostile)
    await test.step(`not to ${JSON.stringify(url)} of a response`, async () => {
      site.answer(commitPassword, { is: 'done', data: { ...signedIn, url } });
      await signIn({}, '**/home');
      expect(await page.evaluate(() => Reflect.get(window, 'pwned'))).toBeUndefined();
    });
  expect(otherOrigins).toEqual([]);
});

test.describe('on a phone', () => {
  test.use(widths.phone);

  test('the default redirect is that of phones [MD-05]', async ({ login, site }) => {
    site.show({ config: { home: '/help', homeOnPhones: '/home' } });
    await login.open();
    await login.signIn(member, '**/home');
  });
});
