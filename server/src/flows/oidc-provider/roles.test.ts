import { callsByFlow } from '@foyer/contract/calls';
import { createLocalJWKSet, jwtVerify } from 'jose';
import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import {
  addClient,
  exchange,
  newPerson,
  openidClient,
  questionOf,
  requestFor,
  signedIn,
  tokensFor,
} from '../../../test/support/flows/test-oidc.ts';

/* The roles and groups of a person: who learns which of them. */

const services = await testAppForFile({ env: { OIDC: 'on' } });
const { accountRoles } = services.stores;
const api = 'https://contracts.example.com';
await services.stores.oidcApis.put({
  audience: api,
  name: api,
  scopes: ['read'],
  createdAt: new Date(services.clock.now()),
});
await addClient(services, { id: 'contracts', apiScopes: { [api]: ['read'] } });
await addClient(services, { id: 'archive', claimsInIdToken: true });
await addClient(services, { id: 'partner', firstParty: false });
const contracts = await openidClient(services, 'contracts');
const archive = await openidClient(services, 'archive');
const partner = await openidClient(services, 'partner');

/** Is an editor of contracts, and an owner at each of the others. */
async function editor() {
  const person = await newPerson(services);
  await accountRoles.put(person.ouid, { client: 'contracts', roles: ['auditor', 'editor'], groups: ['sales'] });
  for (const client of ['archive', 'partner'])
    await accountRoles.put(person.ouid, { client, roles: ['owner'], groups: [] });
  return { ...person, ...(await signedIn(services, person)) };
}
const scope = 'openid roles groups';
const infoOf = (client: openid.Configuration, { access_token: token }: { access_token: string }, ouid: string) =>
  openid.fetchUserInfo(client, token, ouid);

describe('roles and groups', () => {
  test('are claims of the application that they are for, by scope', async () => {
    const person = await editor();
    const tokens = await tokensFor(contracts, person, { scope });
    expect(await infoOf(contracts, tokens, person.ouid)).toEqual({
      sub: person.ouid,
      roles: ['auditor', 'editor'],
      groups: ['sales'],
    });
    expect(tokens.claims()).not.toHaveProperty('roles');
    const roles = await tokensFor(contracts, person, { scope: 'openid roles' });
    expect(await infoOf(contracts, roles, person.ouid)).not.toHaveProperty('groups');
    const none = await tokensFor(contracts, person, { scope: 'openid profile' });
    expect(await infoOf(contracts, none, person.ouid)).not.toHaveProperty('roles');
  });

  test('are never those at another application', async () => {
    const { ouid, mobile } = await newPerson(services);
    await accountRoles.put(ouid, { client: 'contracts', roles: ['editor'], groups: ['sales'] });
    const person = { ouid, ...(await signedIn(services, { mobile })) };
    const tokens = await tokensFor(archive, person, { scope });
    expect(tokens.claims()).not.toHaveProperty('roles');
    expect(await infoOf(archive, tokens, person.ouid)).toEqual({ sub: person.ouid });
  });

  test('stand in the ID token where the application reads nothing else, or asks for them there', async () => {
    const person = await editor();
    expect((await tokensFor(archive, person, { scope })).claims()).toMatchObject({ roles: ['owner'] });
    const claims = JSON.stringify({ id_token: { roles: null } });
    const asked = await tokensFor(contracts, person, { scope: 'openid', claims });
    expect(asked.claims()).toMatchObject({ roles: ['auditor', 'editor'] });
    expect(asked.claims()).not.toHaveProperty('groups');
  });

  test('end at once where the application asks again', async () => {
    const person = await editor();
    const tokens = await tokensFor(contracts, person, { scope });
    await accountRoles.put(person.ouid, { client: 'contracts', roles: [], groups: [] });
    expect(await infoOf(contracts, tokens, person.ouid)).toEqual({ sub: person.ouid });
  });

  test('stand in a token for an API, also a refreshed one, if the sign-in asked for them', async () => {
    const payloadOf = async (token: string) => {
      const keys = createLocalJWKSet((await services.app.inject('/oidc/jwks')).json());
      return (await jwtVerify(token, keys, { audience: api, typ: 'at+jwt' })).payload;
    };
    const tokenOf = async (asked: string) => {
      const person = await editor();
      const request = await requestFor(contracts, { scope: asked, resource: api });
      const { url } = await person.open(request.url);
      const checks = { idTokenExpected: true, ...request.checks };
      return openid.authorizationCodeGrant(contracts, url, checks, { resource: api });
    };
    const tokens = await tokenOf('openid read roles');
    const first = await payloadOf(tokens.access_token);
    expect(first).toMatchObject({ client_id: 'contracts', scope: 'read', roles: ['auditor', 'editor'] });
    expect(first).not.toHaveProperty('groups');
    const refreshed = await openid.refreshTokenGrant(contracts, tokens.refresh_token!, { resource: api });
    expect(await payloadOf(refreshed.access_token)).toMatchObject({ roles: ['auditor', 'editor'] });
    expect(await payloadOf((await tokenOf('openid read')).access_token)).not.toHaveProperty('roles');
  });

  test('are named in discovery', async () => {
    const { scopes_supported: scopes, claims_supported: claims } = contracts.serverMetadata();
    expect(scopes).toEqual(expect.arrayContaining(['roles', 'groups']));
    expect(claims).toEqual(expect.arrayContaining(['roles', 'groups']));
  });

  test('are asked for by an application of someone else, which gets what the person allows', async () => {
    const person = await editor();
    const request = await requestFor(partner, { scope: 'openid roles' });
    const place = await person.open(request.url);
    const { data } = await person.browser.get(`/oidc/interactions/${questionOf(place)}`);
    expect(data['scopes']).toEqual(['openid', 'roles']);
    const { url } = await person.answer(place, true);
    const tokens = await exchange(partner, url.href, request);
    expect(await infoOf(partner, tokens, person.ouid)).toEqual({ sub: person.ouid, roles: ['owner'] });
  });

  test('are in no request of a call, nor are attributes', () => {
    const calls = Object.values(callsByFlow).flatMap((ofFlow) => Object.values(ofFlow));
    const fields = calls.flatMap(({ request }) => Object.keys((request as { entries?: object }).entries ?? {}));
    expect(fields).toContain('principal');
    expect(fields.filter((name) => ['roles', 'groups', 'attributes', 'sub'].includes(name))).toEqual([]);
  });

  test('are set by no call of a person', async () => {
    const { browser, ouid, mobile, password } = await editor();
    const before = await accountRoles.listByAccount(ouid);
    const own = { roles: ['admin'], groups: ['admins'], client: 'contracts', account: ouid };
    await browser.post('/user/accounts/name', { name: '林爱丽', ...own });
    await services.browser().signIn(mobile, password, own);
    expect(await accountRoles.listByAccount(ouid)).toEqual(before);
  });
});
