import { eventFeedScope } from '@foyer/contract/events/event-feed';
import { minutes } from '@foyer/contract/time';
import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { addClient, newPerson, openidClient, requestFor, signedIn } from '../../../test/support/flows/test-oidc.ts';
import { serviceContext } from '../../store/audit.ts';

const services = await testAppForFile({ env: { OIDC: 'on' } });
const { stores, clock } = services;
const audience = `${services.config.publicUrl}/api/management`;
const other = 'https://contracts.example.com';
const scopes = [eventFeedScope, 'people:read'];
for (const api of [audience, other])
  await stores.oidcApis.put({ audience: api, name: api, scopes, createdAt: new Date(clock.now()) });
const machine = { redirectUris: [], machine: true };
await addClient(services, { id: 'crm', ...machine, apiScopes: { [audience]: scopes } });
await addClient(services, { id: 'elsewhere', ...machine, apiScopes: { [other]: scopes } });
// It also gets tokens in its own name.
await addClient(services, { id: 'app', machine: true, apiScopes: { [audience]: scopes } });

async function tokenOf(id: string, scope: string = eventFeedScope) {
  const { access_token: token } = await openid.clientCredentialsGrant(await openidClient(services, id), { scope });
  return token;
}

async function feed(token: string | undefined, query: Record<string, string> = {}) {
  const response = await services.app.inject({
    url: `/api/management/events?${new URLSearchParams(query)}`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  const { code, data } = response.json();
  return { status: response.statusCode, challenge: response.headers['www-authenticate'], code, ...data };
}
const happen = (account: string, type: 'nameChanged' | 'accountDisabled' = 'nameChanged') =>
  stores.audit.record({ account, type }, serviceContext);

describe('the feed of events', () => {
  test('tells a machine what was committed before it asked, page by page, and then only what is new', async () => {
    const token = await tokenOf('crm');
    const start = (await feed(token)).next;
    for (const person of ['a', 'b', 'c']) await happen(person);
    const first = await feed(token, { after: start, limit: '2' });
    expect(first).toMatchObject({ status: 200, code: 0, more: true });
    const second = await feed(token, { after: first.next, limit: '2' });
    expect(second.more).toBe(false);
    const people = [...first.events, ...second.events].map(({ data }): string => data.person);
    expect(new Set(people)).toEqual(new Set(['a', 'b', 'c']));
    expect(first.events[0]).toEqual({
      id: expect.stringMatching(/^evt_[\da-f-]{36}$/),
      type: 'person.changed',
      timestamp: new Date(clock.now()).toISOString(),
      data: { person: expect.any(String), changed: 'name' },
    });
    expect(await feed(token, { after: second.next })).toMatchObject({ events: [], next: second.next, more: false });
  });

  test('gives only the types that were asked for', async () => {
    const token = await tokenOf('crm');
    const { next: after } = await feed(token, { limit: '1000' });
    await happen('d');
    await happen('d', 'accountDisabled');
    const { events } = await feed(token, { after, types: 'person.disabled,person.enabled' });
    expect(events).toMatchObject([{ type: 'person.disabled' }]);
  });

  test.each([{ after: '-1' }, { after: 'x' }, { limit: '0' }, { limit: '1001' }, { types: 'person.unknown' }])(
    'refuses %o',
    async (query) => {
      expect(await feed(await tokenOf('crm'), query as Record<string, string>)).toMatchObject({ status: 400 });
    },
  );
});

describe('the feed is refused [AC-80]', () => {
  test('without a token, and with one that is none', async () => {
    expect(await feed(undefined)).toMatchObject({ status: 401, challenge: 'Bearer' });
    const [head, body, signature] = (await tokenOf('crm', 'people:read')).split('.') as [string, string, string];
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    const changed = Buffer.from(JSON.stringify({ ...claims, scope: eventFeedScope })).toString('base64url');
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url');
    for (const token of ['x', 'a.b.c', `${head}.${changed}.${signature}`, `${unsigned}.${body}.`])
      expect(await feed(token), token).toMatchObject({ status: 401, challenge: 'Bearer error="invalid_token"' });
  });

  test('with a token for another API', async () => {
    expect(await feed(await tokenOf('elsewhere'))).toMatchObject({ status: 401 });
  });

  test('with a token that lacks the scope', async () => {
    expect(await feed(await tokenOf('crm', 'people:read'))).toMatchObject({
      status: 403,
      challenge: 'Bearer error="insufficient_scope", scope="events:read"',
    });
  });

  test('with the token of a person, and with an ID token', async () => {
    const { open } = await signedIn(services, await newPerson(services));
    const client = await openidClient(services, 'app');
    const request = await requestFor(client, { scope: `openid ${eventFeedScope}`, resource: audience });
    const { url } = await open(request.url);
    const checks = { idTokenExpected: true, ...request.checks };
    const tokens = await openid.authorizationCodeGrant(client, url, checks, { resource: audience });
    for (const token of [tokens.access_token, tokens.id_token!])
      expect(await feed(token)).toMatchObject({ status: 401 });
  });

  test('with a token that has ended, and at once when the operator has taken the access away', async () => {
    const token = await tokenOf('crm');
    expect(await feed(token)).toMatchObject({ status: 200 });
    await addClient(services, { id: 'crm', ...machine, apiScopes: {} });
    expect(await feed(token)).toMatchObject({ status: 403 });
    await addClient(services, { id: 'crm', apiScopes: { [audience]: scopes } });
    expect(await feed(token)).toMatchObject({ status: 401 });
    await addClient(services, { id: 'crm', ...machine, apiScopes: { [audience]: scopes } });
    clock.move(minutes(11));
    expect(await feed(token)).toMatchObject({ status: 401 });
    clock.reset();
  });
});
