import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import { tokenChecker } from '../../../examples/api/check-token.mjs';
import { testAppForFile } from '../support/test-app.ts';
import {
  addClient,
  newPerson,
  openidClient,
  requestFor,
  secretOf,
  signedIn,
  tokensFor,
} from '../support/flows/test-oidc.ts';

const services = await testAppForFile({ env: { OIDC: 'on' } });
const { publicUrl } = services.config;
const [contracts, archive] = ['https://contracts.example.com', 'https://archive.example.com'];
const createdAt = new Date(services.clock.now());
await services.stores.oidcApis.put({ audience: contracts, name: 'Contracts', scopes: ['read'], createdAt });
await addClient(services, { id: 'app', apiScopes: { [contracts]: ['read'] } });
await addClient(services, { id: 'plain' });
await addClient(services, { id: 'gateway', introspects: ['app'] });
const clients = { app: await openidClient(services, 'app'), plain: await openidClient(services, 'plain') };

/** The access token of a person for the API. */
async function tokenOf(client: openid.Configuration, scope: string, known?: Awaited<ReturnType<typeof newPerson>>) {
  const person = known ?? (await newPerson(services));
  const { open } = await signedIn(services, person);
  const request = await requestFor(client, { scope, resource: contracts });
  const { url } = await open(request.url);
  const checks = { idTokenExpected: true, ...request.checks };
  return { person, tokens: await openid.authorizationCodeGrant(client, url, checks, { resource: contracts }) };
}

describe('the sample API', () => {
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { body, statusCode } = await services.app.inject({
      method: request.method === 'POST' ? 'POST' : 'GET',
      url: new URL(request.url).pathname,
      headers: Object.fromEntries(request.headers),
      payload: await request.text(),
    });
    return new Response(body, { status: statusCode });
  };
  const options = { issuer: publicUrl, fetch, client: { id: 'gateway', secret: secretOf('gateway') } };
  const checkOf = (audience: string) => tokenChecker({ ...options, audience });

  test('takes its own JWTs and the opaque tokens that it may ask about', async () => {
    const { person, tokens } = await tokenOf(clients.app, 'openid read');
    const access = { subject: person.ouid, client: 'app', scopes: ['read'], roles: [] };
    expect(await checkOf(contracts)(tokens.access_token)).toEqual(access);
    const opaque = await tokensFor(clients.app, await signedIn(services, person));
    expect(await checkOf(contracts)(opaque.access_token)).toMatchObject({ subject: person.ouid, client: 'app' });
  });

  test('learns the roles of a person at the application', async () => {
    const person = await newPerson(services);
    await services.stores.accountRoles.put(person.ouid, { client: 'app', roles: ['editor'], groups: [] });
    const { tokens } = await tokenOf(clients.app, 'openid read roles', person);
    expect(await checkOf(contracts)(tokens.access_token)).toMatchObject({ roles: ['editor'] });
  });

  test('takes no token of another API or of a partner, no ID token and none that is changed', async () => {
    const { tokens } = await tokenOf(clients.app, 'openid read');
    const [head, body, signature] = tokens.access_token.split('.') as [string, string, string];
    const claims = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), scope: 'erase' };
    const changed = [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
    const ofPartner = await tokensFor(clients.plain, await signedIn(services, await newPerson(services)));
    for (const token of [changed, tokens.id_token!, ofPartner.access_token, 'nonsense', 'a.b.c'])
      expect(await checkOf(contracts)(token), token.slice(0, 20)).toBeFalsy();
    expect(await checkOf(archive)(tokens.access_token)).toBeUndefined();
  });

  test('calls no token wrong while this service does not answer', async () => {
    const { tokens } = await tokenOf(clients.app, 'openid read');
    const down = async () => new Response('', { status: 503 });
    const check503 = tokenChecker({ ...options, audience: contracts, fetch: down });
    await expect(check503(tokens.access_token)).rejects.toThrow('200');
    await expect(check503('opaque')).rejects.toThrow('503');
  });
});
