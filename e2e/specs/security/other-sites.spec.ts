import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hours, seconds } from '@foyer/contract/time';
import { expect, test as base } from '../../fixtures/test.ts';
import { HelpDesk } from '../../pages/help-desk.ts';
import { newMobile } from '../../support/people/new-accounts.ts';
import { alice, fay } from '../../support/people/people.ts';

/** Serves a page on another site; returns its URL. */
const test = base.extend<{ otherSite: (body: string) => Promise<string> }>({
  otherSite: async ({}, provide) => {
    const close: (() => void)[] = [];
    await provide(async (body) => {
      const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(body));
      close.push(() => server.close());
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    });
    for (const closeServer of close) closeServer();
  },
});

test('a forbidden redirect is replaced by the service too, and a registration keeps an allowed one [QP-07] [D-04] [AC-01] [RG-02] [RG-09]', async ({
  login,
  register,
  outbox,
  page,
  service,
  t,
}) => {
  await login.open({ redirectUrl: 'https://evil.test/', cusRedirectUrl: '/\t/evil.test/' });
  const response = login.nextResponse();
  await login.signIn(alice);
  expect((await response).data.url).toBe(`${service.origin}/home`);

  await login.open({ redirectUrl: '/agreement/privacy?from=a&b#c', cusRedirectUrl: 'https://evil.test/' });
  await page.getByRole('link', { name: t('login.registerNow') }).click();
  await register.repeatPassword.waitFor();
  await register.fill({ account: newMobile(), password: 'Quiet-Harbour7' }, outbox);
  await register.submit.click();
  await page.waitForURL('**/regist/success?*');
  await page.getByRole('button', { name: t('register.success.enter') }).click();
  await page.waitForURL('**/agreement/privacy?from=a&b#c');
});

test('a page that needs a session returns after the sign-in [PG-04] [QP-07]', async ({ login, page, t }) => {
  await page.goto('/home?scene=realname');
  await expect(page).toHaveURL(/\/login\/web\?redirectUrl=/);
  await login.waitForHydration();
  await login.signIn(fay, '**/home?scene=realname');
  await expect(page.getByRole('heading', { name: t('home.realName.title') })).toBeVisible();
});

test('a sign-in requests no other origin and stores no secret, and another site can neither end it nor frame a page [D-25] [AC-50] [AC-45] [AC-47]', async ({
  login,
  home,
  page,
  context,
  service,
  otherSite,
  allowErrors,
}) => {
  const origins = new Set<string>();
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) origins.add(new URL(request.url()).origin);
  });
  await login.open();
  await expect(page.getByRole('img', { name: /^Scan with/ })).toBeVisible();
  await login.codeTab.click();
  await login.passwordTab.click();
  await login.signIn(alice);
  await expect(home.greeting).toBeVisible();
  expect([...origins]).toEqual([service.origin]);
  const stored = await page.evaluate(() => ({ ...localStorage, ...sessionStorage }));
  expect(Object.keys(stored).sort()).toEqual(['foyer.signedInAt', 'preLoginWay']);
  const readable = (await context.cookies()).filter(({ httpOnly }) => !httpOnly).map(({ name }) => name);
  expect(readable.sort()).toEqual(['foyer_language', 'preLoginWay']);

  allowErrors(/ERR_BLOCKED|403|404|405|frame-ancestors|X-Frame-Options|Failed to load/);
  await test.step('another site cannot sign out', async () => {
    const logout = `${service.origin}/api/user/accounts/logout`;
    const responded = page.waitForResponse((one) => one.url() === logout && one.request().method() === 'POST');
    await page.goto(
      await otherSite(`<img src="${logout}"><form method="post" action="${logout}" target="hole"></form><iframe name="hole"></iframe>
      <script>document.forms[0].submit()</script>`),
    );
    expect((await responded).status()).toBe(403);
    expect((await page.request.get('/api/user/accounts/me')).status()).toBe(200);
  });
  await test.step('another site cannot frame a page', async () => {
    const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/login/web'));
    await page.goto(await otherSite(`<iframe src="${service.origin}/login/web"></iframe>`));
    expect((await refused).failure()?.errorText).toBe('net::ERR_BLOCKED_BY_RESPONSE');
    await expect(page.frameLocator('iframe').getByRole('tablist')).toHaveCount(0);
  });
});

test('a new tab has no access to its opener, and an injected script does not run and is reported [AC-56] [AC-46]', async ({
  login,
  page,
  context,
  service,
  allowErrors,
}) => {
  allowErrors(/Content Security Policy/);
  await login.open();
  // With everything that loads later: the QR code and the articles of the help desk.
  await expect(page.getByRole('img', { name: /Scan with/ })).toBeVisible();
  const helpDesk = new HelpDesk(page, 'en-US');
  await helpDesk.entry.click();
  await expect(helpDesk.articles).toHaveCount(10);
  const links = page.locator('a[target=_blank]');
  expect(await links.count()).toBeGreaterThanOrEqual(6);
  await expect(links.and(page.locator(':not([rel~=noopener])'))).toHaveCount(0);
  const opened = context.waitForEvent('page');
  await helpDesk.articles.first().click();
  const tab = await opened;
  await tab.waitForLoadState('domcontentloaded');
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  await tab.close();

  const before = service.logs().length;
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.pwned = 1';
    document.body.append(script);
    document.body.insertAdjacentHTML('beforeend', '<img src="/favicon.svg" onload="window.pwned = 1">');
  });
  await expect.poll(() => service.logs().slice(before)).toContain('"event":"cspReport"');
  expect(await page.evaluate(() => Reflect.get(window, 'pwned'))).toBeUndefined();
});

test('a browser that refuses storage and the sources of the fingerprint signs in [AC-51] [AC-53]', async ({
  login,
  page,
}) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse });
    Reflect.set(HTMLCanvasElement.prototype, 'getContext', refuse);
    Reflect.set(HTMLCanvasElement.prototype, 'toDataURL', refuse);
    Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: refuse });
    Object.defineProperty(Screen.prototype, 'colorDepth', { get: refuse });
  });
  await login.open();
  await login.signIn(alice);
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('only the service serves the page, and files with a long cache lifetime have a hash in their names [AC-58]', async ({
    login,
    page,
    request,
    service,
  }) => {
    const paths = new Set(['/offline-worker.js', '/favicon.svg', '/robots.txt']);
    page.on('request', (one) => one.url().includes('/assets/') && paths.add(new URL(one.url()).pathname));
    await login.open();
    const workers = await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      const all = await navigator.serviceWorker.getRegistrations();
      return all.map(({ scope, active }) => [scope, active?.scriptURL]);
    });
    expect(workers).toEqual([[`${service.origin}/login/`, `${service.origin}/offline-worker.js`]]);
    // A poisoned cache does not replace the page.
    await page.evaluate(async () => {
      const store = await caches.open('offline');
      for (const path of [location.href, '/login/web', '/login/web?', '/offline'])
        await store.put(path, new Response('<h1>evil</h1>', { headers: { 'Content-Type': 'text/html' } }));
    });
    await login.open();
    expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toContain('/offline-worker.js');

    expect(paths.size).toBeGreaterThan(10);
    for (const path of paths) {
      const headers = (await request.get(path)).headers();
      const [, age] = /max-age=(\d+)/.exec(headers['cache-control'] ?? '') ?? [];
      if (Number(age) > hours(1) / seconds(1)) expect(path).toMatch(/^\/assets\/.+-[\w-]{7}\.\w+$/);
      expect(age, path).toBeDefined();
      expect(headers['service-worker-allowed'], path).toBeUndefined();
    }
    for (const path of ['/sw.js', '/service-worker.js', '/assets/login-0000000.js', '/assets/../login/web']) {
      const response = await request.get(path);
      expect(response.headers()['content-type'] ?? '', path).not.toContain('javascript');
    }
  });
});
