import { pbkdf2Sync } from 'node:crypto';
import { resultCodes } from '@foyer/contract/result-codes';
import { days, minutes, seconds } from '@foyer/contract/time';
import { createSoftwareAuthenticator } from '@foyer/sandbox/authenticator/software-authenticator';
import { eq } from 'drizzle-orm';
import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import { readImportedHash } from '../../src/platform/imported-hash.ts';
import { sha256Hex } from '../../src/platform/sha256.ts';
import { importedPasswords } from '../../src/store/schema/import-schema.ts';
import { agreements } from '../../src/store/schema/schema.ts';
import { signInWalks } from '../support/flows/sign-in-walks.ts';
import { databaseOf, testAppForFile } from '../support/test-app.ts';
import { bindingHelpers, noCodeLimits } from '../support/flows/test-binding.ts';
import { testCli } from '../support/test-cli.ts';
import { codeHelpers } from '../support/flows/test-codes.ts';
import { ssoHelpers } from '../support/flows/test-company.ts';
import { contactHelpers } from '../support/flows/test-contacts.ts';
import { addClient, navigator, openidClient, tokensFor } from '../support/flows/test-oidc.ts';
import { passkeyHelpers } from '../support/flows/test-passkeys.ts';

/** Ways of a thief of one factor that go through what is rare: imports, merges, closures, undos, lost answers. */

const services = await testAppForFile({ sandbox: true, env: { ...noCodeLimits, OIDC: 'on' } });
const { sql } = services.database;
const { commit, lastMessageTo, loginParams, passHumanCheck, sendAndVerify, sendByHandle } = codeHelpers(services);
const { change, requestCode, remove, undo, undoHandleSentTo } = contactHelpers(services, 13460000000);
const { addPasskey, signInWithPasskey } = passkeyHelpers(services);
const { startUnlinked } = bindingHelpers(services);
const { sendBind, checkBind } = ssoHelpers(services);
const walks = signInWalks(services, 13470000000);
const { newPerson, byPassword, byCode, addSms, resetPassword } = walks;
const foyer = testCli(databaseOf(services));
const done = { code: 0 };
const needsProof = { code: resultCodes.needsFreshProof };
const tooSoon = { code: resultCodes.contactsTooSoon };
type Browser = ReturnType<typeof services.browser>;

async function factorsOf(browser: Browser) {
  const { data } = await browser.get('/user/accounts/me');
  const own = (data['sessions'] as { current: boolean; factors: string[] }[]).find(({ current }) => current);
  return own?.factors;
}

const forwardAuth = (browser: Browser) =>
  browser.send({
    method: 'GET',
    url: '/api/session/verify',
    headers: { host: new URL(services.config.publicUrl).host },
  });

describe('a lost answer to a step-up that is asked for again with trust in the browser', () => {
  test.each([true, false])('earns it only while the session says two factors: %s', async (isLowered) => {
    const person = await newPerson();
    const { browser } = await byPassword(person);
    const { data } = await browser.post('/sender/startLoginDoubleCheck', {});
    const sent = await sendByHandle(browser, data['preServiceId'], 'LOGIN_DOUBLE_CHECK');
    const proof = { serviceId: sent.data['serviceId'], credentials: lastMessageTo(person.mobile)?.code };
    const before = new Map(browser.jar);
    const verify = (more = {}) => browser.post('/sender/verifyLoginDoubleCheck', { ...proof, ...more });
    expect(await verify()).toMatchObject(done);
    for (const [name, value] of before) browser.jar.set(name, value);
    services.moveClock(seconds(12));
    const ever = { from: new Date(0), until: new Date(services.clock.now() + 1) };
    if (isLowered) await services.stores.sessions.relabel(person.ouid, 'sms', 'password', ever);
    expect(await verify({ trustBrowser: true })).toMatchObject(done);
    expect(await services.stores.trustedBrowsers.listByAccount(person.ouid, {})).toHaveLength(isLowered ? 0 : 1);
  });
});

test('a session that support has reset the second factor of proves again before it changes something', async () => {
  const person = await newPerson({ secondFactor: true });
  const browser = await addSms(person, await byPassword(person));
  expect(await foyer('people', 'reset-second-factor', person.ouid, '--yes')).toMatchObject({ code: 0 });
  // The clock of the command goes on while it runs.
  services.moveClock(minutes(1));
  expect(await browser.post('/user/accounts/passkeys/options', {})).toMatchObject(needsProof);
});

describe('the proxy of an application', () => {
  test('is told of no session whose account closes, and of a kept one what it proved', async () => {
    const person = await newPerson();
    const owner = (await byPassword(person)).browser;
    expect((await forwardAuth(owner)).statusCode).toBe(200);
    expect(await owner.post('/user/accounts/closure/request')).toMatchObject(done);
    const thief = (await byCode(person.mobile)).browser;
    expect((await forwardAuth(thief)).statusCode).toBe(401);
    expect(await thief.post('/sender/startLoginDoubleCheck', {})).toMatchObject({ code: resultCodes.notSignedIn });
    expect(await thief.post('/user/accounts/closure/cancel', {})).toMatchObject(done);
    expect((await forwardAuth(thief)).headers['x-foyer-factors']).toBe('sms');
    expect(await requestCode(thief, walks.newMobile())).toMatchObject(needsProof);
  });

  test('is told at once of a session that says less', async () => {
    const person = await newPerson();
    const browser = await addSms(person, await byPassword(person));
    expect((await forwardAuth(browser)).headers['x-foyer-factors']).toBe('password,sms');
    const ever = { from: new Date(0), until: new Date(services.clock.now() + 1) };
    await services.stores.sessions.relabel(person.ouid, 'sms', 'password', ever);
    expect((await forwardAuth(browser)).headers['x-foyer-factors']).toBe('password');
  });

  test('is told of no session that awaits agreement', async () => {
    const person = await newPerson();
    await sql.delete(agreements).where(eq(agreements.account, person.ouid));
    const { browser } = await byPassword(person);
    expect((await forwardAuth(browser)).statusCode).toBe(401);
  });
});

test('an access token of one factor says one after the session has proven two', async () => {
  const person = await newPerson();
  await addClient(services, { id: 'contracts' });
  const client = await openidClient(services, 'contracts');
  const { browser } = await byPassword(person);
  const { access_token: token } = await tokensFor(client, navigator(services, browser));
  await addSms(person, { browser, preServiceId: undefined });
  const said = await openid.fetchUserInfo(client, token, openid.skipSubjectCheck);
  expect(said['acr'] ?? 'urn:foyer:one-factor').toBe('urn:foyer:one-factor');
});

describe('a thief who has support merge their own account into another', () => {
  async function merged() {
    const person = await newPerson({ mobile: null });
    const own = await newPerson({ email: null });
    const authenticator = createSoftwareAuthenticator();
    expect(await addPasskey((await byCode(own.mobile)).browser, authenticator)).toMatchObject(done);
    expect(await foyer('people', 'merge', own.ouid, person.ouid, '--yes')).toMatchObject({ code: 0 });
    services.moveClock(minutes(1));
    return { ...person, mobile: own.mobile, authenticator };
  }

  test('has one factor with the password and a code to the merged number', async () => {
    const person = await merged();
    const browser = await addSms(person, await byPassword(person));
    expect(await factorsOf(browser)).toHaveLength(1);
    expect((await requestCode(browser, walks.newMobile())).code).not.toBe(0);
    expect((await remove(browser, 'email')).code).not.toBe(0);
  });

  test('has one factor with the merged passkey, and changes no contact', async () => {
    const { authenticator } = await merged();
    const browser = services.browser();
    expect(await signInWithPasskey(browser, authenticator)).toMatchObject(done);
    expect(await factorsOf(browser)).toEqual(['support']);
    expect((await requestCode(browser, walks.newMobile())).code).not.toBe(0);
    expect((await remove(browser, 'email')).code).not.toBe(0);
    expect((await browser.post('/user/accounts/secondFactor', { on: true })).code).not.toBe(0);
  });
});

describe('an account with a password of another system', () => {
  const secret = 'Meadow-5512';
  async function imported() {
    const hash = `pbkdf2_sha256$1000$seasalt$${pbkdf2Sync(secret, 'seasalt', 1000, 32, 'sha256').toString('base64')}`;
    const read = readImportedHash(hash);
    if ('problem' in read) throw new Error(read.problem);
    const mobile = walks.newMobile();
    const ouid = await services.addAccount({ mobile, lastSignInAt: new Date(0) });
    const expiresAt = new Date(services.clock.now() + days(90));
    await sql.insert(importedPasswords).values({ account: ouid, ...read, expiresAt });
    return { ouid, mobile };
  }
  async function byImported({ mobile }: { mobile: string }) {
    const browser = services.browser();
    const first = await browser.signIn(mobile, secret);
    const plain = { serviceId: first.data?.['serviceId'], password: secret };
    const { code, data } = first.code === 0 ? first : await browser.signIn(mobile, secret, { plain });
    return { browser, code, preServiceId: data?.['preServiceId'] };
  }

  test('keeps its contact from a thief of the text messages, who replaces the password', async () => {
    const person = await imported();
    const thief = (await byCode(person.mobile)).browser;
    expect(await requestCode(thief, walks.newMobile())).toMatchObject(needsProof);
    const own = { newPassword: sha256Hex('Lantern~4471'), endOtherSessions: false };
    expect(await thief.post('/user/accounts/password/change', own)).toMatchObject(done);
    expect(await requestCode(thief, walks.newMobile())).toMatchObject(tooSoon);
    const browser = services.browser();
    const { data } = await browser.signIn(person.mobile, 'Lantern~4471');
    await addSms(person, { browser, preServiceId: data['preServiceId'] });
    expect(await factorsOf(browser)).toEqual(['password']);
    expect((await byImported(person)).code).not.toBe(0);
  });

  test('keeps its contact from a thief of that password', async () => {
    const person = await imported();
    const { browser, code } = await byImported(person);
    expect(code).toBe(0);
    expect(await requestCode(browser, walks.newMobile())).toMatchObject(needsProof);
    expect(await browser.post('/user/accounts/secondFactor', { on: true })).toMatchObject(needsProof);
    expect(await factorsOf(browser)).toEqual(['password']);
  });
});

test('a thief of the text messages who registers the number gets one factor, and sets no password', async () => {
  const person = await newPerson();
  const thief = services.browser();
  const serviceId = await sendAndVerify(thief, person.mobile, 'REGISTER');
  const source = { pub: 'yunzhang', chl: 'web', tml: 'PC' };
  const register = { serviceId, password: sha256Hex('Lantern~4471'), encrypter: 'SHA256', source, loginParams };
  const registered = await thief.post('/sender/register', register, { event: 'acc_register' });
  expect(registered).toMatchObject({ code: resultCodes.accountTaken });
  await commit(thief, person.mobile, serviceId);
  await byPassword(person);
});

test('a thief of the mailbox who binds their own company gets one factor', async () => {
  const person = await newPerson();
  const browser = services.browser();
  const accessCode = await startUnlinked(browser);
  const robotModel = await passHumanCheck(browser);
  const bind = { type: 'EMAIL', credentials: person.email, robotModel };
  const { data } = await sendBind(browser, accessCode, bind);
  const typed = { authCodeId: data['authCodeId'], code: lastMessageTo(person.email)?.code };
  expect(await checkBind(browser, accessCode, typed)).toMatchObject(done);
  expect(await factorsOf(browser)).toEqual(['mail']);
  const { browser: later } = await walks.byCompany();
  expect(await factorsOf(later)).toEqual(['sso']);
  const session = await services.stores.sessions.find(later.jar.get('foyer_session'));
  services.moveClock(minutes(1));
  const sent = await sendByHandle(later, session!.session.id, 'PROVE_AGAIN', 'email');
  const proof = { serviceId: sent.data['serviceId'], credentials: lastMessageTo(person.email)?.code };
  expect(await later.post('/user/accounts/proof/code', proof)).toMatchObject(done);
  expect(await factorsOf(later)).toEqual(['sso']);
  expect(await requestCode(later, walks.newMobile())).toMatchObject(needsProof);
});

test('a thief of the earlier mailbox who undoes a change gets one factor, and changes no contact', async () => {
  const person = await newPerson();
  const owner = await addSms(person, await byPassword(person));
  expect(await change(owner, `next${person.mobile}@example.com`)).toMatchObject(done);
  expect(await undo(await undoHandleSentTo(person.email))).toMatchObject(done);
  services.moveClock(minutes(1));
  const password = await resetPassword(person.email);
  services.moveClock(minutes(1));
  const { browser } = await byPassword(person, services.browser(), password);
  for (const thief of [browser, (await byCode(person.email)).browser]) {
    expect(await requestCode(thief, walks.newMobile())).toMatchObject(needsProof);
    expect(await remove(thief, 'mobile')).toMatchObject(needsProof);
    expect(await thief.post('/user/accounts/secondFactor', { on: true })).toMatchObject(needsProof);
    expect(await factorsOf(thief)).toHaveLength(1);
  }
});

describe('a session that the owner has ended does not come back by asking again for a lost answer', () => {
  const ways: Record<
    string,
    (person: Awaited<ReturnType<typeof newPerson>>, thief: Browser) => Promise<() => unknown>
  > = {
    'a code': async (person, thief) => {
      const serviceId = await sendAndVerify(thief, person.mobile);
      const again = () => commit(thief, person.mobile, serviceId);
      expect(await again()).toMatchObject(done);
      return again;
    },
    'a second factor': async (person, thief) => {
      const { data } = await thief.post('/sender/startLoginDoubleCheck', {});
      const sent = await sendByHandle(thief, data['preServiceId'], 'LOGIN_DOUBLE_CHECK');
      const proof = { serviceId: sent.data['serviceId'], credentials: lastMessageTo(person.mobile)?.code };
      const again = () => thief.post('/sender/verifyLoginDoubleCheck', proof);
      expect(await again()).toMatchObject(done);
      return again;
    },
    'a company that was bound': async (person, thief) => {
      const accessCode = await startUnlinked(thief);
      const robotModel = await passHumanCheck(thief);
      const { data } = await sendBind(thief, accessCode, { type: 'MOBILE', credentials: person.mobile, robotModel });
      const typed = { authCodeId: data['authCodeId'], code: lastMessageTo(person.mobile)?.code };
      const again = () => checkBind(thief, accessCode, typed);
      expect(await again()).toMatchObject(done);
      return again;
    },
  };

  test.each(Object.entries(ways))('%s', async (way, signIn) => {
    const person = await newPerson();
    const owner = (await byPassword(person)).browser;
    const thief = services.browser();
    if (way === 'a second factor') await byPassword(person, thief);
    services.moveClock(minutes(1));
    const before = new Map(thief.jar);
    const again = await signIn(person, thief);
    const isSignedIn = async () => (await thief.get('/user/accounts/me')).code === 0;
    expect(await isSignedIn()).toBe(true);
    expect(await owner.post('/user/accounts/sessions/endOthers')).toMatchObject(done);
    thief.jar.delete('foyer_session');
    for (const [name, value] of before) thief.jar.set(name, value);
    services.moveClock(seconds(12));
    await again();
    expect(await isSignedIn()).toBe(false);
  });
});

test('the owner of the only mailbox undoes a number that its thief has added, with the app of a session of that number', async () => {
  const person = await newPerson({ mobile: null });
  await services.stores.accounts.removePassword(person.ouid);
  const mobile = walks.newMobile();
  expect(await change((await byCode(person.email)).browser, mobile)).toMatchObject(done);
  services.moveClock(minutes(1));
  await walks.setUpApp((await byCode(mobile)).browser);
  expect(await services.stores.accounts.findByOuid(person.ouid)).toMatchObject({ secondFactor: true, mobile });
  expect(await undo(await undoHandleSentTo(person.email))).toMatchObject(done);
  services.moveClock(minutes(1));
  const restored = { secondFactor: false, mobile: null, email: person.email };
  expect(await services.stores.accounts.findByOuid(person.ouid)).toMatchObject(restored);
  const { preServiceId } = await byCode(person.email);
  expect(preServiceId).toBeUndefined();
});

describe('a code that signs a thief in at the moment in which the owner', () => {
  test.each(['changes the number', 'switches the second factor on'])('%s opens no session', async (how) => {
    const person = await newPerson();
    const owner = await addSms(person, await byPassword(person));
    const thief = services.browser();
    const serviceId = await sendAndVerify(thief, person.mobile);
    const { completedSignIns } = services.stores;
    const { add } = completedSignIns;
    completedSignIns.add = async (...args) => {
      completedSignIns.add = add;
      const own =
        how === 'changes the number'
          ? await change(owner, walks.newMobile())
          : await owner.post('/user/accounts/secondFactor', { on: true });
      expect(own).toMatchObject(done);
      return add(...args);
    };
    await commit(thief, person.mobile, serviceId);
    expect((await thief.get('/user/accounts/me')).code).toBe(resultCodes.notSignedIn);
  });
});
