import { resultCodes } from '@foyer/contract/result-codes';
import { createServer } from 'node:http';
import { persisted } from '@foyer/contract/limits';
import { hours, seconds } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/test.ts';
import { HelpDesk } from '../../pages/help-desk.ts';
import { watchAssets } from '../../support/calls.ts';
import { alice } from '../../support/people.ts';
import { freePort } from '../../support/service.ts';

const names = ['__proto__', 'constructor', 'toString', 'prototype', 'hasOwnProperty', '<img src=x onerror=pwned=1>'];
const numbers = ['0', '-1', '1e999', 'NaN', 'null', 'undefined', 'true', '[]', '{}', '""'];
const steps = [
  'secondFactor',
  'consent',
  'setPassword',
  'identityCheck',
  'bindMobile',
  'oneClick',
  'leaving',
  'realName',
];
const record = (value: unknown, until: unknown = Date.now() + persisted.lifetime) =>
  JSON.stringify({ url: '/login/web', until, value });

/** Values in the form that the page writes, with a content that it never writes. */
const invalidRecords = [
  ...steps.map((at) => record({ at })),
  ...steps.map((at) => record({ at, url: 'javascript:pwned=1', serviceId: {}, outcome: { is: 'signedIn' } })),
  ...names.map((name) => record(name)),
  record({ at: 'leaving', url: 'https://evil.test/' }),
  record({ at: 'secondFactor', mobile: '<img src=x onerror=pwned=1>', preServiceId: 'x y' }),
  record({ target: 1, serviceId: [], sentTo: {}, sentAt: 'soon' }),
  record(Array.from({ length: 1000 }, () => [[]])),
  record({ at: 'setPassword', serviceId: 'x'.repeat(5000) }),
];
const invalidTexts = [
  ...names,
  ...numbers,
  ...names.map((name) => JSON.stringify(name)),
  ...names.map((name) => `{"${name.replaceAll('"', '')}":{"x":1}}`),
  record({ at: 'consent', outcome: { is: 'mustAgreeFirst' } }, 'tomorrow'),
  '{"url":',
  '\u0000\ud800',
  'a'.repeat(2_000_000),
  '[[[[[[[[[[[[[[[[[[[[',
];

test('no stored value breaks the page, is shown or navigates away [AC-51] [AC-55]', async ({
  login,
  page,
  allowErrors,
}) => {
  test.slow();
  // The time of a sign-in that changes while the page loads makes it ask whether there is a session.
  allowErrors(/status of 401 .*accounts\/me/);
  await login.open();
  const keys = [
    'preLoginWay',
    'preQrLoginWay',
    'foyer.account',
    'foyer.step',
    'foyer.sent',
    'foyer.redirectUrl',
    'foyer.signedInAt',
  ];
  const loadedSteps = watchAssets(page, 'persisted-step');
  for (const value of [...invalidTexts, ...invalidRecords]) {
    await page.evaluate(
      ([all, text]) => {
        for (const store of [localStorage, sessionStorage]) {
          store.clear();
          for (const key of all) {
            try {
              store.setItem(key, text);
            } catch {
              // A full store is one more case.
            }
          }
        }
      },
      [keys, value] as const,
    );
    await login.open();
    const label = value.slice(0, 80);
    await expect(login.passwordTab, label).toHaveAttribute('aria-selected', 'true');
    // After its hydration the page loads what reads a record. It removes one that it does not accept, and opens no dialog.
    if (invalidTexts.includes(value)) expect(await loadedSteps(), label).toEqual([]);
    else await expect.poll(() => page.evaluate(() => sessionStorage.getItem('foyer.step')), label).toBeNull();
    await expect(page.getByRole('dialog'), label).toHaveCount(0);
    expect(await page.evaluate(() => [Reflect.get(window, 'pwned'), Reflect.get({}, 'x')]), label).toEqual([
      undefined,
      undefined,
    ]);
  }
  await login.signIn(alice);
});

test('storage that throws on every access does not prevent a sign-in [AC-51]', async ({ login, page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('refused', 'SecurityError');
        },
      });
    }
  });
  await login.open();
  await login.signIn(alice);
});

test('neither a query string nor a response changes the prototype of objects [AC-55] [QP-09]', async ({
  login,
  page,
}) => {
  await page.route('**/api/login/commit/user', async (route) => {
    const data = '{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}},"attemptsLeft":1}';
    const body = `{"code":${resultCodes.wrongCredentials},"message":"","data":${data}}`;
    await route.fulfill({ contentType: 'application/json', body });
  });
  await login.open('__proto__[x]=1&__proto__.x=1&constructor[prototype][x]=1&account[__proto__][x]=1');
  await login.attempt(alice);
  await login.errors.first().waitFor();
  expect(await page.evaluate(() => Reflect.get({}, 'x'))).toBeUndefined();
});

test('a new tab has no access to its opener [AC-56]', async ({ login, page, context }) => {
  await login.open();
  // With everything that loads later: the QR code and the articles of the help desk.
  await expect(page.getByRole('img', { name: /Scan with/ })).toBeVisible();
  const helpDesk = new HelpDesk(page, 'en-US');
  await helpDesk.entry.click();
  await expect(helpDesk.articles).toHaveCount(10);
  const links = page.locator('a[target=_blank]');
  const unsafe = await links.evaluateAll((all) =>
    all.filter((link) => !link.matches('[rel~=noopener]')).map(({ outerHTML }) => outerHTML),
  );
  expect(unsafe).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(helpDesk.articles).toHaveCount(0);
  // The other banners are hidden, and do not rotate under reduced motion.
  const shown = links.filter({ visible: true });
  const count = await shown.count();
  expect(count).toBeGreaterThanOrEqual(6);
  for (let n = 0; n < count; n += 1) {
    const opened = context.waitForEvent('page');
    await shown.nth(n).click();
    const tab = await opened;
    await tab.waitForLoadState('domcontentloaded');
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    await tab.close();
  }
});

test('no hidden field waits for autofill [AC-57]', async ({ page, login }) => {
  for (const path of [
    '/login/web',
    '/login/web?preLoginWay=authCode',
    '/regist',
    '/retrieve',
    '/findAccount/account',
  ]) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    const hidden = await page.evaluate(() =>
      [...document.querySelectorAll('input, textarea')]
        .filter((field) => !field.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        .map((field) => field.outerHTML),
    );
    expect(hidden, path).toEqual([]);
  }
  await expect(login.account).toHaveCount(1);
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
      if (Number(age) > hours(1) / seconds(1)) expect(path).toMatch(/^\/assets\/.+-[\w-]{8}\.\w+$/);
      expect(age, path).toBeDefined();
      expect(headers['service-worker-allowed'], path).toBeUndefined();
    }
    for (const path of ['/sw.js', '/service-worker.js', '/assets/login-0000000.js', '/assets/../login/web']) {
      const response = await request.get(path);
      expect(response.headers()['content-type'] ?? '', path).not.toContain('javascript');
    }
  });
});

test('another site can neither sign out nor frame a page [AC-45] [AC-47]', async ({
  login,
  home,
  page,
  service,
  request,
  allowErrors,
}) => {
  allowErrors(/ERR_BLOCKED|403|404|405|frame-ancestors|Failed to load/);
  await login.open();
  await login.signIn(alice);
  const logout = `${service.origin}/api/user/accounts/logout`;
  const body = `<img src="${logout}"><form method="post" action="${logout}" target="hole"></form><iframe name="hole"></iframe>
    <script>document.forms[0].submit()</script>`;
  const site = createServer((_, response) => response.setHeader('content-type', 'text/html').end(body));
  const port = await freePort();
  site.listen(port, '127.0.0.1');
  const responded = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.goto(`http://127.0.0.1:${port}/`);
  expect((await responded).status()).toBe(403);
  site.close();
  await page.goto('/home');
  await expect(home.greeting).toBeVisible();
  for (const path of ['/login/web', '/regist', '/scan/confirm', '/usercenterFront/ssomiddlepage', '/home']) {
    const { 'content-security-policy': policy = '', 'x-frame-options': frames } = (await request.get(path)).headers();
    expect(policy, path).toContain("frame-ancestors 'none'");
    expect(frames, path).toBe('DENY');
  }
});
