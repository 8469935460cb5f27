import { expect, test } from 'vitest';
import { openSandbox } from '../sandbox.fixture.ts';
import { openDemoClient, tokenOf } from './demo-client.fixture.ts';

const aliceNames = { name: '林爱丽', 'name#zh': '林爱丽', 'name#en': 'Alice Lin' };
const alice = { sub: 'a', info: { ...aliceNames, phone_number: '+8613800138000', email: 'alice@example.com' } };
const bob = { sub: 'b', info: { name: '陈博', phone_number: '+8613800138001' } };
const twoFactors = { acr: 'urn:foyer:two-factors', amr: ['pwd', 'sms', 'mfa'] };
const seal = 'class="seal"';
const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const logout = { sid: 'session', sub: 'a', events: event };
const typ = { typ: 'logout+jwt' };

test('the documents and the people in them are named in the language of the page, and the page is called a sandbox', async () => {
  const { page } = await openDemoClient();
  const english = await page('');
  expect(english).toContain('<a class="badge badge-warn" href="/sandbox">Sandbox</a>');
  for (const text of ['Lease agreement 2026', 'Sent by ACME', 'For Bob Chen only']) expect(english).toContain(text);
  const chinese = await page('', 'zh');
  for (const text of ['租赁合同 2026', 'ACME 发送', '仅限陈博签署']) expect(chinese).toContain(text);
});

test('a request says which document it is for; a signature asks for two factors, a sign-in does not', async () => {
  const { ask, askAndReturn } = await openDemoClient();
  const { url, request } = await ask('/lease/sign-in');
  expect(url.pathname).toBe('/oidc/auth');
  expect(request).toMatchObject({
    iss: 'sandbox-contracts',
    redirect_uri: 'https://sign.example.com/sandbox/contracts/callback',
    ui_locales: 'en-US',
    code_challenge_method: 'S256',
    document: { title: 'Lease agreement 2026', sender: 'ACME', expires_at: Date.UTC(2026, 10, 29, 8) / 1000 },
  });
  expect(request).not.toHaveProperty('acr_values');
  expect((await ask('/supply/sign-in')).request).toMatchObject({ document: { signer: '13800138001' } });
  await askAndReturn('/lease/sign-in', alice);
  expect((await ask('/lease/sign')).request).toMatchObject({ acr_values: 'urn:foyer:two-factors' });
});

test('a person who comes back is named in the language of the page, with the factors', async () => {
  const { askAndReturn, page } = await openDemoClient();
  const english = await askAndReturn('/lease/sign-in', alice);
  for (const text of ['Alice Lin', 'alice@example.com', 'Password']) expect(english).toContain(text);
  expect(await page('/lease', 'zh')).toContain('林爱丽');
  expect(english).not.toContain(seal);
});

test('a document is stamped after two factors, for this person alone, until the demo is reset', async () => {
  const { app, askAndReturn, page } = await openDemoClient();
  await askAndReturn('/lease/sign-in', alice);
  const signed = await askAndReturn('/lease/sign', { ...alice, ...twoFactors });
  expect(signed).toContain(seal);
  expect(signed).toContain('Password, SMS code');
  expect(await page('/nda')).not.toContain(seal);
  const other = await openDemoClient();
  expect(await other.askAndReturn('/lease/sign-in', bob)).not.toContain(seal);
  await app.inject({ method: 'POST', url: '/sandbox/reset', payload: {} });
  await askAndReturn('/lease/sign-in', alice);
  expect(await page('/lease')).not.toContain(seal);
});

test('a signed document names who signed, how they were verified and when; its seal is pressed once', async () => {
  const { askAndReturn, page } = await openDemoClient();
  await askAndReturn('/lease/sign-in', alice);
  const signed = await askAndReturn('/lease/sign', { ...alice, ...twoFactors });
  expect(signed).toMatch(/Signed by Alice Lin on .* Identity confirmed with: Password, SMS code\./);
  expect(signed).toContain(`${seal} data-new`);
  const again = await page('/lease');
  expect(again).toContain(seal);
  expect(again).not.toContain('data-new');
});

test.each([
  ['the application', '/sign-out', ''],
  ['the service', '/logout', new URLSearchParams({ logout_token: tokenOf(logout, typ) }).toString()],
])(
  'what was signed stays signed in this browser after a sign-out of %s, and is of no one else',
  async (_, path, payload) => {
    const { askAndReturn, send, page } = await openDemoClient();
    await askAndReturn('/lease/sign-in', alice);
    await askAndReturn('/lease/sign', { ...alice, ...twoFactors });
    await send('POST', path, { payload });
    expect(await page('/lease')).toContain(seal);
    expect(await page('/lease')).not.toContain('/sign-out"');
    expect(await page('/nda')).not.toContain(seal);
    expect(await askAndReturn('/lease/sign-in', bob)).not.toContain(seal);
    const other = await openDemoClient();
    expect(await other.page('/lease')).not.toContain(seal);
  },
);

test('a document is not stamped when the provider confirms one factor alone', async () => {
  const { askAndReturn, page } = await openDemoClient();
  await askAndReturn('/lease/sign-in', alice);
  const refused = await askAndReturn('/lease/sign', alice);
  expect(refused).toContain('Two factors weren’t confirmed');
  expect(refused).not.toContain(seal);
  expect(await page('/lease')).not.toContain('Two factors weren’t confirmed');
});

test('a document is not stamped for another person than the one who pressed the button', async () => {
  const { askAndReturn } = await openDemoClient();
  await askAndReturn('/lease/sign-in', alice);
  const refused = await askAndReturn('/lease/sign', { ...bob, ...twoFactors });
  expect(refused).toContain('You signed in to another account');
  expect(refused).not.toContain(seal);
});

test('a document that names its signer is signed by no other person, and asks for a new sign-in', async () => {
  const { ask, askAndReturn } = await openDemoClient();
  const shown = await askAndReturn('/supply/sign-in', alice);
  expect(shown).toContain('This document is for Bob Chen to sign.');
  expect(shown).not.toContain('action="/sandbox/contracts/supply/sign"');
  expect(await askAndReturn('/supply/sign', { ...alice, ...twoFactors })).not.toContain(seal);
  expect((await ask('/supply/sign-in')).request).toMatchObject({ prompt: 'login' });
  await askAndReturn('/supply/sign-in', bob);
  expect(await askAndReturn('/supply/sign', { ...bob, ...twoFactors })).toContain(seal);
});

test('an answer to a request of another browser is ignored', async () => {
  const { ask } = await openDemoClient();
  const { request } = await ask('/lease/sign-in');
  const other = await openDemoClient();
  const { headers } = await other.send('GET', `/callback?code=code&state=${String(request['state'])}`);
  expect(headers.location).toBe('/sandbox/contracts');
  expect(headers).not.toHaveProperty('set-cookie');
});

test.each([
  ['access_denied', 'The sign-in was cancelled'],
  ['unmet_authentication_requirements', 'Two factors weren’t confirmed'],
  ['server_error', 'The sign-in did not complete'],
])('a sign-in that ends with %s says so', async (error, text) => {
  const { ask, send, page } = await openDemoClient();
  const { request } = await ask('/lease/sign-in');
  await send('GET', `/callback?error=${error}&state=${String(request['state'])}`);
  expect(await page('/lease')).toContain(text);
});

test('without an OpenID provider the page says how to turn it on', async () => {
  const { app } = await openSandbox();
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en' };
  const asked = await app.inject({ method: 'POST', url: '/sandbox/contracts/lease/sign-in', headers, payload: '' });
  const cookie = asked.cookies.map(({ name, value }) => `${name}=${value}`).join();
  const page = await app.inject({ url: String(asked.headers.location), headers: { ...headers, cookie } });
  expect(page.body).toContain('start the service with OIDC=on');
});

test('a sign-out ends the session and leads through the provider; the list then says so once', async () => {
  const { askAndReturn, send, page } = await openDemoClient();
  await askAndReturn('/lease/sign-in', alice);
  const { headers } = await send('POST', '/sign-out');
  const url = new URL(String(headers.location));
  expect(url.pathname).toBe('/oidc/logout');
  expect(url.searchParams.get('post_logout_redirect_uri')).toBe('https://sign.example.com/sandbox/contracts');
  expect(url.searchParams.get('id_token_hint')).toMatch(/^ey/);
  const list = await page('');
  expect(list).toContain('You’re signed out');
  expect(list).not.toContain('Alice Lin');
  expect(await page('')).not.toContain('You’re signed out');
});

test.each([
  ['of the provider', tokenOf(logout, typ), 204],
  ['for another session', tokenOf({ ...logout, sid: 'other' }, typ), 204],
  ['for another application', tokenOf({ ...logout, aud: 'other' }, typ), 400],
  ['of another issuer', tokenOf({ ...logout, iss: 'https://evil.test' }, typ), 400],
  ['that has expired', tokenOf({ ...logout, exp: 1 }, typ), 400],
  ['of another type', tokenOf(logout, { typ: 'JWT' }), 400],
  ['of another algorithm', tokenOf(logout, { ...typ, alg: 'RS512' }), 400],
  ['without the event', tokenOf({ ...logout, events: {} }, typ), 400],
  ['with a nonce', tokenOf({ ...logout, nonce: 'n' }, typ), 400],
  ['of an unknown key', tokenOf(logout, { ...typ, kid: 'other' }), 400],
  ['without a signature', tokenOf(logout, { ...typ, alg: 'none' }).replace(/[^.]*$/, ''), 400],
  ['with a changed signature', `${tokenOf(logout, typ).slice(0, -4)}AAAA`, 400],
  ['that is none', 'nothing', 400],
])('a logout token %s ends the session only if it is valid and names it', async (name, token, status) => {
  const { askAndReturn, send, page } = await openDemoClient();
  await askAndReturn('/lease/sign-in', alice);
  const payload = new URLSearchParams({ logout_token: token }).toString();
  expect((await send('POST', '/logout', { payload })).statusCode).toBe(status);
  const isSignedIn = (await page('/lease')).includes('Alice Lin');
  expect(isSignedIn).toBe(name !== 'of the provider');
});
