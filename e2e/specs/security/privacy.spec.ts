import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { expect, test } from '../../fixtures/test.ts';
import { alice } from '../../support/people.ts';
import { freePort } from '../../support/service.ts';

test('no other origin is requested before, during and after a sign-in', async ({ login, page, home, service }) => {
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
});

const paths = [
  '/login/web',
  '/home',
  '/no/such/page',
  '/agreement/service',
  '/sandbox',
  '/api/',
  '/api/nothing',
  '/healthz',
];

test('every response has a policy that allows nothing from other origins', async ({ request }) => {
  for (const path of paths) {
    const headers = (await request.get(path)).headers();
    const policy = headers['content-security-policy'] ?? '';
    expect(policy, path).not.toMatch(/unsafe|https?:|\*/);
    for (const rule of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"]) {
      expect(policy, path).toContain(rule);
    }
    expect(headers, path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': path === '/sandbox' ? 'same-origin' : 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
  }
});

test('an injected script does not run and is reported [AC-46]', async ({ login, page, service, allowErrors }) => {
  allowErrors(/Content Security Policy/);
  await login.open();
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.pwned = 1';
    document.body.append(script);
    document.body.insertAdjacentHTML('beforeend', '<img src="/favicon.svg" onload="window.pwned = 1">');
  });
  await expect.poll(service.logs).toContain('"event":"cspReport"');
  expect(await page.evaluate(() => Reflect.get(window, 'pwned'))).toBeUndefined();
});

test('no other site can frame the page [AC-47]', async ({ page, service, allowErrors }) => {
  allowErrors(/frame-ancestors|X-Frame-Options|ERR_BLOCKED_BY_RESPONSE/);
  const body = `<iframe src="${service.origin}/login/web"></iframe>`;
  const site = createServer((_, response) => response.setHeader('content-type', 'text/html').end(body));
  const port = await freePort();
  site.listen(port, '127.0.0.1');
  const refused = page.waitForEvent('requestfailed');
  await page.goto(`http://127.0.0.1:${port}/`);
  expect((await refused).failure()?.errorText).toBe('net::ERR_BLOCKED_BY_RESPONSE');
  await expect(page.frameLocator('iframe').getByRole('tablist')).toHaveCount(0);
  site.close();
});

test('the browser stores preferences and no secret [D-25] [AC-50]', async ({ login, home, page, context }) => {
  await login.open();
  await login.codeTab.click();
  await login.passwordTab.click();
  await login.signIn(alice);
  await expect(home.greeting).toBeVisible();
  const stored = await page.evaluate(() => ({ ...localStorage, ...sessionStorage }));
  expect(Object.keys(stored).sort()).toEqual(['foyer.signedInAt', 'preLoginWay']);
  const readable = (await context.cookies()).filter(({ httpOnly }) => !httpOnly).map(({ name }) => name);
  expect(readable.sort()).toEqual(['foyer_language', 'preLoginWay']);
});

test('the log contains events and nothing that was typed [AC-50]', async ({ login, page, service, allowErrors }) => {
  allowErrors(/status of 40\d/);
  const canaries = { mobile: '13712344321', email: 'canary@example.com', password: 'Canary-77-Song' };
  await login.open({ localAccount: canaries.mobile, redirectUrl: `/home?who=${canaries.email}` });
  await login.attempt({ account: canaries.mobile, password: canaries.password });
  await login.attempt({ account: canaries.email, password: canaries.password });
  await login.signIn(alice, '**/home?who=*');
  await page.goto(`/no/such/${canaries.email}`);
  await page.request.post('/api/login/commit/user', {
    data: `{"principal":"${canaries.mobile}"`,
    failOnStatusCode: false,
  });

  await expect.poll(service.logs).toContain('"result":"wrongCredentials"');
  const hash = createHash('sha256').update(canaries.password).digest('hex');
  for (const secret of [...Object.values(canaries), hash, alice.account, alice.password]) {
    expect(service.logs()).not.toContain(secret);
  }
});
