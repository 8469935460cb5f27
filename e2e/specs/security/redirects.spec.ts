import type { BrowserContext } from '@playwright/test';
import { expect, test, widths } from '../../fixtures/test.ts';
import { newMobile } from '../../support/new-accounts.ts';
import { alice, fay } from '../../support/people.ts';
import { workspace } from '../../support/service.ts';

test('someone goes on to the page that was asked for [QP-07] [D-04]', async ({ login, page, t }) => {
  await login.open({ redirectUrl: '/agreement/service?from=sign-in#third' });
  await login.signIn(alice, '**/agreement/service?from=sign-in#third');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('page.serviceAgreement'));
});

test('another origin is reached when it is on the list [QP-07] [D-04]', async ({ login, context, service }) => {
  await watchElsewhere(context, service.origin);
  await login.open({ redirectUrl: `${workspace}/desk?tab=1` });
  await login.signIn(alice, `${workspace}/desk?tab=1`);
});

test('cusRedirectUrl comes before redirectUrl [QP-07] [D-04]', async ({ login }) => {
  await login.open({ redirectUrl: '/agreement/service', cusRedirectUrl: '/agreement/privacy' });
  await login.signIn(alice, '**/agreement/privacy');
});

test('a cusRedirectUrl that may not be leaves redirectUrl its turn [QP-07] [D-04]', async ({ login }) => {
  await login.open({ redirectUrl: '/agreement/privacy', cusRedirectUrl: 'https://evil.test/' });
  await login.signIn(alice, '**/agreement/privacy');
});

test('who registers on the way is told so and still gets where they wanted to go [QP-07] [RG-02] [RG-09]', async ({
  login,
  register,
  outbox,
  page,
  t,
}) => {
  await login.open({ redirectUrl: '/agreement/privacy?from=a&b#c', cusRedirectUrl: 'https://evil.test/' });
  await page.getByRole('link', { name: t('login.registerNow') }).click();
  await register.fill({ account: newMobile(), password: 'Quiet-Harbour7' }, outbox);
  await register.submit.click();
  await page.waitForURL('**/regist/success?*');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('register.success.title'));
  await page.getByRole('button', { name: t('register.success.enter') }).click();
  await page.waitForURL('**/agreement/privacy?from=a&b#c');
});

/** One of each kind; the gate itself is tried with all there are. */
const hostile = ['https://evil.test/', '/\t/evil.test/', 'javascript:window.pwned=1', `${workspace}@evil.test/`];

test('what may not be gone to leads home, silently, by either name [QP-07] [D-04] [AC-01]', async ({
  login,
  page,
  context,
  service,
}) => {
  const elsewhere = await watchElsewhere(context, service.origin);
  for (const target of hostile) {
    await login.open({ redirectUrl: target, cusRedirectUrl: target });
    const answer = login.nextResponse();
    await login.signIn(alice);
    expect((await answer).data.url, target).toBe(`${service.origin}/home`);
    expect(elsewhere, target).toEqual([]);
    expect(await page.evaluate(() => Reflect.get(window, 'pwned'))).toBeUndefined();
  }
});

test('an answer that sends people where they may not go is not obeyed [D-04] [AC-02]', async ({
  login,
  page,
  context,
  service,
}) => {
  const elsewhere = await watchElsewhere(context, service.origin);
  for (const url of hostile.slice(0, 3)) {
    const data = { ouid: 'x', url, loginDoubleCheck: false, needAgreement: false, newUser: false };
    await login.routeCommits((route) => route.fulfill({ json: { code: 0, message: '', data } }));
    await login.open();
    await login.fill(alice);
    await login.submit.click();
    // Home sends whoever has no session back to the sso.
    await page.waitForURL('**/login/web?redirectUrl=%2Fhome');
    expect(elsewhere, url).toEqual([]);
  }
});

test('a page that needs signing in asks for it and is there afterwards [PG-04] [QP-07]', async ({ login, page, t }) => {
  await page.goto('/home?scene=realname');
  await expect(page).toHaveURL(/\/login\/web\?redirectUrl=/);
  await login.waitForHydration();
  await login.signIn(fay, '**/home?scene=realname');
  await expect(page.getByRole('heading', { name: t('home.realName.title') })).toBeVisible();
});

test('a computer goes to the workspace by default [MD-05]', async ({ login, page, t }) => {
  await login.open();
  await login.signIn(alice, '**/home');
  await expect(page.getByRole('heading', { name: t('home.realName.title') })).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use(widths.phone);

  test('the way leads to / by default [MD-05]', async ({ login, page, service }) => {
    await login.open();
    await login.fill(alice);
    const wentTo = page.waitForRequest((request) => request.isNavigationRequest());
    await login.submit.click();
    expect((await wentTo).url()).toBe(`${service.origin}/`);
    await page.waitForURL('**/home');
  });
});

/** Answers for the rest of the world, and keeps what was asked of it. */
async function watchElsewhere(context: BrowserContext, origin: string) {
  const asked: string[] = [];
  await context.route(
    (url) => url.origin !== origin,
    (route) => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<title>elsewhere</title>' });
    },
  );
  return asked;
}
