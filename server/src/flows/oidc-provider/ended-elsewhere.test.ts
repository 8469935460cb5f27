import * as openid from 'openid-client';
import { resultCodes } from '@foyer/contract/result-codes';
import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../platform/sha256.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import {
  addClient,
  errorOf,
  exchange,
  navigator,
  newPerson,
  openidClient,
  requestFor,
  signedIn,
  tokensFor,
} from '../../../test/support/flows/test-oidc.ts';

/* What an application keeps of a session that its person ends from another one. */

const services = await testAppForFile({ env: { OIDC: 'on' } });
await addClient(services, { id: 'contracts' });
const contracts = await openidClient(services, 'contracts');
const offline = { scope: 'openid offline_access', prompt: 'consent' };
type Browser = ReturnType<typeof services.browser>;

/** A thief has signed in, and an application has access that outlives the session. */
async function robbedPerson() {
  const person = await newPerson(services);
  const thief = await signedIn(services, person);
  const { refresh_token: token } = await tokensFor(contracts, thief, offline);
  const owner = await signedIn(services, person);
  const { refresh_token: own } = await tokensFor(contracts, owner, offline);
  return { thief, token: token!, owner: owner.browser, own: own! };
}

const refresh = (token: string) => errorOf(openid.refreshTokenGrant(contracts, token));

async function otherSessionOf(browser: Browser) {
  const { data } = await browser.get('/user/accounts/me');
  return (data['sessions'] as { id: string; current: boolean }[]).find(({ current }) => !current)!.id;
}

async function signInElsewhere(browser: Browser) {
  const { data } = await browser.get('/user/accounts/activity');
  const events = data['events'] as { id: string; type: string; current: boolean }[];
  return events.find(({ type, current }) => type === 'signIn' && !current)!.id;
}

type End = (owner: Browser) => Promise<{ code: number }>;

const endsOthers: Record<string, End> = {
  'all other sessions': (owner) => owner.post('/user/accounts/sessions/endOthers'),
  'others by a new password': (owner) =>
    owner.post('/user/accounts/password/change', { newPassword: sha256Hex('Lantern~4471'), endOtherSessions: true }),
};
const endsOne: Record<string, End> = {
  'that session': async (owner) => owner.post(`/user/accounts/sessions/${await otherSessionOf(owner)}/end`),
  'what they did not do': async (owner) => owner.post(`/user/accounts/activity/${await signInElsewhere(owner)}/disown`),
};

/** A thief has copied the cookies of the owner's own session. */
async function copiedSession() {
  const person = await newPerson(services);
  const owner = await signedIn(services, person);
  const thief = services.browser();
  for (const [name, value] of owner.browser.jar) thief.jar.set(name, value);
  const { refresh_token: token } = await tokensFor(contracts, navigator(services, thief), offline);
  return { owner, thief, token: token! };
}

describe('access that outlives the session ends where the person ends', () => {
  test.each(Object.entries(endsOne))('%s, and that of their own session stays', async (_, end) => {
    const { owner, own, token } = await robbedPerson();
    expect(await end(owner)).toMatchObject({ code: 0 });
    expect(await refresh(token)).toBe('invalid_grant');
    expect(await refresh(own)).toBe('none');
  });

  test.each(Object.entries(endsOthers))('%s, and a copy of their own session with what it has', async (_, end) => {
    const { owner, thief, token } = await copiedSession();
    expect(await end(owner.browser)).toMatchObject({ code: 0 });
    expect((await owner.browser.get('/user/accounts/me')).code).toBe(0);
    expect((await thief.get('/user/accounts/me')).code).toBe(resultCodes.notSignedIn);
    expect(await refresh(token)).toBe('invalid_grant');
    // The owner goes on in the application without another sign-in.
    const { refresh_token: own } = await tokensFor(contracts, owner, offline);
    expect(await refresh(own!)).toBe('none');
  });

  test('what is refreshed at this moment does not count again once the owner opens the application', async () => {
    const { owner, token } = await copiedSession();
    const { oidcRecords } = services.stores;
    const { consume } = oidcRecords;
    oidcRecords.consume = async (...args) => {
      oidcRecords.consume = consume;
      const consumed = await consume(...args);
      expect(await endsOthers['all other sessions']!(owner.browser)).toMatchObject({ code: 0 });
      return consumed;
    };
    const refreshed = await openid.refreshTokenGrant(contracts, token);
    await tokensFor(contracts, owner, offline);
    expect(await refresh(refreshed.refresh_token!)).toBe('invalid_grant');
  });

  test('all other sessions, also of one that has signed out', async () => {
    const { thief, owner, token } = await robbedPerson();
    await thief.browser.post('/user/accounts/logout');
    expect(await owner.post('/user/accounts/sessions/endOthers')).toMatchObject({ code: 0 });
    expect(await refresh(token)).toBe('invalid_grant');
  });

  test.each(['/user/accounts/sessions/endOthers', '/user/accounts/logout'])(
    'it by %s, also where it is refreshed at this moment',
    async (path) => {
      const { owner, token } = await robbedPerson();
      const { oidcRecords } = services.stores;
      const { consume } = oidcRecords;
      oidcRecords.consume = async (...args) => {
        oidcRecords.consume = consume;
        expect(await owner.post(path, { everywhere: true })).toMatchObject({ code: 0 });
        return consume(...args);
      };
      const refreshed = await openid.refreshTokenGrant(contracts, token).catch(() => undefined);
      if (refreshed?.refresh_token) expect(await refresh(refreshed.refresh_token)).toBe('invalid_grant');
      if (refreshed)
        expect(
          await errorOf(openid.fetchUserInfo(contracts, refreshed.access_token, openid.skipSubjectCheck)),
        ).not.toBe('none');
      expect(await refresh(token)).toBe('invalid_grant');
    },
  );

  test('a code that was not exchanged yet gives nothing after it', async () => {
    const { thief, owner } = await robbedPerson();
    const request = await requestFor(contracts, offline);
    const { url } = await thief.open(request.url);
    // The code is stored at this moment, after those of the other sessions have ended.
    const { account } = (await services.stores.sessions.find(owner.jar.get('foyer_session')))!;
    for (const { id } of await services.stores.sessions.listByAccount(account.ouid))
      await services.stores.sessions.end(account.ouid, id);
    expect(await errorOf(exchange(contracts, url.href, request))).toBe('invalid_grant');
  });
});
