import { passkey as limits } from '@foyer/contract/limits';
import { resultCodes } from '@foyer/contract/result-codes';
import { minutes } from '@foyer/contract/time';
import { createSoftwareAuthenticator } from '@foyer/sandbox/authenticator/software-authenticator';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { concurrently } from '../../../test/support/concurrently.ts';
import { raiseSessions } from '../../../test/support/flows/raise-sessions.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { passkeyHelpers } from '../../../test/support/flows/test-passkeys.ts';
import { passkeys } from '../../store/schema/passkey-schema.ts';
import { accounts, sessions } from '../../store/schema/schema.ts';

const services = await testAppForFile();
const { origin, requestOptions, commit, addPasskey, signInWithPasskey } = passkeyHelpers(services);
const failed = { code: resultCodes.passkeyFailed };

let numbers = 15900000000;
/** A person who has added a passkey in a session of two factors, in a browser of their own. */
async function newPerson(options: Parameters<typeof createSoftwareAuthenticator>[0] = {}) {
  const mobile = String((numbers += 1));
  const ouid = await services.addAccount({ mobile, password: 'Foyer-2026' });
  const authenticator = createSoftwareAuthenticator(options);
  const browser = services.browser();
  await browser.signIn(mobile, 'Foyer-2026');
  await raiseSessions(services, ouid);
  const added = await addPasskey(browser, authenticator);
  expect(added).toMatchObject({ code: 0 });
  return { ouid, mobile, authenticator, passkey: added.data['id'] as string };
}

const sessionsOf = (ouid: string) => services.database.sql.select().from(sessions).where(eq(sessions.account, ouid));
const storedPasskey = async (id: string) =>
  (await services.database.sql.select().from(passkeys).where(eq(passkeys.id, id)))[0]!;
const isSignedIn = async (browser: ReturnType<typeof services.browser>) =>
  (await browser.get('/user/accounts/me')).code === 0;

test('a passkey signs in to the account it was added to, without an account name', async () => {
  const { ouid, authenticator } = await newPerson();
  const browser = services.browser();
  const options = await requestOptions(browser);
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] });
  const response = await commit(browser, authenticator.get(options, origin), { redirectUrl: '/home' });
  expect(response).toMatchObject({ code: 0, data: { ouid, url: `${origin}/home`, loginDoubleCheck: false } });
  expect(await browser.get('/user/accounts/me')).toMatchObject({
    data: { sessions: expect.arrayContaining([expect.objectContaining({ way: 'passkey', factors: ['passkey'] })]) },
  });
});

test('no second factor is asked for: the authenticator has verified the person', async () => {
  const { mobile, authenticator } = await newPerson();
  await services.database.sql.update(accounts).set({ secondFactor: true }).where(eq(accounts.mobile, mobile));

  const browser = services.browser();
  expect(await signInWithPasskey(browser, authenticator)).toMatchObject({ code: 0, data: { loginDoubleCheck: false } });
  expect(await isSignedIn(browser)).toBe(true);
});

test('no session is opened that the audit trail does not record', async () => {
  const { ouid, authenticator } = await newPerson();
  const { sql: db } = services.database;
  await db.execute(sql`
    create function refuse_record() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`);
  await db.execute(sql`
    create trigger refuse_record before insert on audit_events for each row when (new.method = 'passkey')
    execute function refuse_record()`);
  try {
    expect(await signInWithPasskey(services.browser(), authenticator)).toMatchObject({ status: 500 });
    expect(await sessionsOf(ouid)).toHaveLength(1);
  } finally {
    await db.execute(sql`drop function refuse_record() cascade`);
  }
});

describe('is refused, and no session is opened:', () => {
  type Person = Awaited<ReturnType<typeof newPerson>>;
  type Browser = ReturnType<typeof services.browser>;
  const attempts: Record<string, (person: Person, browser: Browser) => Promise<{ code: number }>> = {
    'a challenge that was used before': async ({ authenticator }, browser) => {
      const options = await requestOptions(browser);
      const wrong = authenticator.get(options, origin, { userVerified: false });
      expect(await commit(browser, wrong)).toMatchObject(failed);
      return commit(browser, authenticator.get(options, origin));
    },
    'a challenge of another browser': async ({ authenticator }, browser) => {
      const other = services.browser();
      const options = await requestOptions(other);
      await requestOptions(browser);
      return commit(browser, authenticator.get(options, origin));
    },
    'a challenge in a browser without a browser ID': async ({ authenticator }, browser) =>
      commit(browser, authenticator.get(await requestOptions(services.browser()), origin)),
    'a challenge that the service did not make': async ({ authenticator }, browser) => {
      const options = await requestOptions(browser);
      return commit(browser, authenticator.get({ ...options, challenge: 'A'.repeat(43) }, origin));
    },
    'a challenge after its lifetime': async ({ authenticator }, browser) => {
      const options = await requestOptions(browser);
      services.moveClock(limits.challengeLifetime);
      return commit(browser, authenticator.get(options, origin));
    },
    'another RP ID': ({ authenticator }, browser) =>
      signInWithPasskey(browser, authenticator, { rpId: 'evil.example' }),
    'another origin': async ({ authenticator }, browser) =>
      commit(browser, authenticator.get(await requestOptions(browser), 'https://evil.example')),
    'a frame of another site': ({ authenticator }, browser) =>
      signInWithPasskey(browser, authenticator, { crossOrigin: true }),
    'a person who was not verified': ({ authenticator }, browser) =>
      signInWithPasskey(browser, authenticator, { userVerified: false }),
    'a person who was not present': ({ authenticator }, browser) =>
      signInWithPasskey(browser, authenticator, { userPresent: false }),
    'a passkey that names another account': async ({ authenticator }, browser) => {
      const other = await newPerson();
      const used = other.authenticator.get(await requestOptions(browser), origin)!;
      return signInWithPasskey(browser, authenticator, { userHandle: used.response.userHandle });
    },
    'a passkey that names no account': ({ authenticator }, browser) =>
      signInWithPasskey(browser, authenticator, { userHandle: undefined }),
    'a passkey that can suddenly be copied': ({ authenticator }, browser) =>
      signInWithPasskey(browser, authenticator, { backupEligible: false }),
    'a signature over something else': async ({ authenticator }, browser) => {
      const right = authenticator.get(await requestOptions(browser), origin)!;
      const wrong = authenticator.get(await requestOptions(browser), origin)!;
      const response = { ...right.response, signature: wrong.response.signature };
      return commit(browser, { ...right, response });
    },
  };

  test.each(Object.entries(attempts))('%s', async (_, attempt) => {
    const person = await newPerson();
    const browser = services.browser();
    const before = await sessionsOf(person.ouid);
    expect(await attempt(person, browser)).toMatchObject(failed);
    expect(await isSignedIn(browser)).toBe(false);
    expect(await sessionsOf(person.ouid)).toHaveLength(before.length);
  });
});

test('a challenge is valid until its lifetime ends', async () => {
  const { authenticator } = await newPerson();
  const browser = services.browser();
  const options = await requestOptions(browser);
  services.moveClock(limits.challengeLifetime - 1);
  expect(await commit(browser, authenticator.get(options, origin))).toMatchObject({ code: 0 });
});

test('a passkey that is not known any more is reported as such, so that the authenticator can forget it', async () => {
  const { authenticator, passkey } = await newPerson();
  await services.database.sql.delete(passkeys).where(eq(passkeys.id, passkey));
  expect(await signInWithPasskey(services.browser(), authenticator)).toMatchObject({
    code: resultCodes.unknownPasskey,
  });
});

describe('the counter', () => {
  test('that has not grown is refused, and one that has grown is stored', async () => {
    const { authenticator, passkey } = await newPerson();
    expect(await signInWithPasskey(services.browser(), authenticator, { counter: 7 })).toMatchObject({ code: 0 });
    for (const counter of [6, 7, 0])
      expect(await signInWithPasskey(services.browser(), authenticator, { counter }), String(counter)).toMatchObject(
        failed,
      );
    expect(await signInWithPasskey(services.browser(), authenticator, { counter: 8 })).toMatchObject({ code: 0 });
    expect(await storedPasskey(passkey)).toMatchObject({ counter: 8 });
  });

  test('of an authenticator that does not count stays at zero', async () => {
    const { authenticator } = await newPerson({ counts: false });
    for (let use = 0; use < 2; use += 1)
      expect(await signInWithPasskey(services.browser(), authenticator)).toMatchObject({ code: 0 });
  });
});

test('the last use and the state of the backup are stored with each sign-in', async () => {
  const { authenticator, passkey } = await newPerson();
  expect(await storedPasskey(passkey)).toMatchObject({ lastUsedAt: null, backedUp: true });
  services.moveClock(minutes(3));
  await signInWithPasskey(services.browser(), authenticator, { backedUp: false });
  expect(await storedPasskey(passkey)).toMatchObject({
    lastUsedAt: new Date(services.clock.now()),
    backedUp: false,
    backupEligible: true,
  });
});

test('of many parallel uses of one challenge one signs in', async () => {
  const { authenticator } = await newPerson({ counts: false });
  const browser = services.browser();
  const options = await requestOptions(browser);
  const credential = authenticator.get(options, origin);
  const responses = await concurrently(() => commit(browser, credential));
  expect(responses.filter(({ code }) => code === 0)).toHaveLength(1);
  expect(responses.filter(({ code }) => code === resultCodes.passkeyFailed)).toHaveLength(responses.length - 1);
});

test('the list of origins is public', async () => {
  const response = await services.browser().send({ method: 'GET', url: '/.well-known/webauthn' });
  expect(response.json()).toEqual({ origins: [origin] });
  expect(response.headers['content-type']).toContain('application/json');
});
