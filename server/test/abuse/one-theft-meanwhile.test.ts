import type { RequestOptions } from '@foyer/contract/flows/passkey';
import { resultCodes } from '@foyer/contract/result-codes';
import { minutes } from '@foyer/contract/time';
import { createSoftwareAuthenticator } from '@foyer/sandbox/authenticator/software-authenticator';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../src/platform/sha256.ts';
import { totpAt } from '../../src/platform/totp.ts';
import { accounts } from '../../src/store/schema/schema.ts';
import { raiseSessions } from '../support/flows/raise-sessions.ts';
import { signInWalks } from '../support/flows/sign-in-walks.ts';
import { openNode, testAppForFile } from '../support/test-app.ts';
import { noCodeLimits } from '../support/flows/test-binding.ts';
import { codeHelpers } from '../support/flows/test-codes.ts';
import { contactHelpers } from '../support/flows/test-contacts.ts';
import { factorHelpers } from '../support/flows/test-factors.ts';
import { passkeyHelpers } from '../support/flows/test-passkeys.ts';
import { scanHelpers } from '../support/flows/test-scans.ts';

/** What a thief of one factor gains from a call that the owner answers at the same moment. */

const services = await testAppForFile({ sandbox: true, env: noCodeLimits });
const { lastMessageTo, sendAndVerify, sendByHandle } = codeHelpers(services);
const { confirm, poll } = scanHelpers(services);
const { addAuthenticator } = factorHelpers(services);
const { creationOptions, origin, storePasskey } = passkeyHelpers(services);
const { change, requestCode, confirm: confirmContact, password } = contactHelpers(services, 13350000000);
const walks = signInWalks(services, 13360000000);
const { newPerson, byPassword, byCode, addSms, linkedByCode, resetPassword } = walks;
const done = { code: 0 };
type Browser = ReturnType<typeof services.browser>;
interface Session {
  current: boolean;
  id: string;
  factors: string[];
}

async function sessionOf(browser: Browser) {
  const { data } = await browser.get('/user/accounts/me');
  return (data['sessions'] as Session[]).find(({ current }) => current)!;
}

/** Runs once the next call has compared or hashed a password, or hashed backup codes. */
function whileHashing(run: () => Promise<unknown>) {
  const { passwords } = services;
  const { reserveSlot } = passwords;
  passwords.reserveSlot = (...args) => {
    passwords.reserveSlot = reserveSlot;
    const slot = reserveSlot(...args)!;
    let ran: Promise<unknown> | undefined;
    const after = <Result>(hashed: Promise<Result>) => hashed.finally(() => (ran ??= run()));
    return {
      ...slot,
      matches: (...compared) => after(slot.matches(...compared)),
      hash: (secret) => after(slot.hash(secret)),
      hashWith: (...secret) => after(slot.hashWith(...secret)),
    };
  };
}

/** A new passkey, and the call that adds it; `run` runs once the call has found the proof fresh. */
async function addingPasskey(browser: Browser, run: () => Promise<unknown>) {
  const authenticator = createSoftwareAuthenticator();
  const credential = authenticator.create(await creationOptions(browser), origin);
  const { passkeyChallenges } = services.stores;
  const { use } = passkeyChallenges;
  passkeyChallenges.use = async (...args) => {
    passkeyChallenges.use = use;
    await run();
    return use(...args);
  };
  return { authenticator, added: await browser.post('/user/accounts/passkeys', { credential }) };
}

/** The same for an authenticator app. */
async function addingApp(browser: Browser, run: () => Promise<unknown>) {
  const { setupId, secret } = await walks.startApp(browser);
  const { authenticators } = services.stores;
  const { findSetup } = authenticators;
  authenticators.findSetup = async (...args) => {
    authenticators.findSetup = findSetup;
    await run();
    return findSetup(...args);
  };
  const credentials = totpAt(secret, services.clock.now()).code;
  return browser.post('/user/accounts/authenticator/confirm', { setupId, credentials });
}

/** The owner, in a session of two factors, can replace the password that text messages have set. */
async function personWhoReplaces() {
  const person = await newPerson();
  const stolen = await resetPassword(person.mobile);
  const owner = await addSms(person, await byCode(person.email));
  services.moveClock(minutes(1));
  const replace = async () => {
    const own = { newPassword: sha256Hex('Harbour~2931'), endOtherSessions: false };
    expect(await owner.post('/user/accounts/password/change', own)).toMatchObject(done);
  };
  return { person, stolen, replace };
}

/** Calls that hash something before they store it. */
const hashingCalls = [
  ['password', 'password/change', { newPassword: sha256Hex('Meadow~5512'), endOtherSessions: false }],
  ['backupCode', 'backupCodes', undefined],
] as const;

test.each(hashingCalls)('a new %s of a session that ends meanwhile changes nothing', async (_, path, request) => {
  const person = await newPerson();
  const { browser } = await byPassword(person);
  whileHashing(() => services.stores.sessions.endAll(person.ouid));
  expect(await browser.post(`/user/accounts/${path}`, request)).toMatchObject({ code: resultCodes.notSignedIn });
  expect(await services.stores.backupCodes.summary(person.ouid)).toBeUndefined();
  await byPassword(person);
});

test('a new passkey of a session that ends meanwhile is not added', async () => {
  const person = await newPerson();
  const { browser } = await byPassword(person);
  const { added } = await addingPasskey(browser, () => services.stores.sessions.endAll(person.ouid));
  expect(added).toMatchObject({ code: resultCodes.notSignedIn });
  expect(await services.stores.passkeys.hasAny(person.ouid)).toBe(false);
});

test('a new number of a session that ends meanwhile is not set', async () => {
  const person = await newPerson();
  const { browser } = await byPassword(person);
  await raiseSessions(services, person.ouid);
  const next = walks.newMobile();
  const { data } = await requestCode(browser, next);
  const { codes } = services.stores;
  const { status } = codes;
  codes.status = async (...args) => {
    codes.status = status;
    await services.stores.sessions.endAll(person.ouid);
    return status(...args);
  };
  const changed = await confirmContact(browser, data['serviceId'], lastMessageTo(next)?.code);
  expect(changed).toMatchObject({ code: resultCodes.notSignedIn });
  expect((await services.stores.accounts.findByOuid(person.ouid))!.mobile).toBe(person.mobile);
});

test('an app that the owner adds is not replaced by one that a thief of the password adds meanwhile', async () => {
  const person = await newPerson({ mobile: null });
  const { browser } = await byPassword(person);
  const replaced = addingApp(browser, async () => {
    await addAuthenticator(person.ouid);
    await services.stores.accounts.setSecondFactor(person.ouid, true);
  });
  expect(await replaced).toMatchObject({ code: resultCodes.needsFreshProof });
});

describe('the owner replaces the password that text messages have set [D-48]', () => {
  const needsPassword = { code: resultCodes.needsFreshProof, data: { ways: ['password'] } };
  /** Then the number is all that the account can give besides the password. */
  const removeEmail = ({ ouid }: { ouid: string }) =>
    services.database.sql.update(accounts).set({ email: null }).where(eq(accounts.ouid, ouid));

  test('while that password is proven again', async () => {
    const { person, stolen, replace } = await personWhoReplaces();
    const { browser } = await byCode(person.mobile);
    whileHashing(replace);
    await browser.post('/user/accounts/proof/password', { credentials: sha256Hex(stolen) });
    expect((await sessionOf(browser)).factors).toEqual(['sms']);
  });

  test('while a code to the number is proven in a session of that password', async () => {
    const { person, stolen, replace } = await personWhoReplaces();
    const { browser } = await byPassword(person, services.browser(), stolen);
    const session = await sessionOf(browser);
    services.moveClock(minutes(1));
    const sent = await sendByHandle(browser, session.id, 'PROVE_AGAIN');
    const credentials = lastMessageTo(person.mobile)?.code;
    const { quotas } = services.stores;
    const { clear } = quotas;
    // The last statement before the transaction.
    quotas.clear = async (...args) => {
      quotas.clear = clear;
      await replace();
      return clear(...args);
    };
    const proof = { serviceId: sent.data['serviceId'], credentials };
    expect(await browser.post('/user/accounts/proof/code', proof)).toMatchObject(done);
    expect((await sessionOf(browser)).factors).toEqual(['sms']);
  });

  test('while it adds a passkey, which then needs a new proof', async () => {
    const { person, stolen, replace } = await personWhoReplaces();
    const { browser } = await byPassword(person, services.browser(), stolen);
    const { added } = await addingPasskey(browser, replace);
    expect(added).toMatchObject({ code: resultCodes.needsFreshProof });
    expect(await services.stores.passkeys.hasAny(person.ouid)).toBe(false);
  });

  test('while it adds an app, which then needs that password', async () => {
    const { person, stolen, replace } = await personWhoReplaces();
    const { browser } = await byPassword(person, services.browser(), stolen);
    await removeEmail(person);
    expect(await addingApp(browser, replace)).toMatchObject(needsPassword);
    expect(await services.stores.authenticators.find(person.ouid)).toBeUndefined();
  });

  test('while it switches the second factor on, which then needs that password', async () => {
    const { person, stolen, replace } = await personWhoReplaces();
    const { browser } = await byPassword(person, services.browser(), stolen);
    await removeEmail(person);
    const { backupCodes } = services.stores;
    const { summary } = backupCodes;
    // The call has read the account before.
    backupCodes.summary = async (...args) => {
      backupCodes.summary = summary;
      await replace();
      return summary(...args);
    };
    expect(await browser.post('/user/accounts/secondFactor', { on: true })).toMatchObject(needsPassword);
    expect((await services.stores.accounts.findByOuid(person.ouid))?.secondFactor).toBe(false);
  });

  test.each(hashingCalls)('while it sets a new %s, which then needs a new proof', async (_, path, request) => {
    const { person, stolen, replace } = await personWhoReplaces();
    const { browser } = await byPassword(person, services.browser(), stolen);
    whileHashing(replace);
    expect(await browser.post(`/user/accounts/${path}`, request)).toMatchObject({ code: resultCodes.needsFreshProof });
  });
});

test('a scan by an app that the owner unlinks meanwhile signs no one in', async () => {
  const person = await newPerson();
  const { owner: app } = await linkedByCode(person);
  const { browser: owner } = await byPassword(person);
  const thief = services.browser();
  const shown = await confirm(thief, 'wechat', app);
  const { data } = await owner.get('/user/accounts/me');
  const [identity] = data['identities'] as { id: string }[];
  const { identities } = services.stores;
  const { find } = identities;
  identities.find = async (...args) => {
    identities.find = find;
    const found = await find(...args);
    expect(await owner.post(`/user/accounts/identities/${identity!.id}/unlink`)).toMatchObject(done);
    return found;
  };
  expect(await poll(thief, 'wechat', shown)).toMatchObject({ code: resultCodes.authorisationExpired });
});

test('a code to a number sets no password of an account that the owner has given another number meanwhile', async () => {
  const person = await newPerson();
  const owner = await addSms(person, await byPassword(person));
  const thief = services.browser();
  const serviceId = await sendAndVerify(thief, person.mobile, 'RETRIEVE');
  whileHashing(async () => expect(await change(owner, walks.newMobile())).toMatchObject(done));
  const reset = { serviceId, newPassword: sha256Hex('Lantern~4471') };
  expect(await thief.put('/v1/accounts/password', reset)).toMatchObject({ code: resultCodes.expiredCode });
  await byPassword(person);
});

test('an app that the owner sets up in a required sign-in is not replaced by one that a thief sets up meanwhile', async () => {
  const required = { SANDBOX: 'on', SECOND_FACTOR: 'required', SECOND_FACTOR_GRACE_DAYS: '0' };
  const node = await openNode(services, { ...noCodeLimits, ...required });
  const email = 'required-twice@example.com';
  await node.addAccount({ email, password, lastSignInAt: new Date(0) });
  async function prepare() {
    const browser = node.browser();
    const { preServiceId } = (await browser.signIn(email, password)).data;
    const { setupId, secret } = (await browser.post('/user/accounts/authenticator/start', { preServiceId })).data;
    const { code } = totpAt(String(secret), node.clock.now());
    return () => factorHelpers(node).submitFactor(browser, 'totp', preServiceId, code, { setupId });
  }
  const [owner, thief] = [await prepare(), await prepare()];
  const { backupCodes } = node.stores;
  const { summary } = backupCodes;
  // The owner is done after the thief's call has read the account.
  backupCodes.summary = async (...args) => {
    backupCodes.summary = summary;
    expect(await owner()).toMatchObject(done);
    return summary(...args);
  };
  expect(await thief()).toMatchObject({ code: resultCodes.codeAlreadyUsed });
});

test('a passkey that the owner removes meanwhile proves nothing', async () => {
  const person = await newPerson();
  const authenticator = await storePasskey(person.ouid);
  const { browser } = await byPassword(person);
  const { data } = await browser.post('/user/accounts/proof/passkey/options');
  const credential = authenticator.get(data as RequestOptions, origin);
  const { passkeys } = services.stores;
  const { recordUse } = passkeys;
  passkeys.recordUse = async (...args) => {
    passkeys.recordUse = recordUse;
    const isRecorded = await recordUse(...args);
    await passkeys.removeAll(person.ouid);
    return isRecorded;
  };
  expect(await browser.post('/user/accounts/proof/passkey', { credential })).toMatchObject({
    code: resultCodes.notSignedIn,
  });
  expect((await sessionOf(browser)).factors).toEqual(['password']);
});
