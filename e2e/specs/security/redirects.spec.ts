import type { BrowserContext } from '@playwright/test';
import { expect, test, widths } from '../../fixtures/test.ts';
import { newMobile } from '../../support/new-accounts.ts';
import { alice, fay } from '../../support/people.ts';
import { workspace } from '../../support/service.ts';

test('a sign-in leads to the requested page [QP-07] [D-04]', async ({ login, page, t }) => {
  await login.open({ redirectUrl: '/agreement/service?from=sign-in#third' });
  await login.signIn(alice, '**/agreement/service?from=sign-in#third');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('page.serviceAgreement'));
});

test('another origin is allowed when it is on the list [QP-07] [D-04]', async ({ login, context, service }) => {
  await watchOtherOrigins(context, service.origin);
  await login.open({ redirectUrl: `${workspace}/desk?tab=1` });
  await login.signIn(alice, `${workspace}/desk?tab=1`);
});

test('cusRedirectUrl wins over redirectUrl [QP-07] [D-04]', async ({ login }) => {
  await login.open({ redirectUrl: '/agreement/service', cusRedirectUrl: '/agreement/privacy' });
  await login.signIn(alice, '**/agreement/privacy');
});

test('a forbidden cusRedirectUrl falls back to redirectUrl [QP-07] [D-04]', async ({ login }) => {
  await login.open({ redirectUrl: '/agreement/privacy', cusRedirectUrl: 'https://evil.test/' });
  await login.signIn(alice, '**/agreement/privacy');
});

test('a registration keeps the requested redirect [QP-07] [RG-02] [RG-09]', async ({
  login,
  register,
  outbox,
  page,
  t,
}) => {
  await login.open({ redirectUrl: '/agreement/privacy?from=a&b#c', cusRedirectUrl: 'https://evil.test/' });
  await page.getByRole('link', { name: t('login.registerNow') }).click();
  await register.repeatPassword.waitFor();
  await register.fill({ account: newMobile(), password: 'Quiet-Harbour7' }, outbox);
  await register.submit.click();
  await page.waitForURL('**/regist/success?*');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('register.success.title'));
  await page.getByRole('button', { name: t('register.success.enter') }).click();
  await page.waitForURL('**/agreement/privacy?from=a&b#c');
});

/** One of each kind; the unit tests of the allowlist try them all. */
const hostile = ['https://evil.test/', '/\t/evil.test/', 'javascript:window.pwned=1', `${workspace}@evil.test/`];

test('a forbidden redirect leads home, by either parameter [QP-07] [D-04] [AC-01]', async ({
  login,
  page,
  context,
  service,
}) => {
  const otherOrigins = await watchOtherOrigins(context, service.origin);
  for (const redirectUrl of hostile) {
    await login.open({ redirectUrl, cusRedirectUrl: redirectUrl });
    const response = login.nextResponse();
    await login.signIn(alice);
    expect((await response).data.url, redirectUrl).toBe(`${service.origin}/home`);
    expect(otherOrigins, redirectUrl).toEqual([]);
    expect(await page.evaluate(() => Reflect.get(window, 'pwned'))).toBeUndefined();
  }
});

test('a forbidden redirect in a response is not followed [D-04] [AC-02]', async ({ login, page, context, service }) => {
  const otherOrigins = await watchOtherOrigins(context, service.origin);
  for (const url of hostile.slice(0, 3)) {
    const data = { ouid: 'x', url, loginDoubleCheck: false, needAgreement: false, newUser: false };
    await login.routeCommits((route) => route.fulfill({ json: { code: 0, message: '', data } }));
    await login.open();
    await login.fill(alice);
    await login.submit.click();
    // The home page redirects to the sign-in page without a session.
    await page.waitForURL('**/login/web?redirectUrl=%2Fhome');
    expect(otherOrigins, url).toEqual([]);
  }
});

test('a page that needs a session returns after the sign-in [PG-04] [QP-07]', async ({ login, page, t }) => {
  await page.goto('/home?scene=realname');
  await expect(page).toHaveURL(/\/login\/web\?redirectUrl=/);
  await login.waitForHydration();
  await login.signIn(fay, '**/home?scene=realname');
  await expect(page.getByRole('heading', { name: t('home.realName.title') })).toBeVisible();
});

test('on a PC the default redirect is the workspace [MD-05]', async ({ login }) => {
  await login.open();
  await login.signIn(alice, '**/home');
});

test.describe('on a phone', () => {
  test.use(widths.phone);

  test('the default redirect is / [MD-05]', async ({ login, page, service }) => {
    await login.open();
    await login.fill(alice);
    const wentTo = page.waitForRequest((request) => request.isNavigationRequest());
    await login.submit.click();
    expect((await wentTo).url()).toBe(`${service.origin}/`);
    await page.waitForURL('**/home');
  });
});

/** Fulfills the requests to other origins and records their URLs. */
async function watchOtherOrigins(context: BrowserContext, origin: string) {
  const urls: string[] = [];
  await context.route(
    (url) => url.origin !== origin,
    (route) => {
      urls.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<title>otherOrigins</title>' });
    },
  );
  return urls;
}
