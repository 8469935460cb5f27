import { commitPassword } from '@foyer/contract/flows/password-login';
import { minutes } from '@foyer/contract/time';
import { test as base, expect } from '../../fixtures/test.ts';
import { type ExportedSite, startExportedSite } from '../../support/servers/exported-site.ts';
import { type StartedBackend, startMinimalBackend } from '../../support/servers/minimal-backend.ts';
import { makeOldest } from '../../support/page/oldest-browser.ts';
import { appClient, pixel, webViews } from '../../support/page/user-agents.ts';

/** The page as static files behind nginx, in front of a back end that is not ours. */
const test = base.extend<object, { backend: StartedBackend; site: ExportedSite }>({
  backend: [
    async ({}, provide) => {
      const backend = await startMinimalBackend();
      await provide(backend);
      await backend.close();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ backend }, provide) => {
      const site = await startExportedSite(backend.url, { WORKSPACE_URL: '/help' });
      await provide(site);
      await site.close();
    },
    { scope: 'worker', timeout: minutes(10) },
  ],
  baseURL: ({ site }, provide) => provide(site.origin),
});
// One worker for all, because the export takes seconds.
test.describe.configure({ mode: 'default' });
// The least back end has none of the calls beyond the specification.
test.beforeEach(({ allowErrors }) => allowErrors(/status of 404/));

test.describe('in the oldest browsers', () => {
  test.use({ bypassCSP: true });

  test('the exported page signs in', async ({ page, context, login }) => {
    await makeOldest(context);
    await page.goto('/login/web');
    await login.waitForHydration();
    await login.signIn(credentials, '**/help');
  });
});

const credentials = { account: '13800138000', password: 'Lantern-71' };

for (const [device, locale, userAgent] of [
  ['a PC', 'zh-CN', {}],
  ['a phone', 'en-US', pixel],
] as const)
  test.describe(`on ${device} in ${locale}`, () => {
    test.use({ locale, ...userAgent });

    test('the exported page signs in [ER-05]', async ({ page, login, code, t, backend }) => {
      const onPhone = device === 'a phone';
      backend.calls.length = 0;
      await page.goto('/login/web');
      await test.step('with a first paint for this language and device', async () => {
        await expect(page.locator('html')).toHaveAttribute('lang', locale);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(
          onPhone ? t('login.welcome') : t('login.title', { brand: '云章' }),
        );
      });
      await test.step('by password', async () => {
        await login.waitForHydration();
        await login.signIn(credentials, '**/help');
        const loginParams = expect.objectContaining({ endpoint: onPhone ? 'H5' : 'PC' });
        const body = expect.objectContaining({ principal: credentials.account, loginParams });
        expect(backend.calls).toContainEqual(expect.objectContaining({ call: 'POST /login/commit/user', body }));
      });
      await test.step('by code', async () => {
        await login.open({ preLoginWay: 'authCode' });
        await login.account.fill(credentials.account);
        await code.send();
        await code.input.fill('123456');
        await page.waitForURL('**/help');
        expect(backend.calls).toContainEqual(expect.objectContaining({ call: 'POST /login/commit' }));
      });
    });
  });

test('nginx chooses the document that the service chooses', async ({ site, service }) => {
  const requests: [path: string, headers?: Record<string, string>][] = [
    ['/login/web'],
    ['/login/web/', { 'accept-language': 'fr-FR,en;q=0.5,zh;q=0.4' }],
    ['/login', { 'accept-language': 'zh-TW,zh;q=0.9,en;q=0.8' }],
    ['/login/web', { 'accept-language': 'fr' }],
    ['/login/web', { 'accept-language': 'en', cookie: 'foyer_language=zh-CN; preLoginWay=authCode' }],
    ['/login/web?preLoginWay=authCode', { cookie: 'foyer_language=xx' }],
    ['/login/web?preLoginWay=x', { cookie: 'preLoginWay=authCode' }],
    ['/login/web?account=13800138000'],
    ['/login/web?principal=%2B86+138-0013-8000'],
    ['/login/web?x=1&account=a%40b.cn&hideLanguageButton'],
    ['/login/web?account=abc'],
    ['/login/web?ssoLogin'],
    ['/login/web?ssoLogin=False&appSsoLogin=1'],
    ['/login/web?hideLanguageButton=0'],
    ['/login/web?accessCode=x'],
    ['/x/usercenterFront/ssomiddlepage/y'],
    ['/usercenterFront/retrieve/web?hideLanguageButton=1'],
    ['/regist?account=13800138000&preLoginWay=authCode'],
    ['/offline?hideLanguageButton=1'],
    ['/no/such/page?hideLanguageButton=1'],
    ...[pixel, appClient, ...Object.values(webViews)].map(({ userAgent }): [string, Record<string, string>] => [
      '/login/web',
      { 'user-agent': userAgent },
    ]),
    ['/nothing', { 'user-agent': appClient.userAgent }],
    ['/login/web', { 'user-agent': 'Mozilla/5.0 (PC; OpenHarmony 5.0) Mobile MicroMessenger/8.0' }],
    ['/login/web', { 'user-agent': 'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) Mobile/15E148' }],
  ];
  for (const [path, headers = {}] of requests) {
    const [ours, exported] = await Promise.all(
      [service.origin, site.origin].map((origin) => documentAt(`${origin}${path}`, headers)),
    );
    expect({ path, headers, ...exported }).toEqual({ path, headers, ...ours });
  }
});

test('nginx serves assets compressed and for long, and nothing else', async ({ site }) => {
  const page = await (await fetch(`${site.origin}/login/web`)).text();
  const script = /src="(\/assets\/[^"]+)"/.exec(page)![1]!;
  const asset = await fetch(`${site.origin}${script}`, { headers: { 'accept-encoding': 'gzip' } });
  expect(Object.fromEntries(asset.headers)).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'gzip',
    'x-content-type-options': 'nosniff',
  });
  expect((await fetch(`${site.origin}/config.json`)).headers.get('cache-control')).toBe('no-cache');
  for (const path of ['/documents/login.zh-CN.pc.html', '/nginx.conf', '/assets/no-such.js', '/scan/confirm'])
    expect([path, (await fetch(`${site.origin}${path}`)).status]).toEqual([path, 404]);
  const root = await fetch(`${site.origin}/?redirectUrl=/x`, { redirect: 'manual' });
  expect(root.headers.get('location')).toMatch(/\/login\/web\?redirectUrl=\/x$/);
});

test('an edited configuration file counts at once, also with an API on another origin', async ({
  page,
  login,
  site,
  t,
}) => {
  await site.configure({
    brand: { 'zh-CN': '新章', 'en-US': 'Newseal' },
    apiBase: `${site.otherApi}/`,
    methods: {
      code: false,
      register: false,
      retrieve: false,
      scan: [],
      sso: false,
      wecom: false,
      passkey: false,
      onPhone: false,
    },
  });
  await page.goto('/login/web');
  await login.waitForHydration();
  await expect(page.getByRole('banner')).toContainText('Newseal');
  await expect(page).toHaveTitle(/Newseal/);
  await test.step('which also decides what is offered', async () => {
    for (const text of [t('login.registerNow'), t('login.forgotPassword'), t('login.forgotAccount')])
      await expect(page.getByRole('link', { name: text })).toHaveCount(0);
    await expect(login.codeTab).toHaveCount(0);
    await expect(page.getByRole('button', { name: t('sso.entry') })).toHaveCount(0);
  });
  const commit = page.waitForRequest((request) => request.url() === `${site.otherApi}${commitPassword.path}`);
  await login.signIn(credentials, '**/help');
  await commit;
  await site.configure({});
});

async function documentAt(url: string, headers: Record<string, string>) {
  const response = await fetch(url, { headers });
  const html = await response.text();
  const data = /id="page-data">(.*)<\/script>/.exec(html)?.[1];
  return {
    status: response.status,
    language: response.headers.get('content-language'),
    variant: data && (JSON.parse(data) as { variant: object }).variant,
  };
}
