import { resultCodes } from '@foyer/contract/result-codes';
import { minutes } from '@foyer/contract/time';
import { describe, expect, test } from 'vitest';
import { raiseSessions } from '../support/flows/raise-sessions.ts';
import { signInWalks } from '../support/flows/sign-in-walks.ts';
import { testAppForFile } from '../support/test-app.ts';
import { noCodeLimits } from '../support/flows/test-binding.ts';
import { codeHelpers } from '../support/flows/test-codes.ts';
import { contactHelpers } from '../support/flows/test-contacts.ts';
import { factorHelpers } from '../support/flows/test-factors.ts';
import { passkeyHelpers } from '../support/flows/test-passkeys.ts';

/** What a thief gains from a call while the owner takes away what proves it. */

const services = await testAppForFile({ sandbox: true, env: noCodeLimits });
const { lastMessageTo, sendByHandle } = codeHelpers(services);
const { addAuthenticator } = factorHelpers(services);
const { signInWithPasskey, storePasskey } = passkeyHelpers(services);
const { change } = contactHelpers(services, 13300000000);
const walks = signInWalks(services, 13310000000);
const { newPerson, byPassword, byCode, addSms, linkedByCode } = walks;
const done = { code: 0 };
type Browser = ReturnType<typeof services.browser>;

async function sessionOf(browser: Browser) {
  const { data } = await browser.get('/user/accounts/me');
  return (data['sessions'] as { current: boolean; id: string; factors: string[] }[]).find(({ current }) => current)!;
}

/** Runs once the next call has read the session, and before it locks the account. */
function onceSessionIsRead(run: () => Promise<unknown>) {
  const { sessions } = services.stores;
  const { find } = sessions;
  sessions.find = async (...args) => {
    sessions.find = find;
    const found = await find(...args);
    await run();
    return found;
  };
}

describe('in a session that ends meanwhile', () => {
  async function stateOf(ouid: string) {
    const { accounts, authenticators, identities, passkeys } = services.stores;
    const { secondFactor, email } = (await accounts.findByOuid(ouid))!;
    const kept = [await authenticators.find(ouid), await passkeys.listByAccount(ouid)];
    return [secondFactor, email, ...kept, await identities.listByAccount(ouid)];
  }

  const removals: Record<string, (browser: Browser, ouid: string) => Promise<[path: string, request?: object]>> = {
    'the app is not removed': async () => ['authenticator/remove'],
    'the passkey is not removed': async (_, ouid) => {
      const [passkey] = await services.stores.passkeys.listByAccount(ouid);
      return [`passkeys/${passkey!.id}/remove`];
    },
    'the second factor is not switched off': async () => ['secondFactor', { on: false }],
    'the linked app is not unlinked': async (browser) => {
      const [linked] = (await browser.get('/user/accounts/me')).data['identities'] as { id: string }[];
      return [`identities/${linked!.id}/unlink`];
    },
    'the address is not removed': async () => ['contacts/email/remove'],
  };

  test.each(Object.entries(removals))('%s', async (_, removal) => {
    const person = await newPerson();
    const { browser } = await linkedByCode(person);
    await addAuthenticator(person.ouid);
    await storePasskey(person.ouid);
    await services.stores.accounts.setSecondFactor(person.ouid, true);
    await raiseSessions(services, person.ouid);
    const [path, request] = await removal(browser, person.ouid);
    const before = await stateOf(person.ouid);
    onceSessionIsRead(() => services.stores.sessions.endAll(person.ouid));
    expect(await browser.post(`/user/accounts/${path}`, request)).toMatchObject({ code: resultCodes.notSignedIn });
    expect(await stateOf(person.ouid)).toEqual(before);
  });

  test('the second factor is not switched on', async () => {
    const person = await newPerson();
    const { browser } = await byCode(person.mobile);
    await raiseSessions(services, person.ouid);
    onceSessionIsRead(() => services.stores.sessions.endAll(person.ouid));
    expect(await browser.post('/user/accounts/secondFactor', { on: true })).toMatchObject({
      code: resultCodes.notSignedIn,
    });
    expect((await services.stores.accounts.findByOuid(person.ouid))!.secondFactor).toBe(false);
  });
});

test('a passkey that the owner removes meanwhile signs no one in', async () => {
  const person = await newPerson();
  const authenticator = await storePasskey(person.ouid);
  const { passkeys } = services.stores;
  const { recordUse } = passkeys;
  // The last statement before the transaction.
  passkeys.recordUse = async (...args) => {
    passkeys.recordUse = recordUse;
    const recorded = await recordUse(...args);
    await passkeys.removeAll(person.ouid);
    return recorded;
  };
  expect(await signInWithPasskey(services.browser(), authenticator)).toMatchObject({
    code: resultCodes.unknownPasskey,
  });
  expect(await services.stores.sessions.listByAccount(person.ouid)).toEqual([]);
});

test('a code to a number that the owner replaces meanwhile proves nothing', async () => {
  const person = await newPerson();
  const owner = await addSms(person, await byPassword(person));
  const { browser: thief } = await byPassword(person);
  services.moveClock(minutes(1));
  const sent = await sendByHandle(thief, (await sessionOf(thief)).id, 'PROVE_AGAIN');
  const proof = { serviceId: sent.data['serviceId'], credentials: lastMessageTo(person.mobile)?.code };
  const { quotas } = services.stores;
  const { clear } = quotas;
  quotas.clear = async (...args) => {
    quotas.clear = clear;
    expect(await change(owner, walks.newMobile())).toMatchObject(done);
    return clear(...args);
  };
  expect(await thief.post('/user/accounts/proof/code', proof)).toMatchObject({ code: resultCodes.expiredCode });
  expect((await sessionOf(thief)).factors).toEqual(['password']);
});

test('text messages alone do not pass an app that the owner adds after the second code was sent', async () => {
  const person = await newPerson({ secondFactor: true });
  const { browser, preServiceId } = await byCode(person.mobile);
  services.moveClock(minutes(1));
  const sent = await sendByHandle(browser, preServiceId, 'LOGIN_DOUBLE_CHECK');
  const proof = { serviceId: sent.data['serviceId'], credentials: lastMessageTo(person.mobile)?.code };
  await addAuthenticator(person.ouid);
  expect(await browser.post('/sender/verifyLoginDoubleCheck', proof)).toMatchObject({ code: resultCodes.expiredCode });
});
