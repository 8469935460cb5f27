import { resultCodes } from '@foyer/contract/result-codes';
import { minutes, seconds } from '@foyer/contract/time';
import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import { auditTypesOf } from '../../../test/support/flows/audit-types.ts';
import { concurrently } from '../../../test/support/concurrently.ts';
import { openNode, testAppForFile } from '../../../test/support/test-app.ts';
import {
  addClient,
  errorOf,
  fetchFrom,
  navigator,
  newPerson,
  openidClient,
  questionOf,
  redirectOf,
  signedIn,
} from '../../../test/support/flows/test-oidc.ts';
import { deviceCodes as limits } from '../../store/oidc/oidc-device-codes.ts';

/* Device authorization (RFC 8628). The device is `openid-client`; the browser is the person's, beside it. */

const services = await testAppForFile({
  env: { OIDC: 'on', COUNTRY_HEADER: 'X-Country', TRUSTED_PROXIES: '10.0.0.1' },
});
const { publicUrl } = services.config;
await addClient(services, { id: 'cli', name: 'Command line', device: true, authentication: 'none', redirectUris: [] });
await addClient(services, { id: 'tv', name: 'Television', device: true, firstParty: false, redirectUris: [] });
await addClient(services, { id: 'other', device: true, redirectUris: [] });
await addClient(services, { id: 'plain' });
const cli = await openidClient(services, 'cli', openid.None());
const tv = await openidClient(services, 'tv');

type Device = Awaited<ReturnType<typeof ask>>;

/** A device asks for a code. */
const ask = (client = cli, params: Record<string, string> = {}) =>
  openid.initiateDeviceAuthorization(client, { scope: 'openid phone', ...params });

const poll = ({ device_code }: Device, client = cli) =>
  openid.genericGrantRequest(client, 'urn:ietf:params:oauth:grant-type:device_code', { device_code });

/** The answer to a device that has waited as long as it has to. */
function pollInTime(device: Device, client = cli) {
  services.moveClock(seconds(30));
  return poll(device, client);
}

type Browser = ReturnType<typeof services.browser>;
const enter = (browser: Browser, userCode: string) => browser.post('/oidc/device/code', { userCode });

/** The person types the code, and is led to the question. */
async function typeCode({ browser, open }: Awaited<ReturnType<typeof signedIn>>, { user_code }: Device) {
  const { code, data } = await enter(browser, user_code);
  expect(code).toBe(0);
  return open(String(data['url']));
}

const answerTo = (browser: Browser, uid: string, allowed = true) =>
  browser.post(`/oidc/device/${uid}/answer`, { allowed });

async function allow(one: Awaited<ReturnType<typeof signedIn>>, device: Device) {
  const uid = questionOf(await typeCode(one, device));
  const { code, data } = await answerTo(one.browser, uid);
  expect(code).toBe(0);
  const { url } = await one.open(String(data['url']));
  return url.searchParams.get('end');
}

const start = async () => {
  const person = await newPerson(services);
  return { person, ...(await signedIn(services, person)) };
};

describe('a device', () => {
  test('gets a short code for the person, a long one for itself, and when it may ask again', async () => {
    const device = await ask();
    expect(device).toMatchObject({
      verification_uri: `${publicUrl}/device`,
      verification_uri_complete: `${publicUrl}/device?user_code=${device.user_code}`,
      expires_in: minutes(10) / 1000,
      interval: 5,
    });
    expect(device.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(device.device_code.length).toBeGreaterThanOrEqual(43);
  });

  test('waits until the person has answered, and gets the tokens once', async () => {
    const device = await ask();
    const { person, ...one } = await start();
    expect(await errorOf(poll(device))).toBe('authorization_pending');
    expect(await allow(one, device)).toBe('connected');
    const tokens = await pollInTime(device);
    expect(tokens.claims()).toMatchObject({ sub: person.ouid, aud: 'cli' });
    const { phone_number } = await openid.fetchUserInfo(cli, tokens.access_token, person.ouid);
    expect(phone_number).toBe(`+86${person.mobile}`);
    const refreshed = await openid.refreshTokenGrant(cli, tokens.refresh_token!);
    expect(refreshed.access_token).toEqual(expect.any(String));
    expect(await errorOf(pollInTime(device))).toBe('invalid_grant');
    // It may be stolen, so what it has given ends.
    expect(await errorOf(openid.refreshTokenGrant(cli, refreshed.refresh_token!))).toBe('invalid_grant');
  });

  test('that waits is refused nothing in the log; one that asks too soon is', async () => {
    const device = await ask();
    const refusals = () => services.lines.filter((line) => line.includes('oidcRefused')).length;
    const before = refusals();
    expect(await errorOf(poll(device))).toBe('authorization_pending');
    expect(refusals()).toBe(before);
    expect(await errorOf(poll(device))).toBe('slow_down');
    expect(refusals()).toBe(before + 1);
  });

  test('that presents its code many times at once gets tokens once [AC-83]', async () => {
    const device = await ask();
    await allow(await start(), device);
    const results = await concurrently(() => errorOf(poll(device)));
    expect(results.filter((error) => error === 'none').length).toBeLessThanOrEqual(1);
    expect(results.filter((error) => error !== 'none' && error !== 'invalid_grant')).toEqual([]);
  });

  test('that asks too soon has to wait longer, until it does', async () => {
    const device = await ask();
    const after = (wait: number) => {
      services.moveClock(wait);
      return errorOf(poll(device));
    };
    expect(await after(0)).toBe('authorization_pending');
    expect(await after(seconds(5))).toBe('authorization_pending');
    expect(await after(seconds(3))).toBe('slow_down');
    // Ten seconds from then on, as RFC 8628 says, and one less on the way.
    expect(await after(seconds(8))).toBe('slow_down');
    expect(await after(seconds(15))).toBe('authorization_pending');
  });

  test('of another application gets nothing with the code, and does not slow the device down [AC-83]', async () => {
    const device = await ask();
    const other = await openidClient(services, 'other');
    expect(await errorOf(poll(device))).toBe('authorization_pending');
    services.moveClock(seconds(6));
    expect(await errorOf(poll(device, other))).toBe('invalid_grant');
    expect(await errorOf(poll(device))).toBe('authorization_pending');
    await allow(await start(), device);
    expect(await errorOf(poll(device, other))).toBe('invalid_grant');
    expect((await pollInTime(device)).access_token).toEqual(expect.any(String));
  });

  test('gets nothing with the hash of a code, which a copy of the database holds [AC-83]', async () => {
    const device = await ask();
    const { sql } = services.database;
    const found = await sql.execute("select id_hash from oidc_records where model = 'DeviceCode'");
    for (const { id_hash } of (found as { rows: { id_hash: string }[] }).rows)
      expect(await errorOf(poll({ ...device, device_code: id_hash }))).toBe('invalid_grant');
  });

  test('is told when its code has expired, and a person cannot allow it any more', async () => {
    const [device, asked] = [await ask(), await ask()];
    const one = await start();
    const uid = questionOf(await typeCode(one, asked));
    services.moveClock(limits.lifetime - seconds(1));
    expect(await errorOf(poll(device))).toBe('authorization_pending');
    services.moveClock(seconds(2));
    expect(await errorOf(poll(device))).toBe('expired_token');
    expect((await enter(one.browser, device.user_code)).code).toBe(resultCodes.wrongCode);
    expect((await answerTo(one.browser, uid)).code).toBe(resultCodes.authorisationExpired);
    expect(await errorOf(poll(asked))).toBe('expired_token');
  });

  test('that was allowed in the last moment is not, when the answer arrives after the end [AC-84]', async () => {
    const device = await ask();
    const one = await start();
    const uid = questionOf(await typeCode(one, device));
    const { data } = await answerTo(one.browser, uid);
    services.moveClock(limits.lifetime);
    const { url } = await one.open(String(data['url']));
    expect(url.searchParams.get('end')).toBe('ended');
    expect(await errorOf(poll(device))).toBe('expired_token');
  });

  test('gets no code for an application that was not given this', async () => {
    const plain = await openidClient(services, 'plain');
    expect(await errorOf(ask(plain))).toBe('invalid_request');
    expect(await errorOf(ask(await openidClient(services, 'tv', openid.ClientSecretPost('wrong'))))).toBe(
      'invalid_client',
    );
  });

  test('gets nothing of an application that was given this no more', async () => {
    await addClient(services, { id: 'former', device: true, redirectUris: [] });
    const former = await openidClient(services, 'former');
    const device = await ask(former);
    await addClient(services, { id: 'former' });
    expect((await enter((await start()).browser, device.user_code)).code).toBe(resultCodes.wrongCode);
    expect(await errorOf(poll(device, former))).toBe('invalid_request');
  });

  test('asks for no more codes than calls are allowed where anyone could ask', async () => {
    const limited = await openNode(services, { OIDC: 'on', CALLS_PER_MINUTE: '5' });
    const client = await openidClient(limited, 'cli', openid.None());
    const results = [];
    for (let i = 0; i < 7; i += 1) results.push(await errorOf(ask(client)));
    expect(results.filter((error) => error === 'none')).toHaveLength(5);
    expect(results.at(-1)).toBe('temporarily_unavailable');
  });
});

describe('the code that a person types', () => {
  test('may have small letters, spaces and no dash', async () => {
    const { browser } = await start();
    for (const change of [
      (code: string) => code.toLowerCase(),
      (code: string) => code.replace('-', ''),
      (code: string) => ` ${code.replace('-', ' ')} `,
    ])
      expect((await enter(browser, change((await ask()).user_code))).code).toBe(0);
  });

  test('is guessed in vain: after the limit no code counts from that client IP, on any node [AC-82]', async () => {
    const device = await ask();
    const browser = services.browser();
    const other = await openNode(services, { OIDC: 'on' });
    for (let i = 0; i < limits.wrongPerIp.max; i += 1)
      expect((await enter(i % 2 ? browser : other.browser({ clientIp: browser.address }), 'BBBB-BBBB')).code).toBe(
        resultCodes.wrongCode,
      );
    for (const node of [services, other]) {
      const refused = await enter(node.browser({ clientIp: browser.address }), device.user_code);
      expect(refused.code).toBe(resultCodes.tooManyRequests);
      expect(refused.data['retryAfter']).toBeGreaterThan(0);
    }
    services.moveClock(limits.wrongPerIp.window);
    expect((await enter(browser, (await ask()).user_code)).code).toBe(0);
  });

  test('is guessed in vain by many requests at the same moment [AC-82]', async () => {
    const browser = services.browser();
    const results = await concurrently(() => enter(browser, 'BBBB-BBBC'));
    const counted = results.filter(({ code }) => code === resultCodes.wrongCode);
    expect(counted.length).toBeLessThanOrEqual(limits.wrongPerIp.max);
  });

  test('is guessed in vain by one account from many client IPs, and from one network [AC-82]', async () => {
    const { browser, person } = await start();
    const cookies = Object.fromEntries(browser.jar);
    const guess = async (clientIp: string, signed: boolean) => {
      const from = services.browser({ clientIp });
      if (signed) for (const [name, value] of Object.entries(cookies)) from.jar.set(name, value);
      return (await enter(from, 'BBBB-BBBD')).code;
    };
    for (let i = 0; i < limits.wrongPerAccount.max; i += 1)
      expect(await guess(`12.7.${i}.1`, true)).toBe(resultCodes.wrongCode);
    expect(await guess('12.8.1.1', true)).toBe(resultCodes.tooManyRequests);
    expect(await guess('12.8.1.1', false)).toBe(resultCodes.wrongCode);
    for (let i = 0; i < limits.wrongPerNetwork.max; i += 1) await guess(`12.9.9.${i + 1}`, false);
    expect(await guess('12.9.9.250', false)).toBe(resultCodes.tooManyRequests);
    expect(person.ouid).toEqual(expect.any(String));
  });

  test('counts against nobody when it is right, or cannot be one', async () => {
    const { browser } = await start();
    for (let i = 0; i < limits.wrongPerIp.max + 2; i += 1)
      expect((await enter(browser, 'too short')).code).toBe(resultCodes.wrongCode);
    for (let i = 0; i < limits.wrongPerIp.max + 2; i += 1)
      expect((await enter(browser, (await ask()).user_code)).code).toBe(0);
  });

  test('is stored nowhere, nor is that of the device', async () => {
    const { user_code: userCode, device_code: deviceCode } = await ask();
    const { sql } = services.database;
    const stored = JSON.stringify([
      await sql.execute('select * from oidc_device_codes'),
      await sql.execute('select * from oidc_records'),
    ]);
    for (const secret of [userCode, userCode.replace('-', ''), deviceCode]) expect(stored).not.toContain(secret);
  });
});

describe('the question', () => {
  test('says which application, which account, and from where the device has asked', async () => {
    const device = await ask();
    const { person, ...one } = await start();
    const uid = questionOf(await typeCode(one, device));
    const { data } = await one.browser.get(`/oidc/device/${uid}`);
    expect(data).toMatchObject({
      application: 'Command line',
      account: `${person.mobile.slice(0, 3)}****${person.mobile.slice(-4)}`,
      device: '',
      otherNetwork: true,
      elsewhere: false,
      scopes: [],
    });
    expect(String(data['address'])).toMatch(/127\.0\.0/);
    expect(JSON.stringify(data)).not.toContain(device.device_code);
  });

  test('says when the device has asked in another country, as far as both are known [AC-85]', async () => {
    const abroad = await openidClient(services, 'cli', openid.None());
    abroad[openid.customFetch] = fetchFrom(services, { 'x-country': 'RU' });
    const [there, unknown] = [await ask(abroad), await ask()];
    const one = await start();
    const elsewhere = async (device: Device, headers = {}) => {
      const uid = questionOf(await typeCode(one, device));
      return (await one.browser.get(`/oidc/device/${uid}`, headers)).data['elsewhere'];
    };
    expect(await elsewhere(there, { 'x-country': 'CN' })).toBe(true);
    expect(await elsewhere(there, { 'x-country': 'RU' })).toBe(false);
    expect(await elsewhere(there)).toBe(false);
    expect(await elsewhere(unknown, { 'x-country': 'CN' })).toBe(false);
  });

  test('is asked after the sign-in of a person who was not signed in', async () => {
    const device = await ask();
    const person = await newPerson(services);
    const browser = services.browser();
    const { open } = navigator(services, browser);
    const { data } = await enter(browser, device.user_code);
    const page = await open(String(data['url']));
    expect(page.url.pathname).toBe('/login/web');
    await browser.signIn(person.mobile, person.password);
    const question = await open(redirectOf(page));
    expect(question.url.pathname).toBe('/device/confirm');
    const answered = await answerTo(browser, questionOf(question));
    expect((await open(String(answered.data['url']))).url.searchParams.get('end')).toBe('connected');
    expect((await pollInTime(device)).claims()).toMatchObject({ sub: person.ouid });
  });

  test('cannot be passed over: the way on asks it again', async () => {
    const device = await ask();
    const one = await start();
    const uid = questionOf(await typeCode(one, device));
    for (const url of [`/oidc/interaction/${uid}`, `/device/${uid}`])
      expect((await one.open(url)).url.pathname).toBe('/device/confirm');
    expect(await errorOf(poll(device))).toBe('authorization_pending');
  });

  test('is that of the browser in which the code was typed, and of nobody who gets a link to it [AC-85]', async () => {
    const device = await ask();
    const [attacker, victim] = [await start(), await start()];
    const { data } = await enter(attacker.browser, device.user_code);
    const uid = String(data['url']).split('/').at(-2)!;
    expect((await victim.open(String(data['url']))).url.pathname).toBe('/home');
    expect((await victim.browser.get(`/oidc/device/${uid}`)).code).toBe(resultCodes.authorisationExpired);
    expect((await answerTo(victim.browser, uid)).code).toBe(resultCodes.authorisationExpired);
    expect(await errorOf(poll(device))).toBe('authorization_pending');
  });

  test('is not answered by another site, nor without a session', async () => {
    const device = await ask();
    const one = await start();
    const uid = questionOf(await typeCode(one, device));
    const forged = await one.browser.post(
      `/oidc/device/${uid}/answer`,
      { allowed: true },
      { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
    );
    expect(forged.code).not.toBe(0);
    await one.browser.post('/user/accounts/logout');
    expect((await answerTo(one.browser, uid)).code).toBe(resultCodes.authorisationExpired);
    expect(await errorOf(poll(device))).toBe('authorization_pending');
  });

  test('that is refused gives the device nothing, and is not asked again', async () => {
    const device = await ask();
    const one = await start();
    const uid = questionOf(await typeCode(one, device));
    expect(await answerTo(one.browser, uid, false)).toMatchObject({ code: 0, data: {} });
    expect((await answerTo(one.browser, uid)).code).toBe(resultCodes.authorisationExpired);
    expect((await enter(one.browser, device.user_code)).code).toBe(resultCodes.wrongCode);
    expect(await errorOf(pollInTime(device))).toBe('access_denied');
  });

  test('is answered once: of two people who allow the same code at once one connects the device [AC-84]', async () => {
    for (let round = 0; round < 5; round += 1) {
      const device = await ask();
      const people = [await start(), await start()];
      const ways = await Promise.all(
        people.map(async (one) => {
          const { data } = await answerTo(one.browser, questionOf(await typeCode(one, device)));
          return () => one.open(String(data['url']));
        }),
      );
      const ends = (await Promise.all(ways.map((go) => go()))).map(({ url }) => url.searchParams.get('end'));
      expect(new Set(ends)).toEqual(new Set(['connected', 'ended']));
      const winner = people[ends.indexOf('connected')]!.person;
      expect((await pollInTime(device)).claims()).toMatchObject({ sub: winner.ouid });
    }
  });

  test('is decided by one statement, not after its end and not twice [AC-84]', async () => {
    const { oidcDeviceCodes } = services.stores;
    const find = async ({ user_code }: Device) => (await oidcDeviceCodes.findByUserCode(user_code.replace('-', '')))!;
    const [late, twice] = [await find(await ask()), await find(await ask())];
    const decide = ({ handle, payload }: typeof late) => oidcDeviceCodes.decide(handle, { ...payload, error: 'x' });
    expect([await decide(twice), await decide(twice)]).toEqual([true, false]);
    services.moveClock(limits.lifetime);
    expect(await decide(late)).toBe(false);
  });

  test('of two people, one of whom refuses, is answered by the first', async () => {
    const device = await ask();
    const [refuses, allows] = [await start(), await start()];
    const [one, other] = [await typeCode(refuses, device), await typeCode(allows, device)];
    const { data } = await answerTo(allows.browser, questionOf(other));
    expect((await answerTo(refuses.browser, questionOf(one), false)).code).toBe(0);
    expect((await allows.open(String(data['url']))).url.searchParams.get('end')).toBe('ended');
    expect(await errorOf(pollInTime(device))).toBe('access_denied');
  });

  test('lists what an application of someone else asks for, once, and remembers what was allowed', async () => {
    const { person, ...one } = await start();
    const device = await ask(tv, { scope: 'openid email' });
    const uid = questionOf(await typeCode(one, device));
    const { data } = await one.browser.get(`/oidc/device/${uid}`);
    expect(data).toMatchObject({ application: 'Television', scopes: ['openid', 'email'] });
    const answered = await answerTo(one.browser, uid);
    expect((await one.open(String(answered.data['url']))).url.searchParams.get('end')).toBe('connected');
    expect(await auditTypesOf(services, person.ouid)).toEqual(['deviceConnected', 'applicationAllowed', 'signIn']);
    const tokens = await pollInTime(device, tv);
    expect(await openid.fetchUserInfo(tv, tokens.access_token, person.ouid)).not.toHaveProperty('phone_number');
    // The person ends it on the account page.
    expect((await one.browser.post('/user/accounts/applications/tv/end')).code).toBe(0);
    expect(await errorOf(openid.refreshTokenGrant(tv, tokens.refresh_token!))).toBe('invalid_grant');
  });
});

describe('what an application asks for', () => {
  test('a second factor is given before the question', async () => {
    const device = await ask(cli, { acr_values: 'urn:foyer:two-factors' });
    const one = await start();
    const { data } = await enter(one.browser, device.user_code);
    const { url } = await one.open(String(data['url']));
    expect(url.pathname).toBe('/login/web');
    expect(await errorOf(poll(device))).toBe('authorization_pending');
  });

  test('that the account cannot give ends the request, and the device is told', async () => {
    const device = await ask(cli, { acr_values: 'urn:foyer:two-factors' });
    const ouid = await services.addAccount({ email: `${Math.random()}@example.com`, password: 'Foyer-2026' });
    const account = await services.stores.accounts.findByOuid(ouid);
    const one = await signedIn(services, { mobile: account!.email! });
    const { data } = await enter(one.browser, device.user_code);
    expect((await one.open(String(data['url']))).url.searchParams.get('end')).toBe('ended');
    expect(await errorOf(pollInTime(device))).toBe('unmet_authentication_requirements');
  });

  test('ends with the session in which it was allowed, unless it outlives sessions', async () => {
    const [device, lasting] = [await ask(), await ask(cli, { scope: 'openid offline_access' })];
    const one = await start();
    await allow(one, device);
    await allow(one, lasting);
    const [tokens, kept] = [await pollInTime(device), await pollInTime(lasting)];
    await one.browser.post('/user/accounts/logout');
    expect(await errorOf(openid.refreshTokenGrant(cli, tokens.refresh_token!))).toBe('invalid_grant');
    expect((await openid.refreshTokenGrant(cli, kept.refresh_token!)).access_token).toEqual(expect.any(String));
  });

  test('is not given for a session that has ended before the device asks', async () => {
    const device = await ask();
    const one = await start();
    await allow(one, device);
    await one.browser.post('/user/accounts/logout');
    expect(await errorOf(pollInTime(device))).toBe('invalid_grant');
  });
});
