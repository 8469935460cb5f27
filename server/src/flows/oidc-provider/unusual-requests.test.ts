import { expect, test } from 'vitest';
import { addClient, newPerson, openidClient, requestFor, signedIn } from '../../../test/support/flows/test-oidc.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';

const services = await testAppForFile({ env: { OIDC: 'on' } });
await addClient(services, { id: 'contracts' });
const client = await openidClient(services, 'contracts');
const { open } = await signedIn(services, await newPerson(services));

const post = (url: string, form: Record<string, string>) =>
  services.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });

const nul = 'contracts\0';

test.each([
  ['a token', () => post('/oidc/token', { client_id: nul, grant_type: 'authorization_code', code: 'x' })],
  ['the end of a token', () => post('/oidc/revoke', { client_id: nul, token: 'x' })],
  ['a pushed request', () => post('/oidc/request', { client_id: nul, response_type: 'code' })],
])('a client with a NUL in its name that asks for %s is unknown', async (_, ask) => {
  const { statusCode, body } = await ask();
  expect([statusCode, JSON.parse(body)]).toEqual([401, expect.objectContaining({ error: 'invalid_client' })]);
});

test.each(['client_id', 'state', 'nonce', 'login_hint', 'redirect_uri', 'ui_locales'])(
  'a request whose %s contains a NUL is refused on our own page',
  async (name) => {
    const { url } = await requestFor(client);
    url.searchParams.append(name, 'x\0');
    const { response } = await open(url);
    expect([response?.statusCode, response?.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_request' }),
    ]);
  },
);

test.each([
  '/oidc/logout?client_id=a%00',
  '/oidc/logout?state=%00',
  '/oidc/interaction/a?client_id=%00',
  '/oidc/auth/%00',
])('%s is refused on our own page', async (url) => {
  const { response } = await open(url);
  expect([response?.statusCode, response?.json()]).toEqual([
    400,
    expect.objectContaining({ error: 'invalid_request' }),
  ]);
});

test('a form that is too long to be sent on in a URL is refused, and one that is not is sent on', async () => {
  const fits = await post('/oidc/auth', { state: 'x'.repeat(7_900) });
  expect([fits.statusCode, fits.headers.location?.length]).toEqual([303, 7_900 + '/oidc/auth?state='.length]);
  const tooLong = await post('/oidc/auth', { state: 'x'.repeat(8_000) });
  expect([tooLong.statusCode, tooLong.json()]).toEqual([413, expect.objectContaining({ error: 'invalid_request' })]);
});
