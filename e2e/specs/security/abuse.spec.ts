import { createServer } from 'node:http';
import { persisted } from '@foyer/contract/limits';
import { hours, seconds } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/test.ts';
import { HelpDesk } from '../../pages/help-desk.ts';
import { alice } from '../../support/people.ts';
import { freePort } from '../../support/service.ts';

const words = ['__proto__', 'constructor', 'toString', 'prototype', 'hasOwnProperty', '<img src=x onerror=pwned=1>'];
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
  JSON.stringify({ place: '/login/web', until, value });

/** Sixty values that nobody of ours wrote. */
const poison = [
  ...words,
  ...numbers,
  ...words.map((word) => JSON.stringify(word)),
  ...words.map((word) => `{"${word.replaceAll('"', '')}":{"x":1}}`),
  ...steps.map((at) => record({ at })),
  ...steps.map((at) => record({ at, url: 'javascript:pwned=1', serviceId: {}, outcome: { is: 'signedIn' } })),
  ...words.map((word) => record(word)),
  record({ at: 'leaving', url: 'https://evil.test/' }),
  record({ at: 'secondFactor', mobile: '<img src=x onerror=pwned=1>', preServiceId: 'x y' }),
  record({ target: 1, serviceId: [], sentTo: {}, sentAt: 'soon' }),
  record(Array.from({ length: 1000 }, () => [[]])),
  record({ at: 'consent', outcome: { is: 'mustAgreeFirst' } }, 'tomorrow'),
  '{"place":',
  '\u0000\ud800',
  'a'.repeat(2_000_000),
  '[[[[[[[[[[[[[[[[[[[[',
  record({ at: 'setPassword', serviceId: 'x'.repeat(5000) }),
];

test('no value in the browser’s stores breaks the page, is shown or leads away [AC-51] [AC-55]', async ({
  login,
  page,
}) => {
  test.slow();
  expect(poison.length).toBeGreaterThanOrEqual(60);
  await login.open();
  const keys = [
    'preLoginWay',
    'preQrLoginWay',
    'foyer.account',
    'foyer.step',
    'foyer.sent',
    'foyer.wish',
    'foyer.signedInAt',
  ];
  for (const value of poison) {
    await page.evaluate(
      ([all, text]) => {
        for (const store of [localStorage, sessionStorage]) {
          store.clear();
          for (const key of all) {
            try {
              store.setItem(key, text);
            } catch {
              // It is full, which is another thing to be met.
            }
          }
        }
      },
      [keys, value] as const,
    );
    await login.open();
    const what = value.slice(0, 80);
    await expect(login.passwordTab, what).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('dialog'), what).toHaveCount(0);
    expect(await page.evaluate(() => [Reflect.get(window, 'pwned'), Reflect.get({}, 'x')]), what).toEqual([
      undefined,
      undefined,
    ]);
  }
  await login.signIn(alice);
});

test('stores that throw at every touch are no obstacle [AC-51]', async ({ login, page }) => {
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

test('neither an address nor an answer gets at what all objects have [AC-55] [QP-09]', async ({ login, page }) => {
  await page.route('**/api/login/commit/user', async (route) => {
    const json = '{"code":0,"message":"","data":{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}},"ouid":1}}';
    await route.fulfill({ contentType: 'application/json', body: json });
  });
  await login.open('__proto__[x]=1&__proto__.x=1&constructor[prototype][x]=1&account[__proto__][x]=1');
  await login.attempt(alice);
  await login.errors.first().waitFor();
  expect(await page.evaluate(() => Reflect.get({}, 'x'))).toBeUndefined();
});

test('what opens in a new tab cannot reach back [AC-56]', async ({ login, page, context }) => {
  await login.open();
  // With everything on it that comes later: the code to scan, and the articles of the help desk.
  await expect(page.getByRole('img', { name: /Scan with/ })).toBeVisible();
  const helpDesk = new HelpDesk(page, 'en-US');
  await helpDesk.entry.click();
  await expect(helpDesk.articles).toHaveCount(10);
  const links = page.locator('a[target=_blank]');
  const reaching = await links.evaluateAll((all) =>
    all.filter((link) => !link.matches('[rel~=noopener]')).map(({ outerHTML }) => outerHTML),
  );
  expect(reaching).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(helpDesk.articles).toHaveCount(0);
  const count = await links.count();
  expect(count).toBeGreaterThanOrEqual(6);
  for (let n = 0; n < count; n += 1) {
    const opened = context.waitForEvent('page');
    await links.nth(n).click();
    const tab = await opened;
    await tab.waitForLoadState('domcontentloaded');
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    await tab.close();
  }
});

test('no field that nobody sees waits to be filled in [AC-57]', async ({ page, login }) => {
  for (const path of [
    '/login/web',
    '/login/web?preLoginWay=authCode',
    '/regist',
    '/retrieve',
    '/findAccount/account',
  ]) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    const unseen = await page.evaluate(() =>
      [...document.querySelectorAll('input, textarea')]
        .filter((field) => !field.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        .map((field) => field.outerHTML),
    );
    expect(unseen, path).toEqual([]);
  }
  await expect(login.account).toHaveCount(1);
});

test.describe('with the worker that keeps the offline page', () => {
  test.use({ serviceWorkers: 'allow' });

  test('nothing serves the page but the service, and what it serves for long is named by its content [AC-58]', async ({
    login,
    page,
    request,
    service,
  }) => {
    const asked = new Set(['/offline-worker.js', '/favicon.svg', '/robots.txt']);
    page.on('request', (one) => one.url().includes('/assets/') && asked.add(new URL(one.url()).pathname));
    await login.open();
    const workers = await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      const all = await navigator.serviceWorker.getRegistrations();
      return all.map(({ scope, active }) => [scope, active?.scriptURL]);
    });
    expect(workers).toEqual([[`${service.origin}/login/`, `${service.origin}/offline-worker.js`]]);
    // Whoever got at the store once has not got the page for good.
    await page.evaluate(async () => {
      const store = await caches.open('offline');
      for (const path of [location.href, '/login/web', '/login/web?', '/offline'])
        await store.put(path, new Response('<h1>evil</h1>', { headers: { 'Content-Type': 'text/html' } }));
    });
    await login.open();
    expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toContain('/offline-worker.js');

    expect(asked.size).toBeGreaterThan(10);
    for (const path of asked) {
      const headers = (await request.get(path)).headers();
      const [, age] = /max-age=(\d+)/.exec(headers['cache-control'] ?? '') ?? [];
      if (Number(age) > hours(1) / seconds(1)) expect(path).toMatch(/^\/assets\/.+-[\w-]{7}\.\w+$/);
      expect(age, path).toBeDefined();
      expect(headers['service-worker-allowed'], path).toBeUndefined();
    }
    for (const path of ['/sw.js', '/service-worker.js', '/assets/login-0000000.js', '/assets/../login/web']) {
      const answer = await request.get(path);
      expect(answer.headers()['content-type'] ?? '', path).not.toContain('javascript');
    }
  });
});

test('another site can neither sign someone out nor frame what asks for a yes [AC-45] [AC-47]', async ({
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
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.goto(`http://127.0.0.1:${port}/`);
  expect((await answered).status()).toBe(403);
  site.close();
  await page.goto('/home');
  await expect(home.greeting).toBeVisible();
  for (const path of ['/login/web', '/regist', '/scan/confirm', '/usercenterFront/ssomiddlepage', '/home']) {
    const { 'content-security-policy': policy = '', 'x-frame-options': frames } = (await request.get(path)).headers();
    expect(policy, path).toContain("frame-ancestors 'none'");
    expect(frames, path).toBe('DENY');
  }
});
