import { resultCodes } from '@foyer/contract/result-codes';
import { hours, minutes } from '@foyer/contract/time';
import { createSoftwareAuthenticator } from '@foyer/sandbox/authenticator/software-authenticator';
import { describe, expect, test } from 'vitest';
import { changeContactOf } from '../../src/parts/contact-change/change-contact.ts';
import { makeDueContactChanges, provenToSupport } from '../../src/parts/contact-change/make-due-contact-changes.ts';
import { sha256Hex } from '../../src/platform/sha256.ts';
import { inTransaction } from '../../src/services.ts';
import { operatorContext } from '../../src/store/audit.ts';
import { signInWalks } from '../support/flows/sign-in-walks.ts';
import { databaseOf, testAppForFile } from '../support/test-app.ts';
import { noCodeLimits } from '../support/flows/test-binding.ts';
import { testCli } from '../support/test-cli.ts';
import { codeHelpers } from '../support/flows/test-codes.ts';
import { contactHelpers } from '../support/flows/test-contacts.ts';
import { factorHelpers } from '../support/flows/test-factors.ts';
import { passkeyHelpers } from '../support/flows/test-passkeys.ts';

/** What a thief of one factor gains from what support has changed. */

const services = await testAppForFile({ sandbox: true, env: noCodeLimits });
const { sendByHandle, lastMessageTo } = codeHelpers(services);
const { requestCode, change, remove, undo, undoHandleSentTo, password } = contactHelpers(services, 13370000000);
const { addAuthenticator } = factorHelpers(services);
const { addPasskey, signInWithPasskey, storePasskey } = passkeyHelpers(services);
const walks = signInWalks(services, 13380000000);
const { newPerson, byPassword, byCode, setUpApp } = walks;
const installation = databaseOf(services);
/** Commands by the clock of the service. */
const foyer = testCli({
  ...installation,
  openDatabase: async (...of) => ({
    ...(await installation.openDatabase(...of)),
    time: async () => services.clock.now(),
  }),
});
const done = { code: 0 };
const tooSoon = { code: resultCodes.contactsTooSoon };
type Browser = ReturnType<typeof services.browser>;
type Kind = 'mobile' | 'email';

async function sessionOf(browser: Browser) {
  const { data } = await browser.get('/user/accounts/me');
  return (data['sessions'] as { current: boolean; id: string; factors: string[] }[]).find(({ current }) => current)!;
}

/** Support is asked for another contact, or for none, and the waiting time is over. */
async function bySupport(person: { ouid: string } & Record<Kind, string>, kind: Kind, after: string | null) {
  const { waitingContactChanges, accounts } = services.stores;
  const asked = { account: person.ouid, kind, before: person[kind], after, reason: 'asked', askedBy: 'mei' };
  const { id } = (await waitingContactChanges.ask(asked))!;
  await waitingContactChanges.start(id, new Date(services.clock.now() + hours(72)));
  services.moveClock(hours(72));
  await makeDueContactChanges(services);
  expect((await accounts.findByOuid(person.ouid))![kind]).toBe(after);
}

/** The other contact is the only other proof. */
async function personWithoutPassword() {
  const person = await newPerson();
  await services.stores.accounts.removePassword(person.ouid);
  return person;
}

async function proveByCode(browser: Browser, to: string, kind: Kind) {
  services.moveClock(minutes(1));
  const sent = await sendByHandle(browser, (await sessionOf(browser)).id, 'PROVE_AGAIN', kind);
  const proof = { serviceId: sent.data['serviceId'], credentials: lastMessageTo(to)?.code };
  expect(await browser.post('/user/accounts/proof/code', proof)).toMatchObject(done);
}

describe('for 72 hours after support has changed a contact [D-48]', () => {
  test('the password alone does not change the number', async () => {
    const person = await newPerson({ email: null });
    const next = walks.newMobile();
    await bySupport(person, 'mobile', next);
    const browser = services.browser();
    expect(await browser.signIn(next, password)).toMatchObject(done);
    expect(await requestCode(browser, walks.newMobile())).toMatchObject(tooSoon);
    services.moveClock(hours(72));
    expect(await browser.signIn(next, password)).toMatchObject(done);
    expect(await requestCode(browser, walks.newMobile())).toMatchObject({ data: { ways: ['sms'] } });
  });

  test.each([
    ['mobile', 'email'],
    ['email', 'mobile'],
  ] as const)('a code to the %s alone does not change or remove a contact', async (stolen, changed) => {
    const person = await personWithoutPassword();
    const after = changed === 'mobile' ? walks.newMobile() : `new${person.mobile}@example.com`;
    await bySupport(person, changed, after);
    const { browser } = await byCode(person[stolen]);
    expect(await requestCode(browser, walks.newMobile())).toMatchObject(tooSoon);
    expect(await remove(browser, changed)).toMatchObject(tooSoon);
  });

  test('text messages alone do not change the number where support has removed the address', async () => {
    const person = await personWithoutPassword();
    await bySupport(person, 'email', null);
    const { browser } = await byCode(person.mobile);
    expect(await requestCode(browser, walks.newMobile())).toMatchObject(tooSoon);
  });

  test('a thief of the password who had it set an address does not change the number with both', async () => {
    const person = await newPerson();
    const stolen = `thief${person.mobile}@example.com`;
    await bySupport(person, 'email', stolen);
    const { browser } = await byPassword({ email: stolen });
    await proveByCode(browser, stolen, 'email');
    expect((await sessionOf(browser)).factors).toEqual(['password']);
    expect(await requestCode(browser, walks.newMobile())).toMatchObject({ data: { ways: ['sms'] } });
  });
});

test.each(['mobile', 'email'] as const)(
  'for 72 hours after support has reset the second factor, the only contact is not changed by a code to it: %s [D-48]',
  async (kind) => {
    const mobile = walks.newMobile();
    const contact = kind === 'mobile' ? mobile : `reset${mobile}@example.com`;
    const ouid = await services.addAccount({ [kind]: contact, lastSignInAt: new Date(0) });
    await addAuthenticator(ouid);
    await services.stores.accounts.setSecondFactor(ouid, true);
    expect(await foyer('people', 'reset-second-factor', ouid, '--yes')).toMatchObject({ code: 0 });
    const { browser } = await byCode(contact);
    expect(await requestCode(browser, walks.newMobile())).toMatchObject(tooSoon);
    // Nor by an app of the thief's own.
    await setUpApp(browser);
    expect(await requestCode(browser, walks.newMobile())).toMatchObject(tooSoon);
    await services.stores.accounts.setSecondFactor(ouid, false);
    await services.stores.authenticators.remove(ouid);
    // The clock of the command goes on while it runs.
    services.moveClock(hours(72) + minutes(1));
    expect(await requestCode((await byCode(contact)).browser, walks.newMobile())).toMatchObject(done);
  },
);

test.each(['mobile', 'email'] as const)(
  'a session by a code to the %s is one factor after support has set another and the owner the earlier one again [D-48]',
  async (kind) => {
    const person = await newPerson();
    const thief = (await byCode(person[kind])).browser;
    const { factors } = await sessionOf(thief);
    services.moveClock(minutes(1));
    const after = kind === 'mobile' ? walks.newMobile() : `other${person.mobile}@example.com`;
    const set = { kind, after, proven: provenToSupport[kind] };
    await inTransaction(services, (tx) => changeContactOf(tx, person.ouid, set, operatorContext));
    const owner = services.browser();
    expect(await signInWithPasskey(owner, await storePasskey(person.ouid))).toMatchObject(done);
    expect(await change(owner, person[kind])).toMatchObject(done);
    await proveByCode(thief, person[kind], kind);
    expect((await sessionOf(thief)).factors).toEqual(factors);
  },
);

describe.each(['mobile', 'email'] as const)(
  'a thief of the password who had support set the %s makes no two factors of both [D-48]',
  (kind) => {
    const proveByPassword = (browser: Browser) =>
      browser.post('/user/accounts/proof/password', { credentials: sha256Hex(password) });

    async function robbedPerson() {
      const person = await newPerson();
      const stolen = kind === 'mobile' ? walks.newMobile() : `thief${person.mobile}@example.com`;
      const passkey = await storePasskey(person.ouid);
      await bySupport(person, kind, stolen);
      return { person, passkey, thief: (await byCode(stolen)).browser };
    }

    async function expectOneFactor(thief: Browser) {
      expect(await proveByPassword(thief)).toMatchObject(done);
      expect((await sessionOf(thief)).factors).toEqual(['support']);
      expect(await remove(thief, 'email')).toMatchObject({ code: resultCodes.needsFreshProof, data: { ways: [] } });
      expect(await thief.post('/user/accounts/secondFactor', { on: true })).toMatchObject({
        code: resultCodes.needsFreshProof,
        data: { ways: [] },
      });
    }

    test('by a passkey that was added after a code to it', async () => {
      const { person, thief } = await robbedPerson();
      await services.stores.passkeys.removeAll(person.ouid);
      const authenticator = createSoftwareAuthenticator();
      expect(await addPasskey(thief, authenticator)).toMatchObject(done);
      const byKey = services.browser();
      expect(await signInWithPasskey(byKey, authenticator)).toMatchObject(done);
      await expectOneFactor(byKey);
    });

    test('after the owner has set the earlier one again', async () => {
      const { person, passkey, thief } = await robbedPerson();
      services.moveClock(minutes(1));
      const owner = services.browser();
      expect(await signInWithPasskey(owner, passkey)).toMatchObject(done);
      expect(await change(owner, person[kind])).toMatchObject(done);
      await expectOneFactor(thief);
    });
  },
);

describe.each([
  ['mobile', 'email'],
  ['email', 'mobile'],
] as const)('a thief of one contact who had support set the %s makes no two factors of both [D-48]', (kind, stolen) => {
  test.each(['changed', 'removed'])('by undoing, two days later, that the owner has %s it', async (how) => {
    const person = await newPerson();
    const set = kind === 'mobile' ? walks.newMobile() : `thief${person.mobile}@example.com`;
    const passkey = await storePasskey(person.ouid);
    services.moveClock(hours(72));
    await bySupport(person, kind, set);
    services.moveClock(hours(48));
    const owner = services.browser();
    expect(await signInWithPasskey(owner, passkey)).toMatchObject(done);
    expect(await (how === 'changed' ? change(owner, person[kind]) : remove(owner, kind))).toMatchObject(done);
    services.moveClock(hours(48));
    expect(await undo(await undoHandleSentTo(kind === 'email' ? set : person.email))).toMatchObject(done);
    services.moveClock(hours(48));
    const { browser } = await byCode(set);
    await proveByCode(browser, person[stolen], stolen);
    expect((await sessionOf(browser)).factors).toHaveLength(1);
    expect((await requestCode(browser, walks.newMobile())).code).not.toBe(0);
  });
});
