import type { RequestOptions } from '@foyer/contract/flows/passkey';
import { resultCodes } from '@foyer/contract/result-codes';
import { minutes } from '@foyer/contract/time';
import { createSoftwareAuthenticator } from '@foyer/sandbox/authenticator/software-authenticator';
import { expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { passkeyHelpers } from '../../../test/support/flows/test-passkeys.ts';

const services = await testAppForFile();
const { origin, addPasskey, storePasskey } = passkeyHelpers(services);
const password = 'Foyer-2026';
type Browser = ReturnType<typeof services.browser>;

let numbers = 15500000000;
/** A person who has a passkey and signed in with the password ten minutes ago. */
async function newPerson() {
  const mobile = String((numbers += 1));
  const ouid = await services.addAccount({ mobile, password });
  const authenticator = await storePasskey(ouid);
  const browser = services.browser();
  await browser.signIn(mobile, password);
  services.moveClock(minutes(10));
  const [passkey] = await services.stores.passkeys.listByAccount(ouid);
  return { ouid, mobile, authenticator, browser, remove: `/user/accounts/passkeys/${passkey!.id}/remove` };
}

async function prove(browser: Browser, authenticator: ReturnType<typeof createSoftwareAuthenticator>) {
  const { data } = await browser.post('/user/accounts/proof/passkey/options');
  const { challenge, rpId } = data as RequestOptions;
  const credential = authenticator.get({ challenge, rpId }, origin);
  return browser.post('/user/accounts/proof/passkey', { credential });
}
const typesOf = async (ouid: string) =>
  (await services.stores.audit.listByAccount(ouid)).map(({ type, factor }) => (factor ? `${type} ${factor}` : type));

test('without a fresh proof no passkey is added or removed; after a password alone, the proof is a second factor', async () => {
  const { ouid, browser, remove } = await newPerson();
  const refused = { code: resultCodes.needsFreshProof, data: { ways: ['passkey', 'sms'] } };
  expect(await browser.post('/user/accounts/passkeys/options')).toMatchObject(refused);
  expect(await browser.post(remove)).toMatchObject(refused);
  expect(await services.stores.passkeys.listByAccount(ouid)).toHaveLength(1);
});

test('after a proof with a passkey both are done and recorded', async () => {
  const { ouid, authenticator, browser, remove } = await newPerson();
  expect(await prove(browser, authenticator)).toMatchObject({ code: 0 });
  expect(await addPasskey(browser, createSoftwareAuthenticator())).toMatchObject({ code: 0 });
  expect(await browser.post(remove)).toMatchObject({ code: 0 });
  expect(await typesOf(ouid)).toEqual(
    expect.arrayContaining(['provenAgain passkey', 'passkeyAdded', 'passkeyRemoved']),
  );
});

test('the passkey of another person proves nothing', async () => {
  const { ouid, browser, remove } = await newPerson();
  const other = await newPerson();
  expect(await prove(browser, other.authenticator)).toMatchObject({ code: resultCodes.passkeyFailed });
  expect(await browser.post(remove)).toMatchObject({ code: resultCodes.needsFreshProof });
  expect(await typesOf(ouid)).toContain('proofFailed passkey');
});
