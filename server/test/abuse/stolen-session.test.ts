import { type Call, accessNames } from '@foyer/contract/call';
import { calls } from '@foyer/contract/calls';
import { freshProof } from '@foyer/contract/limits';
import { resultCodes } from '@foyer/contract/result-codes';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { personalTables } from '../../src/store/accounts/personal-tables.ts';
import { sha256Hex } from '../../src/platform/sha256.ts';
import { accounts, sessions } from '../../src/store/schema/schema.ts';
import { type SignedInPerson, accountChanges } from '../support/flows/account-changes.ts';
import { testAppForFile } from '../support/test-app.ts';
import { codeTestSettings } from '../support/flows/test-codes.ts';

const services = await testAppForFile({ env: codeTestSettings });
const db = services.database.sql;
const { changes, signedInPerson, send } = accountChanges(services, 13600000000);

/** Calls of a signed-in person that need no fresh proof, and why. */
const exceptions: Record<string, string> = {
  proveByPassword: 'is the proof',
  proveByCode: 'is the proof',
  proveByFactor: 'is the proof',
  startPasskeyProof: 'asks for the proof',
  proveByPasskey: 'is the proof',
  startStepUp: 'asks for a second factor, and changes nothing without it',
  agree: 'completes a sign-in that waits for it',
  keepAccount: 'completes a sign-in to an account that is to be closed',
  setPassword: 'needs the handle that the sign-in which made the account has returned',
  answerPasskeyOffer: 'says when the page offers a passkey again',
  askHandoff: 'asks a session that is newer than the link of a computer, and changes nothing',
  answerHandoff: 'needs the number that a computer shows, in a session that is newer than its link',
  answerAccessQuestion: 'needs the request of an application, in the browser that it was sent from',
  enterUserCode: 'says which device asks, and leads to the sign-in',
  answerDeviceQuestion: 'needs the code of a device, in the browser in which it was typed',
  confirmSignOut: 'ends the own session',
  requestIdentityUrl: 'leads to the identity service, which proves who the person is',
  getContactUndo: 'needs the handle that was sent to the old contact',
  undoContactChange: 'needs the handle that was sent to the old contact',
  getRecovery: 'needs the handle of a sign-in that waits for its second factor',
  askRecovery: 'needs the handle of a sign-in that waits for its second factor, and two proofs',
  forgetAccount: 'removes a card from the sign-in page of this browser',
};

/** What a thief of a session can read in it. */
const readable: Record<string, string> = {
  getCurrentAccount: 'the account, its sessions, apps and applications',
  getActivity: 'what happened to it',
  getAcceptedAgreements: 'its agreements',
  getPasskeys: 'its passkeys',
  getSecondFactor: 'its second factors',
  getPasskeyOffer: 'whether a passkey is offered',
  getChatVisitor: 'what the chat is told, if anyone is signed in',
};
/** Reading calls that know the session, and are tested with their flow. */
const elsewhere = ['getAgreement', 'getClosure', 'getAccessQuestion', 'getDeviceQuestion', 'verifySession'];

const isOfSession = ({ access }: Call) => accessNames(access).some((name) => name !== 'anyone');
const ofPeople = Object.entries(calls).filter(
  ([, call]) => call.method !== 'GET' && (/^\/(user\/accounts|oidc)\//.test(call.path) || isOfSession(call)),
);
const reading = Object.entries(calls).filter(([, call]) => call.method === 'GET' && isOfSession(call));
/** Calls that are answered in an open session only. */
const ofOpenSession = Object.entries(calls).filter(
  ([name, { access }]) =>
    accessNames(access).some((one) => /^(session|freshProof(For.*)?)$/.test(one)) && !elsewhere.includes(name),
);

test('every call that changes something in a session is walked here, or is known to need no fresh proof', () => {
  const names = ofPeople.map(([name]) => name);
  expect(names.length).toBeGreaterThan(30);
  expect(names.sort()).toEqual([...Object.keys(changes), ...Object.keys(exceptions)].sort());
  const demanding = ofPeople.filter(([, { refusals }]) => 'needsFreshProof' in refusals).map(([name]) => name);
  expect(demanding.sort()).toEqual(Object.keys(changes).sort());
});

test('every call that reads something in a session is walked here, or with its flow', () => {
  expect(reading.map(([name]) => name).sort()).toEqual([...Object.keys(readable), ...elsewhere].sort());
});

/** Everything that is stored about a person, and how many messages were sent to them. */
async function stateOf({ ouid, mobile, email }: SignedInPerson) {
  await services.backgroundTasks.settled();
  const rows: string[] = [];
  for (const { section, table, isOf } of personalTables)
    for (const row of await db.select().from(table).where(isOf({ ouid, mobile, email })))
      // When a session was last used is no change that a person makes.
      rows.push(`${section} ${JSON.stringify({ ...row, lastSeenAt: undefined })}`);
  const sent = [mobile, email].map((address) => services.sandbox.outbox.sent(address).length);
  return { rows: rows.sort(), sent };
}

/** The session was proven this long ago. */
const age = ({ ouid }: SignedInPerson, by: number) =>
  db
    .update(sessions)
    .set({ provenAt: new Date(services.clock.now() - by) })
    .where(eq(sessions.account, ouid));

const handle = 'x'.repeat(43);
const key = { id: handle, rawId: handle, type: 'public-key' };
const assertion = { ...key, response: { clientDataJSON: handle, authenticatorData: handle, signature: handle } };
/** What calls are sent that need something. */
const requests: Record<string, Record<string, unknown>> = {
  proveByPassword: { credentials: sha256Hex('Foyer-2026') },
  proveByCode: { serviceId: handle, credentials: '123456' },
  proveByFactor: { factor: 'totp', credentials: '123456' },
  proveByPasskey: { credential: assertion },
  answerPasskeyOffer: { answer: 'never' },
  answerHandoff: { ticket: handle },
  setPassword: { serviceId: handle, newPassword: sha256Hex('Lantern~4471') },
  requestIdentityUrl: {
    accountId: handle,
    dataCollect: { clientType: 'WEB' },
    contextInfo: { showResultPage: false, redirectUrl: '/home' },
  },
};

describe.each(ofOpenSession)('%s', (name, call) => {
  test('is refused in a session that waits for the agreement, whose account is being closed, or that has ended', async () => {
    const person = await signedInPerson();
    const request = changes[name] ? await (await changes[name](person))() : (requests[name] ?? {});
    const { ouid } = person;
    const lower = (state: 'awaitingConsent' | 'closing') =>
      db.update(sessions).set({ state }).where(eq(sessions.account, ouid));
    const isRefused = async (why: string) =>
      expect(await send(person, call, request), why).toMatchObject({ code: resultCodes.notSignedIn });
    await lower('awaitingConsent');
    const before = await stateOf(person);
    await isRefused('it waits for the agreement');
    expect(await stateOf(person)).toEqual(before);
    const closesAt = new Date(services.clock.now() + freshProof.lifetime);
    await db.update(accounts).set({ closesAt }).where(eq(accounts.ouid, ouid));
    await lower('closing');
    await isRefused('the account is being closed');
    await services.stores.sessions.endAll(ouid);
    await isRefused('it has ended');
  });
});

describe.each(Object.keys(readable))('%s', (name) => {
  test('reads in a stolen session without a fresh proof, and changes nothing', async () => {
    const person = await signedInPerson();
    await age(person, freshProof.lifetime);
    const before = await stateOf(person);
    expect(await send(person, calls[name]!, {})).toMatchObject({ code: 0 });
    expect(await stateOf(person)).toEqual(before);
  });
});

describe.each(Object.keys(changes))('%s', (name) => {
  test('is refused in a stolen session without a fresh proof and changes nothing, and is done with one', async () => {
    const call = calls[name]!;
    const person = await signedInPerson();
    const request = await changes[name]!(person);
    await age(person, freshProof.lifetime);
    const before = await stateOf(person);
    expect(await send(person, call, await request())).toMatchObject({ code: resultCodes.needsFreshProof });
    expect(await stateOf(person)).toEqual(before);
    await age(person, freshProof.lifetime - 1);
    expect(await send(person, call, await request())).toMatchObject({ code: 0 });
  });
});

/** Calls that prepare a change, or end the session that has ended. */
const withoutChange = [
  'startAuthenticator',
  'startPasskey',
  'startAppLink',
  'findCompany',
  'sendContactCode',
  'logOut',
];

describe.each(Object.keys(changes).filter((name) => !withoutChange.includes(name)))('%s', (name) => {
  test('is refused in a session that the owner ends while it runs, and changes nothing', async () => {
    const person = await signedInPerson();
    const request = await (await changes[name]!(person))();
    const { sessions: store } = services.stores;
    const stored = async () => {
      const { rows, sent } = await stateOf(person);
      return { rows: rows.filter((row) => !/^(sessions|passwordSetups|applicationSessions) /.test(row)), sent };
    };
    const before = await stored();
    const { find } = store;
    store.find = async (...args) => {
      store.find = find;
      const found = await find(...args);
      await store.endAll(person.ouid);
      return found;
    };
    expect(await send(person, calls[name]!, request)).toMatchObject({ code: resultCodes.notSignedIn });
    // What the call used to prove the change is used up.
    const used = /^(passkeyChallenges|codes|authenticatorSetups) /;
    const without = ({ rows, sent }: typeof before) => ({ rows: rows.filter((row) => !used.test(row)), sent });
    expect(without(await stored())).toEqual(without(before));
  });
});
