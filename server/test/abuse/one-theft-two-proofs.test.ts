import { resultCodes } from '@foyer/contract/result-codes';
import { minutes } from '@foyer/contract/time';
import { expect, test } from 'vitest';
import { sha256Hex } from '../../src/platform/sha256.ts';
import { signInWalks } from '../support/flows/sign-in-walks.ts';
import { testAppForFile } from '../support/test-app.ts';
import { noCodeLimits } from '../support/flows/test-binding.ts';
import { contactHelpers } from '../support/flows/test-contacts.ts';

/** What a thief of one factor gains from a contact that the owner has just set. */

const services = await testAppForFile({ sandbox: true, env: noCodeLimits });
const { change, requestCode, remove, password } = contactHelpers(services, 13410000000);
const walks = signInWalks(services, 13420000000);
const { newPerson, byPassword, byCode, addSms } = walks;
const done = { code: 0 };
type Browser = ReturnType<typeof services.browser>;

async function sessionOf(browser: Browser) {
  const { data } = await browser.get('/user/accounts/me');
  return (data['sessions'] as { current: boolean; id: string; factors: string[] }[]).find(({ current }) => current)!;
}

/** A person without a number, in a session of a password and a code to the address. */
async function ownerByPasswordAndMail() {
  const person = await newPerson({ mobile: null });
  const { browser } = await byCode(person.email);
  expect(await browser.post('/user/accounts/proof/password', { credentials: sha256Hex(password) })).toMatchObject(done);
  return { ...person, owner: browser };
}

test.each(['address', 'number'])(
  'after two proofs have set the %s, the password alone changes no contact [D-42]',
  async (set) => {
    const { owner, email, mobile } = await ownerByPasswordAndMail();
    const after = set === 'address' ? `next${mobile}@example.com` : mobile;
    expect(await change(owner, after)).toMatchObject(done);
    services.moveClock(minutes(1));
    const { browser } = await byPassword({ email: set === 'address' ? after : email });
    expect(await requestCode(browser, walks.newMobile())).toMatchObject({ code: resultCodes.needsFreshProof });
  },
);

test.each(['address', 'number'])(
  'after two proofs have set the %s, a code to it alone changes no contact [D-42]',
  async (set) => {
    const { owner, mobile } = await ownerByPasswordAndMail();
    const after = set === 'address' ? `next${mobile}@example.com` : mobile;
    expect(await change(owner, after)).toMatchObject(done);
    services.moveClock(minutes(1));
    const { browser } = await byCode(after);
    expect(await requestCode(browser, walks.newMobile())).toMatchObject({ code: resultCodes.needsFreshProof });
    expect(await remove(browser, 'email')).toMatchObject({ code: resultCodes.needsFreshProof });
  },
);

test('a number that two proofs have set does not raise their session, and counts from the next sign-in on [D-42]', async () => {
  const { owner, ...person } = await ownerByPasswordAndMail();
  expect(await change(owner, person.mobile)).toMatchObject(done);
  services.moveClock(minutes(1));
  expect(await owner.post('/sender/startLoginDoubleCheck', {})).toMatchObject({ code: resultCodes.notFound });
  const raised = await addSms(person, await byPassword(person));
  expect((await sessionOf(raised)).factors).toEqual(['password', 'sms']);
});

test('a code to a number that the only address has just set changes no contact for 72 hours [D-42]', async () => {
  const person = await newPerson({ mobile: null });
  await services.stores.accounts.removePassword(person.ouid);
  const owner = (await byCode(person.email)).browser;
  expect(await change(owner, person.mobile)).toMatchObject(done);
  services.moveClock(minutes(1));
  const thief = (await byCode(person.mobile)).browser;
  expect(await remove(thief, 'email')).toMatchObject({ code: resultCodes.contactsTooSoon });
  // The address alone could set the number, so it can replace it too.
  expect(await remove((await byCode(person.email)).browser, 'mobile')).toMatchObject(done);
});

test('the only number is changed twice in a row', async () => {
  const person = await newPerson({ email: null });
  await services.stores.accounts.removePassword(person.ouid);
  const { browser } = await byCode(person.mobile);
  expect(await change(browser, walks.newMobile())).toMatchObject(done);
  services.moveClock(minutes(1));
  expect(await change(browser, walks.newMobile())).toMatchObject(done);
});
