import { resultCodes } from '@foyer/contract/result-codes';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { passkeyHelpers } from '../../../test/support/flows/test-passkeys.ts';
import { passkeys } from '../../store/schema/passkey-schema.ts';
import { accounts, sessions } from '../../store/schema/schema.ts';

const services = await testAppForFile();
const { origin, requestOptions, storePasskey, submitPasskeyAsFactor, signInWithPasskey } = passkeyHelpers(services);
const password = 'Foyer-2026';

let numbers = 15600000000;
/** A person who has a passkey, and whose account asks for a second factor. */
async function newPerson({ secondFactor = true } = {}) {
  const mobile = String((numbers += 1));
  const ouid = await services.addAccount({ mobile, password, secondFactor });
  return { ouid, mobile, authenticator: await storePasskey(ouid) };
}
const factorsOf = async (ouid: string) =>
  (await services.database.sql.select().from(sessions).where(eq(sessions.account, ouid))).map(({ factors }) => factors);

test('after a password the passkey is the first of the second factors, and names those of the account', async () => {
  const { ouid, mobile, authenticator } = await newPerson();
  const browser = services.browser();
  const { data } = await browser.signIn(mobile, password);
  expect(data).toMatchObject({ loginDoubleCheck: true, secondFactors: ['passkey', 'sms'] });
  const started = await browser.post('/sender/startLoginDoubleCheck/passkey', { preServiceId: data['preServiceId'] });
  expect(started.data['allowCredentials']).toEqual([
    { type: 'public-key', id: authenticator.passkeys()[0]!.id, transports: ['internal'] },
  ]);
  expect(await submitPasskeyAsFactor(browser, authenticator, data['preServiceId'])).toMatchObject({
    code: 0,
    data: { url: `${origin}/home` },
  });
  expect(await factorsOf(ouid)).toEqual([['password', 'passkey']]);
});

test('an authenticator may leave out whose passkey it is, because the request names the passkeys', async () => {
  const { mobile, authenticator } = await newPerson();
  const browser = services.browser();
  const { data } = await browser.signIn(mobile, password);
  expect(
    await submitPasskeyAsFactor(browser, authenticator, data['preServiceId'], { userHandle: undefined }),
  ).toMatchObject({
    code: 0,
  });
});

test('the passkey of another account is refused, and so is a person who was not verified', async () => {
  const { ouid, mobile, authenticator } = await newPerson();
  const other = await newPerson();
  const browser = services.browser();
  const { data } = await browser.signIn(mobile, password);
  const failed = { code: resultCodes.passkeyFailed };
  expect(await submitPasskeyAsFactor(browser, other.authenticator, data['preServiceId'])).toMatchObject(failed);
  const withoutHandle = { userHandle: undefined };
  expect(await submitPasskeyAsFactor(browser, other.authenticator, data['preServiceId'], withoutHandle)).toMatchObject(
    failed,
  );
  const unverified = { userVerified: false };
  expect(await submitPasskeyAsFactor(browser, authenticator, data['preServiceId'], unverified)).toMatchObject(failed);
  expect(await factorsOf(ouid)).toEqual([]);
});

test('the challenge of a sign-in is no second factor, and the other way round', async () => {
  const { mobile, authenticator } = await newPerson();
  const browser = services.browser();
  const { data } = await browser.signIn(mobile, password);
  const { preServiceId } = data;
  const credential = authenticator.get(await requestOptions(browser), origin);
  expect(await browser.post('/sender/verifyLoginDoubleCheck/passkey', { preServiceId, credential })).toMatchObject({
    code: resultCodes.passkeyFailed,
  });
  const started = await browser.post('/sender/startLoginDoubleCheck/passkey', { preServiceId });
  const challenge = started.data['challenge'] as string;
  const used = authenticator.get({ challenge, rpId: 'localhost' }, origin);
  expect(await browser.post('/login/commit/passkey', { credential: used })).toMatchObject({
    code: resultCodes.passkeyFailed,
  });
});

test('the handle of another browser starts nothing', async () => {
  const { mobile, authenticator } = await newPerson();
  const { data } = await services.browser().signIn(mobile, password);
  expect(await submitPasskeyAsFactor(services.browser(), authenticator, data['preServiceId'])).toMatchObject({
    code: resultCodes.unknownServiceId,
  });
});

test('a session with one factor is raised by a passkey', async () => {
  const { ouid, mobile, authenticator } = await newPerson({ secondFactor: false });
  const browser = services.browser();
  await browser.signIn(mobile, password);
  const { data } = await browser.post('/sender/startLoginDoubleCheck');
  expect(await submitPasskeyAsFactor(browser, authenticator, data['preServiceId'])).toMatchObject({ code: 0 });
  expect(await factorsOf(ouid)).toEqual([['password', 'passkey']]);
});

test('the last second factor cannot be removed while sign-in security is on', async () => {
  const { ouid, authenticator } = await newPerson();
  await services.database.sql.update(accounts).set({ mobile: null }).where(eq(accounts.ouid, ouid));
  const browser = services.browser();
  await signInWithPasskey(browser, authenticator);
  const [passkey] = await services.database.sql.select().from(passkeys).where(eq(passkeys.account, ouid));
  expect(await browser.post(`/user/accounts/passkeys/${passkey!.id}/remove`)).toMatchObject({
    code: resultCodes.lastSecondFactor,
  });
});
