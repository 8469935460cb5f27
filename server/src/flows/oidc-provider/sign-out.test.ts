import { createPublicKey, verify } from 'node:crypto';
import { type AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { hours, seconds } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import * as openid from 'openid-client';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { auditTypesOf } from '../../../test/support/flows/audit-types.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import {
  addClient,
  errorOf,
  meetingOf,
  navigator,
  newPerson,
  openidClient,
  signedIn,
  signedOut,
  tokensFor,
} from '../../../test/support/flows/test-oidc.ts';
import { backchannelLogout } from '../../store/oidc/oidc-logouts.ts';
import { oidcLogouts } from '../../store/schema/oidc-schema.ts';
import { accounts } from '../../store/schema/schema.ts';

/** An application that is notified of the end of sessions. */
const received: string[] = [];
let status = 200;
const application = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    received.push(new URLSearchParams(body).get('logout_token') ?? '');
    response.writeHead(status).end();
  });
});
await new Promise<void>((listening) => application.listen(0, '127.0.0.1', listening));
afterAll(() => application.close());
const backchannelLogoutUri = `http://127.0.0.1:${(application.address() as AddressInfo).port}/logout`;

// The tests alone say when messages are sent: the service would also send them by itself, every few seconds.
vi.useFakeTimers({ toFake: ['setInterval'] });
const services = await testAppForFile({ env: { OIDC: 'on' } });
vi.useRealTimers();
const db = services.database.sql;
await addClient(services, { id: 'contracts', backchannelLogoutUri });
await addClient(services, { id: 'archive' });
const client = await openidClient(services, 'contracts');
const archive = await openidClient(services, 'archive');

beforeEach(async () => {
  received.length = 0;
  status = 200;
  await db.delete(oidcLogouts);
});

const start = async () => {
  const person = await newPerson(services);
  const browser = await signedIn(services, person);
  return { person, ...browser, tokens: await tokensFor(client, browser) };
};
const isIn = async ({ get }: { get: ReturnType<typeof services.browser>['get'] }) =>
  (await get('/user/accounts/me')).code === 0;
const unsigned = (token: string) =>
  `${Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')}.${token.split('.')[1]}.`;
const logoutUrl = (params: Record<string, string>) => openid.buildEndSessionUrl(client, params);

describe('a sign-out that an application asks for', () => {
  test('with its ID token ends the session without a question and returns to the application', async () => {
    const { browser, open, person, tokens } = await start();
    const params = { id_token_hint: tokens.id_token!, post_logout_redirect_uri: signedOut, state: 's&1' };
    const [opened] = await services.stores.audit.listByAccount(person.ouid);
    const { url } = await open(logoutUrl(params));
    const [recorded] = await services.stores.audit.listByAccount(person.ouid);
    const { device, maskedIp, sid } = opened!;
    const from = { actor: 'person', device, maskedIp, sid };
    expect(recorded).toMatchObject({ type: 'signedOut', details: { client: 'contracts' }, ...from });
    expect(url.href).toBe(`${signedOut}?state=s%261`);
    expect(browser.jar.has('foyer_session')).toBe(false);
    expect(await isIn(browser)).toBe(false);
    expect(await errorOf(openid.fetchUserInfo(client, tokens.access_token, openid.skipSubjectCheck))).not.toBe('none');
  });

  test('ends neither the session nor anything else when the audit trail cannot be written', async () => {
    const { browser, open, person, tokens } = await start();
    await db.execute(`alter table audit_events add constraint refuse check (account <> '${person.ouid}') not valid`);
    try {
      await open(logoutUrl({ id_token_hint: tokens.id_token! }));
      expect(await services.stores.sessions.listByAccount(person.ouid)).toHaveLength(1);
    } finally {
      await db.execute('alter table audit_events drop constraint refuse');
    }
    expect(await isIn(browser)).toBe(true);
  });

  test('without its ID token asks the person first, and only its own page can confirm', async () => {
    const { browser, open, person } = await start();
    const params = { client_id: 'contracts', post_logout_redirect_uri: signedOut, state: 'one' };
    expect((await open(logoutUrl(params))).url.pathname).toBe('/oidc/sign-out');
    const otherSite = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' };
    expect((await browser.post('/oidc/sign-out', {}, otherSite)).status).toBe(403);
    expect(await isIn(browser)).toBe(true);
    expect((await browser.post('/oidc/sign-out')).data).toEqual({ url: `${signedOut}?state=one` });
    expect((await services.stores.audit.listByAccount(person.ouid))[0]).toMatchObject({
      type: 'signedOut',
      details: { client: 'contracts' },
    });
    expect(browser.jar.has('foyer_session')).toBe(false);
    expect(await isIn(browser)).toBe(false);
  });

  test('that names no page of the application ends on our own', async () => {
    const { browser, open } = await start();
    expect((await open(logoutUrl({ client_id: 'contracts' }))).url.pathname).toBe('/oidc/sign-out');
    expect((await browser.post('/oidc/sign-out')).data).toEqual({ url: '/oidc/signed-out' });
    const again = await start();
    const { url } = await again.open(logoutUrl({ id_token_hint: again.tokens.id_token! }));
    expect(url.pathname).toBe('/oidc/signed-out');
  });

  test('with the ID token of another person asks first', async () => {
    const [one, other] = [await start(), await start()];
    const { url } = await one.open(logoutUrl({ id_token_hint: other.tokens.id_token! }));
    expect(url.pathname).toBe('/oidc/sign-out');
    expect(await isIn(one.browser)).toBe(true);
  });

  test.each<[string, (hint: string) => Record<string, string>]>([
    ['the ID token of another application', (hint) => ({ id_token_hint: hint, client_id: 'archive' })],
    ['an ID token without a signature', (hint) => ({ id_token_hint: unsigned(hint) })],
    ['an ID token that cannot be read', () => ({ id_token_hint: 'x' })],
    ['an application that does not exist', () => ({ client_id: 'gone' })],
  ])('with %s asks first, and ends on our own page', async (_, paramsOf) => {
    const { browser, open, tokens } = await start();
    const params = { ...paramsOf(tokens.id_token!), post_logout_redirect_uri: signedOut, state: 's' };
    expect((await open(logoutUrl(params))).url.pathname).toBe('/oidc/sign-out');
    expect(await isIn(browser)).toBe(true);
    expect((await browser.post('/oidc/sign-out')).data).toEqual({ url: '/oidc/signed-out' });
  });

  test('never leads to a URI that is not registered, signs out all the same, and the log says why', async () => {
    const { open, tokens, browser } = await start();
    const params = { id_token_hint: tokens.id_token!, post_logout_redirect_uri: `${signedOut}.evil.test` };
    expect((await open(logoutUrl(params))).url.pathname).toBe('/oidc/signed-out');
    expect(await isIn(browser)).toBe(false);
    const line = services.lines.findLast((one) => one.includes('oidcRefused'));
    expect(line).toContain('"why":"post_logout_redirect_uri not registered"');
  });

  test('without a session leads to the application as well', async () => {
    const { open } = navigator(services, services.browser());
    const { url } = await open(logoutUrl({ client_id: 'contracts', post_logout_redirect_uri: signedOut, state: 'x' }));
    expect(url.href).toBe(`${signedOut}?state=x`);
  });
});

describe('an application is notified that a session has ended', () => {
  const tell = async () => {
    await services.oidc!.sendLogouts();
    return received.length;
  };

  test('by a signed token that names the person and the session', async () => {
    const { browser, person, tokens } = await start();
    await browser.post('/user/accounts/logout');
    expect(await tell()).toBe(1);
    const [header = '', payload = '', signature = ''] = received[0]!.split('.');
    const { keys } = (await services.app.inject('/oidc/jwks')).json<{ keys: { kid: string }[] }>();
    const { kid, typ } = decode(header);
    const key = createPublicKey({ key: keys.find((one) => one.kid === kid)!, format: 'jwk' });
    expect(typ).toBe('logout+jwt');
    expect(verify('sha256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'))).toBe(true);
    expect(decode(payload)).toMatchObject({
      iss: services.config.publicUrl,
      aud: 'contracts',
      sub: person.ouid,
      sid: tokens.claims()?.['sid'],
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    });
    expect(await tell()).toBe(1);
    expect(await auditTypesOf(services, person.ouid)).toEqual(['applicationSignedOut', 'signedOut', 'signIn']);
    const activity = await (await signedIn(services, person)).browser.get('/user/accounts/activity');
    expect((activity.data['events'] as { type: string }[]).map(({ type }) => type)).toEqual([
      'signIn',
      'signedOut',
      'signIn',
    ]);
  });

  test.each<[string, (one: Awaited<ReturnType<typeof start>>) => Promise<unknown>]>([
    [
      'everywhere, from another browser',
      async ({ person }) =>
        (await signedIn(services, person)).browser.post('/user/accounts/logout', { everywhere: true }),
    ],
    [
      'by a list of sessions',
      async ({ browser }) => {
        const [session] = (await browser.get('/user/accounts/me')).data['sessions'] as { id: string }[];
        return browser.post(`/user/accounts/sessions/${session!.id}/end`);
      },
    ],
    ['by another application', async ({ open, tokens }) => open(logoutUrl({ id_token_hint: tokens.id_token! }))],
    [
      'because the account was disabled',
      ({ person }) => db.update(accounts).set({ disabledAt: new Date() }).where(eq(accounts.ouid, person.ouid)),
    ],
    [
      'because someone else signs in in this browser',
      async ({ browser }) => {
        const other = await newPerson(services);
        return browser.signIn(other.mobile, other.password);
      },
    ],
  ])('%s', async (_, end) => {
    const one = await start();
    await end(one);
    expect(await tell()).toBe(1);
    expect(decode(received[0]!.split('.')[1]!)).toMatchObject({ sub: one.person.ouid });
  });

  test('not when the person signs in again in the same browser', async () => {
    const { browser, person } = await start();
    await browser.signIn(person.mobile, person.password);
    expect(await tell()).toBe(0);
    await browser.post('/user/accounts/logout');
    expect(await tell()).toBe(1);
  });

  test('not when it has no URL for it, or the person has not used it in this session', async () => {
    const browser = await signedIn(services, await newPerson(services));
    await tokensFor(archive, browser);
    await browser.browser.post('/user/accounts/logout');
    expect(await tell()).toBe(0);
  });

  test('again after longer and longer times until it accepts', async () => {
    const { browser } = await start();
    await browser.post('/user/accounts/logout');
    status = 503;
    expect(await tell()).toBe(1);
    expect(await tell()).toBe(1);
    services.moveClock(backchannelLogout.firstDelay - 1);
    expect(await tell()).toBe(1);
    services.moveClock(1);
    expect(await tell()).toBe(2);
    services.moveClock(2 * backchannelLogout.firstDelay - 1);
    expect(await tell()).toBe(2);
    status = 200;
    services.moveClock(1);
    expect(await tell()).toBe(3);
    services.moveClock(hours(24));
    expect(await tell()).toBe(3);
  });

  test('in vain for about two days, after which it is given up, logged and recorded', async () => {
    const { browser, person } = await start();
    await browser.post('/user/accounts/logout');
    status = 500;
    for (let attempt = 0; attempt < backchannelLogout.maxAttempts + 3; attempt += 1) {
      await tell();
      services.moveClock(backchannelLogout.maxDelay);
    }
    expect(received).toHaveLength(backchannelLogout.maxAttempts);
    expect(services.lines.findLast((line) => line.includes('applicationNotSignedOut'))).toContain('"level":"error"');
    expect(await auditTypesOf(services, person.ouid)).toEqual(['applicationNotSignedOut', 'signedOut', 'signIn']);
  });

  test('once, when several nodes send at the same time', async () => {
    const people = await Promise.all([start(), start(), start()]);
    for (const { browser } of people) await browser.post('/user/accounts/logout');
    await Promise.all([services.oidc!.sendLogouts(), services.oidc!.sendLogouts(), services.oidc!.sendLogouts()]);
    expect(received).toHaveLength(3);
  });
});

test('two applications that are signed in to at the same moment both belong to the session', async () => {
  await addClient(services, { id: 'other', backchannelLogoutUri });
  const other = await openidClient(services, 'other');
  const browser = await signedIn(services, await newPerson(services));
  const { sessions } = services.stores;
  const { findWithApplications } = sessions;
  const meet = meetingOf(2);
  sessions.findWithApplications = async (token) => {
    const found = await findWithApplications(token);
    await meet();
    return found;
  };
  await Promise.all([tokensFor(client, browser), tokensFor(other, browser)]);
  sessions.findWithApplications = findWithApplications;
  services.moveClock(seconds(1));
  await browser.browser.post('/user/accounts/logout');
  await services.oidc!.sendLogouts();
  expect(new Set(received.map((token) => decode(token.split('.')[1]!)['aud']))).toEqual(
    new Set(['contracts', 'other']),
  );
});

function decode(part: string) {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
}
