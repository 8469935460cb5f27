import { describe, expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { oidcPaths } from '../../parts/oidc/paths.ts';

const workspace = 'https://workspace.example.com';
const services = await testAppForFile({
  env: { ALLOWED_REDIRECTS: workspace },
  appOptions: {
    pages: {
      render: async (_variant, _config, personal) => JSON.stringify(personal?.notice ?? null),
      assets: new Map(),
    },
  },
});
const home = `${services.config.publicUrl}/home`;
const password = 'Foyer-2026';

let numbers = 13600000000;
async function signedIn(more: Parameters<typeof services.addAccount>[0] = {}) {
  const mobile = String((numbers += 1));
  await services.addAccount({ mobile, password, ...more });
  const browser = services.browser();
  expect(await browser.signIn(mobile, password)).toMatchObject({ code: 0 });
  return { mobile, browser };
}
type Browser = ReturnType<typeof services.browser>;

const noticeIn = async (browser: Browser, query: Record<string, string> = {}, path = '/login/web') => {
  const url = `${path}?${new URLSearchParams(query)}`;
  const { body } = await browser.send({ method: 'GET', url, headers: { 'accept-encoding': 'identity' } });
  return JSON.parse(body) as unknown;
};

describe('someone who is signed in', () => {
  test('is told so by name, and where to go on', async () => {
    const { browser } = await signedIn({ name: '林爱丽', latinName: 'Alice Lin' });
    const url = `${workspace}/contracts/7`;
    expect(await noticeIn(browser)).toEqual({ is: 'signedIn', name: 'Alice Lin', url: home });
    expect(await noticeIn(browser, { redirectUrl: url })).toMatchObject({ url });
    expect(await noticeIn(browser, { redirectUrl: 'https://evil.example' })).toMatchObject({ url: home });
  });

  test('is named by the masked number without a name', async () => {
    const { browser, mobile } = await signedIn();
    expect(await noticeIn(browser)).toMatchObject({ name: `${mobile.slice(0, 3)}****${mobile.slice(-4)}` });
  });

  test.each([
    ['is back from an app', { preLoginId: 'p' }],
    ['is sent by an application that asks for another sign-in', { redirectUrl: oidcPaths.interaction('i') }],
  ])('is told nothing who %s', async (_, query: Record<string, string>) => {
    const { browser } = await signedIn();
    expect(await noticeIn(browser, query)).toBeNull();
  });

  test('is told nothing on other pages', async () => {
    const { browser } = await signedIn();
    expect(await noticeIn(browser, {}, '/regist')).toBeNull();
  });

  test('is told nothing before having agreed', async () => {
    const { browser } = await signedIn({ agreed: false });
    expect(await noticeIn(browser)).toBeNull();
  });
});

test('someone who has signed out is told so once', async () => {
  const { browser } = await signedIn();
  await browser.post('/user/accounts/logout');
  expect(await noticeIn(browser)).toEqual({ is: 'signedOut' });
  expect(await noticeIn(browser)).toBeNull();
});

test('someone whose session has ended is told so, and the cookie stays, which another tab may be replacing', async () => {
  const { browser, mobile } = await signedIn();
  const token = browser.jar.get('foyer_session')!;
  await browser.signIn(mobile, password);
  browser.jar.set('foyer_session', token);
  expect(await noticeIn(browser)).toEqual({ is: 'sessionEnded' });
  expect(browser.jar.get('foyer_session')).toBe(token);
});

test('a new browser is told nothing', async () => {
  expect(await noticeIn(services.browser())).toBeNull();
});
