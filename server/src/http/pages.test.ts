import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agreementVersion } from '@foyer/contract/agreement-version';
import type { PageVariant } from '@foyer/contract/pages/page-config';
import { resultCodes } from '@foyer/contract/result-codes';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { codeTestSettings, codeHelpers } from '../../test/support/flows/test-codes.ts';
import type { RenderDocument } from './pages.ts';
import { testAppForFile } from '../../test/support/test-app.ts';
import { sha256Hex } from '../platform/sha256.ts';
import { scanHelpers } from '../../test/support/flows/test-scans.ts';
import { readAssets } from './answers/assets.ts';

const folder = temporaryFolder(afterAll);
mkdirSync(join(folder, 'assets'));
mkdirSync(join(folder, '.vite'));
const script = 'export const answer = 42;'.repeat(50);
writeFileSync(join(folder, 'assets/login-Dx81.js'), script);
writeFileSync(join(folder, 'assets/login-Dx81.js.br'), 'the br form');
writeFileSync(join(folder, 'assets/login-Dx81.js.map'), '{}');
writeFileSync(join(folder, 'robots.txt'), 'User-agent: *');
writeFileSync(join(folder, 'secret.json'), '{}');
writeFileSync(join(folder, '.vite/manifest.js'), '{}');

const rendered: PageVariant[] = [];
let failing = false;
let personal: Parameters<RenderDocument>[2];
const render: RenderDocument = async (variant, _config, shown) => {
  rendered.push(variant);
  personal = shown;
  if (failing) throw new Error('no paint');
  return `<!doctype html><html lang="${variant.language}"><style>a{}</style><script>b()</script><p>${JSON.stringify(variant)}</p><script type="application/json">{}</script></html>`;
};

const services = await testAppForFile({
  env: codeTestSettings,
  appOptions: { pages: { render, assets: await readAssets(folder) } },
});
const open = (url: string, headers = {}) => services.app.inject({ method: 'GET', url, headers });

beforeEach(() => {
  rendered.length = 0;
  failing = false;
});

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148 Safari/604.1';

describe('a page', () => {
  test.each([
    [
      'follows the browser’s language at first [SH-07]',
      '/login/web',
      { 'accept-language': 'en-GB,en' },
      { language: 'en-US' },
    ],
    ['is Chinese when the browser says nothing [SH-07]', '/login/web', {}, { language: 'zh-CN' }],
    [
      'keeps the chosen language [SH-07]',
      '/login/web',
      { cookie: 'foyer_language=zh-CN', 'accept-language': 'en' },
      { language: 'zh-CN' },
    ],
    ['opens the tab that the URL asks for [LF-02]', '/login/web?preLoginWay=authCode', {}, { tab: 'authCode' }],
    ['opens the tab used last [LF-04]', '/login/web', { cookie: 'preLoginWay=authCode' }, { tab: 'authCode' }],
    [
      'prefers the URL to the persisted value [LF-02]',
      '/login/web?preLoginWay=user',
      { cookie: 'preLoginWay=authCode' },
      { tab: 'user' },
    ],
    [
      'falls back to the password [LF-03]',
      '/login/web?preLoginWay=x',
      { cookie: 'preLoginWay=authCode' },
      { tab: 'user' },
    ],
    ['locks a fixed account [QP-02]', '/login/web?account=13800138000', {}, { locked: true }],
    ['locks nothing that is no account [QP-02] [QP-09]', '/login/web?account=abc', {}, { locked: false }],
    ['hides the languages on request [QP-08]', '/login/web?hideLanguageButton=1', {}, { languageHidden: true }],
    ['knows a phone', '/login/web', { 'user-agent': iPhone }, { device: 'mobileWeb' }],
    ['knows the page behind an old path', '/usercenterFront/retrieve/web', {}, { page: 'retrieve' }],
    ['knows the SSO page anywhere [SH-11]', '/x/usercenterFront/ssomiddlepage/y', {}, { page: 'ssoMiddle' }],
    ['is the SSO page for an access code [QP-06]', '/login/web?accessCode=access-1', {}, { page: 'ssoMiddle' }],
  ])('%s', async (_, url, headers, variant) => {
    const answer = await open(url, headers);
    expect(answer.statusCode).toBe(200);
    expect(JSON.parse(/<p>(.*)<\/p>/.exec(answer.body)![1]!)).toMatchObject(variant);
    expect(answer.headers['content-language']).toBe('language' in variant ? variant.language : 'zh-CN');
    expect(answer.headers['vary']).toBe('Accept-Encoding, Accept-Language, Cookie, User-Agent');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('is rendered once per variant, not per URL', async () => {
    await open('/help?q=1');
    const before = rendered.length;
    for (const url of ['/help?q=2', '/help?preLoginWay=authCode', '/help?account=a', '/help/']) await open(url);
    expect(rendered).toHaveLength(before);
  });

  test('is rendered again after a failure', async () => {
    failing = true;
    expect((await open('/cookieHint')).statusCode).toBe(500);
    failing = false;
    expect((await open('/cookieHint')).statusCode).toBe(200);
  });

  test('is sent in the smallest encoding that the browser accepts', async () => {
    const plain = (await open('/help')).body;
    const br = await open('/help', { 'accept-encoding': 'gzip, deflate, br' });
    expect(br.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain);
    const gzip = await open('/help', { 'accept-encoding': 'gzip, br;q=0' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain);
  });

  test('allows its inline styles and script by hash only [ASVS 3.4.3]', async () => {
    const policy = String((await open('/help')).headers['content-security-policy']);
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(policy).toContain(`; script-src 'self' ${hash('b()')}; style-src 'self' ${hash('a{}')};`);
    expect(policy).not.toContain('unsafe');
  });

  test('“registered” is shown only to a signed-in browser that has just registered, also after a reload [RG-09]', async () => {
    const { sendAndVerify, loginParams } = codeHelpers(services);
    const browser = services.browser();
    const mobile = '13270000001';
    const success = async () => {
      const { statusCode, headers } = await browser.send({ method: 'GET', url: '/regist/success' });
      return [statusCode, headers['location']];
    };
    const away = [302, '/login/web'];
    await services.addAccount({ mobile: '13270000002', password: 'Foyer-2026' });
    expect(await success()).toEqual(away);
    await browser.signIn('13270000002', 'Foyer-2026');
    expect(await success()).toEqual(away);
    await browser.post('/user/accounts/logout');

    const source = { pub: 'yunzhang', chl: 'web', tml: 'PC' };
    const password = sha256Hex('Lantern-71');
    const serviceId = await sendAndVerify(browser, mobile, 'REGISTER');
    const said = { source, encrypter: 'SHA256', password, serviceId, loginParams };
    expect(await browser.post('/sender/register', said, { event: 'acc_register' })).toMatchObject({ code: 0 });
    expect(await success()).toEqual(away);
    await browser.signIn(mobile, 'Lantern-71');
    await browser.put('/v1/accounts/agreement', { version: agreementVersion });
    expect(await success()).toEqual([200, undefined]);
    expect(await success()).toEqual([200, undefined]);
    await browser.post('/user/accounts/logout');
    expect(await success()).toEqual(away);
    expect(rendered.filter(({ page }) => page === 'registered').length).toBeLessThanOrEqual(1);
  });

  test('that does not exist is a 404 page [SH-12]', async () => {
    const answer = await open('/no/such/page');
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toContain('notFound');
  });

  test.each(['/%E0%A4%A', '/login/web%', '/%', '/help/%zz?x=%E0%A4%A'])(
    'does not exist at %s, which cannot be read, and says so in the context’s language [SH-12] [QP-09]',
    async (url) => {
      for (const language of ['zh-CN', 'en-US']) {
        const answer = await open(url, { 'accept-language': language });
        expect([answer.statusCode, answer.headers['content-language']]).toEqual([404, language]);
        expect(answer.body).toContain('"page":"notFound"');
      }
    },
  );

  test('is not sent for a malformed API path [D-02]', async () => {
    const answer = await open('/api/user/%E0%A4%A');
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: resultCodes.malformed, data: null });
    expect(rendered).toEqual([]);
  });

  test('is not sent for an unknown call [D-02]', async () => {
    for (const url of ['/api/no/such/call', '/api/no/such/call?x=1']) {
      const answer = await open(url);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ code: resultCodes.notFound, data: null });
    }
    expect(rendered).toEqual([]);
  });

  test('does not accept POST', async () => {
    const answer = await services.browser().send({ method: 'POST', url: '/login/web', payload: {} });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers['allow']).toBe('GET, HEAD');
  });

  test('answers HEAD without a body', async () => {
    const answer = await services.app.inject({ method: 'HEAD', url: '/login/web' });
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
  });
});

describe('a page with a QR code', () => {
  const setsBrowserId = async (url: string, headers = {}) =>
    (await open(url, headers)).cookies.some(({ name }) => name === 'foyer_browser');

  test('sets a browser id, so that two tabs opened at once share it [QR-14]', async () => {
    const { show, poll } = scanHelpers(services);
    const browser = services.browser();
    const both = [1, 2];
    await Promise.all(both.map(() => browser.send({ method: 'GET', url: '/login/web' })));
    const codes = await Promise.all(both.map(() => show(browser, 'alipay')));
    for (const shown of codes) expect(await poll(browser, 'alipay', shown)).toMatchObject({ code: 400 });
  });

  test('keeps an existing browser id', async () => {
    const browser = services.browser();
    await browser.send({ method: 'GET', url: '/login/web' });
    const name = browser.jar.get('foyer_browser');
    expect(name).toMatch(/^[\w-]{43}$/);
    expect(await setsBrowserId('/login/web', { cookie: `foyer_browser=${name}` })).toBe(false);
    expect(await setsBrowserId('/login/web', { cookie: 'foyer_browser=short' })).toBe(true);
  });

  test('is the only page that sets a browser id', async () => {
    for (const url of ['/login/web?account=13800138000', '/register/web', '/help', '/agreement/privacy', '/no/such'])
      expect([url, await setsBrowserId(url)]).toEqual([url, false]);
    expect(await setsBrowserId('/login/web', { 'user-agent': iPhone })).toBe(false);
  });
});

describe('the root path', () => {
  test('redirects to sign-in, or home if signed in', async () => {
    await services.addAccount({ mobile: '13600000001', password: 'Foyer-2026' });
    const browser = services.browser();
    const at = async (url: string) => {
      const { statusCode, headers } = await browser.send({ method: 'GET', url });
      return [statusCode, headers['location']];
    };
    expect(await at('/')).toEqual([302, '/login/web']);
    expect(await at('/?redirectUrl=%2Fx')).toEqual([302, '/login/web?redirectUrl=%2Fx']);
    expect(await at('/home')).toEqual([302, '/login/web?redirectUrl=%2Fhome']);
    expect(await at('/home?scene=realname')).toEqual([302, '/login/web?redirectUrl=%2Fhome%3Fscene%3Drealname']);
    expect(await at('/.well-known/change-password')).toEqual([302, '/login/web?redirectUrl=%2Faccount%23sign-in']);
    expect(await at('/account')).toEqual([302, '/login/web?redirectUrl=%2Faccount']);
    await browser.signIn('13600000001', 'Foyer-2026');
    expect(await at('/')).toEqual([302, '/home']);
    expect(await at('/?tab=1')).toEqual([302, '/home?tab=1']);
    expect(await at('/.well-known/change-password')).toEqual([302, '/account#sign-in']);
    for (const path of ['/home', '/account']) expect(await at(path)).toEqual([200, undefined]);
  });

  test('leads to the account page, which is rendered with the account of its session and never stored [PG-04]', async () => {
    const ouid = await services.addAccount({ mobile: '13600000003', password: 'Foyer-2026', name: '林晓丽' });
    const browser = services.browser();
    await browser.signIn('13600000003', 'Foyer-2026');
    const { headers } = await browser.send({ method: 'GET', url: '/home' });
    expect(headers['cache-control']).toBe('no-store');
    expect(personal?.account?.data).toMatchObject({ ouid, mobile: '13600000003', sessions: [{ current: true }] });
    expect(personal?.account?.data).toEqual((await browser.get('/user/accounts/me')).data);
  });

  test('redirects to sign-in while agreement is pending [AC-34]', async () => {
    await services.addAccount({ mobile: '13600000002', password: 'Foyer-2026', agreed: false });
    const browser = services.browser();
    await browser.signIn('13600000002', 'Foyer-2026');
    expect((await browser.send({ method: 'GET', url: '/home' })).statusCode).toBe(302);
  });
});

describe('an asset', () => {
  test('is cached for a year if its name has a hash', async () => {
    const answer = await open('/assets/login-Dx81.js');
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
    });
    expect(answer.body).toBe(script);
    expect((await open('/robots.txt')).headers['cache-control']).toBe('public, max-age=3600');
  });

  test('is sent in its precompressed form', async () => {
    const answer = await open('/assets/login-Dx81.js', { 'accept-encoding': 'br' });
    expect([answer.headers['content-encoding'], answer.body]).toEqual(['br', 'the br form']);
    expect(
      (await open('/assets/login-Dx81.js', { 'accept-encoding': 'gzip' })).headers['content-encoding'],
    ).toBeUndefined();
  });

  test('is not sent again if the ETag matches', async () => {
    const { etag } = (await open('/robots.txt')).headers;
    const again = await open('/robots.txt', { 'if-none-match': `"other", W/${String(etag)}` });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test.each([
    '/assets/login-Dx81.js.map',
    '/assets/login-Dx81.js.br',
    '/secret.json',
    '/.vite/manifest.js',
    '/assets/../secret.json',
    '/assets/%2e%2e/secret.json',
    '/.env',
    '/.git/config',
    '/package.json',
  ])('is not served for %s [ASVS 13.4.1]', async (url) => {
    expect((await open(url)).statusCode).toBe(404);
  });
});
