import { passkey as limits } from '@foyer/contract/limits';
import { resultCodes } from '@foyer/contract/result-codes';
import { days, minutes } from '@foyer/contract/time';
import { createSoftwareAuthenticator } from '@foyer/sandbox/authenticator/software-authenticator';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { codeHelpers, codeTestSettings } from '../../../test/support/flows/test-codes.ts';
import { concurrently } from '../../../test/support/concurrently.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { passkeyHelpers } from '../../../test/support/flows/test-passkeys.ts';
import { accounts } from '../../store/schema/schema.ts';

const services = await testAppForFile({ env: codeTestSettings });
const { origin, creationOptions, requestOptions, commit, addPasskey, signInWithPasskey } = passkeyHelpers(services);
const { sendAndVerify, commit: commitCode } = codeHelpers(services);
const password = 'Foyer-2026';

let numbers = 15700000000;
async function signedIn(more: Parameters<typeof services.addAccount>[0] = {}) {
  const mobile = String((numbers += 1));
  const email = `${mobile}@example.com`;
  const ouid = await services.addAccount({ mobile, email, password, name: '林爱丽', latinName: 'Alice Lin', ...more });
  const browser = services.browser();
  await browser.signIn(mobile, password);
  return { ouid, mobile, email, browser };
}
const subjectsTo = (email: string) =>
  services.sandbox.outbox.sent(email).map((message) => ('subject' in message ? message.subject : ''));
const listOf = async (browser: ReturnType<typeof services.browser>) => {
  const { data } = await browser.get('/user/accounts/passkeys');
  return data['passkeys'] as { id: string; name?: string }[];
};

describe('adding a passkey', () => {
  test('asks for a discoverable one that verifies the person, and names no person in its handle', async () => {
    const { browser, mobile, ouid } = await signedIn();
    const options = await creationOptions(browser);
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Yunzhang' },
      user: { name: mobile, displayName: 'Alice Lin' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    });
    expect(JSON.stringify(options.user.id)).not.toContain(ouid);
  });

  test('stores it with the name of the authenticator, and notifies the person', async () => {
    const { browser, email } = await signedIn();
    const aaguid = Buffer.from('ea9b8d664d011d213ce4b6b48cb575d4', 'hex');
    const added = await addPasskey(browser, createSoftwareAuthenticator({ aaguid }));
    expect(added).toMatchObject({ code: 0, data: { name: 'Google Password Manager', synced: true } });
    expect(await listOf(browser)).toEqual([added.data]);
    await expect.poll(() => subjectsTo(email)).toContainEqual(expect.stringContaining('A passkey was added'));
  });

  test('is reported to the mobile number as well as to the address, and so is its removal', async () => {
    const { browser, mobile } = await signedIn({ language: 'en-US' });
    const { data } = await addPasskey(browser, createSoftwareAuthenticator());
    await browser.post(`/user/accounts/passkeys/${String(data['id'])}/remove`);
    await services.backgroundTasks.settled();
    const texts = services.sandbox.outbox.sent(mobile).map(({ text }) => text);
    for (const event of ['a passkey was added', 'a passkey was removed'])
      expect(texts).toContainEqual(expect.stringContaining(event));
  });

  test('does not add a second one to the same authenticator', async () => {
    const { browser } = await signedIn();
    const authenticator = createSoftwareAuthenticator();
    const { data } = await addPasskey(browser, authenticator);
    expect((await creationOptions(browser)).excludeCredentials).toEqual([
      { type: 'public-key', id: data['credentialId'], transports: ['internal'] },
    ]);
    expect(authenticator.create(await creationOptions(browser), origin)).toBeUndefined();
  });

  test.each([
    ['for a person who was not verified', { userVerified: false }],
    ['for a person who was not present', { userPresent: false }],
    ['for another RP ID', { rpId: 'evil.example' }],
    ['in a frame of another site', { crossOrigin: true }],
  ])('is refused %s', async (_, claims) => {
    const { browser } = await signedIn();
    expect(await addPasskey(browser, createSoftwareAuthenticator(), claims)).toMatchObject({
      code: resultCodes.passkeyFailed,
    });
    expect(await listOf(browser)).toEqual([]);
  });

  test('is refused with a key that is on no curve', async () => {
    const { browser } = await signedIn();
    const credential = createSoftwareAuthenticator().create(await creationOptions(browser), origin)!;
    const attestation = Buffer.from(credential.response.attestationObject, 'base64url');
    // The last byte is of the second coordinate.
    attestation[attestation.length - 1]! ^= 1;
    const response = { ...credential.response, attestationObject: attestation.toString('base64url') };
    const added = await browser.post('/user/accounts/passkeys', { credential: { ...credential, response } });
    expect(added).toMatchObject({ code: resultCodes.passkeyFailed });
    expect(await listOf(browser)).toEqual([]);
  });

  test('is refused with a challenge that was used, of another purpose, account or browser', async () => {
    const { browser } = await signedIn();
    const authenticator = createSoftwareAuthenticator();
    const options = await creationOptions(browser);
    const add = (challenge: string, from = browser, page = origin) =>
      from.post('/user/accounts/passkeys', { credential: authenticator.create({ ...options, challenge }, page) });
    const other = await signedIn();
    const attempts = {
      used: async () => {
        await add(options.challenge, browser, 'https://evil.example');
        return add(options.challenge);
      },
      'of a sign-in': async () => add((await requestOptions(browser)).challenge),
      'of another browser and account': async () => add((await creationOptions(other.browser)).challenge),
      'of another account in this browser': async () => {
        const { challenge } = await creationOptions(browser);
        await browser.signIn(other.mobile, password);
        return add(challenge);
      },
    };
    for (const [name, attempt] of Object.entries(attempts))
      expect(await attempt(), name).toMatchObject({ code: resultCodes.passkeyFailed });
  });

  test('a challenge for adding does not sign in', async () => {
    const { browser } = await signedIn();
    const authenticator = createSoftwareAuthenticator();
    await addPasskey(browser, authenticator);
    const { challenge } = await creationOptions(browser);
    const credential = authenticator.get({ challenge, rpId: 'localhost' }, origin);
    expect(await commit(browser, credential)).toMatchObject({ code: resultCodes.passkeyFailed });
  });

  test('needs a session', async () => {
    for (const [method, path] of [
      ['get', ''],
      ['post', '/options'],
      ['get', '/offer'],
    ] as const)
      expect(await services.browser()[method](`/user/accounts/passkeys${path}`)).toMatchObject({
        code: resultCodes.notSignedIn,
      });
  });
});

describe('without a question', () => {
  test('a passkey is created after a password, although the browser verifies nothing', async () => {
    const { browser } = await signedIn();
    const authenticator = createSoftwareAuthenticator();
    const options = await creationOptions(browser, { silent: true });
    const claims = { userPresent: false, userVerified: false };
    const credential = authenticator.create(options, origin, claims);
    expect(await browser.post('/user/accounts/passkeys', { credential })).toMatchObject({ code: 0 });
    expect(await signInWithPasskey(services.browser(), authenticator, { userVerified: false })).toMatchObject({
      code: resultCodes.passkeyFailed,
    });
    expect(await signInWithPasskey(services.browser(), authenticator)).toMatchObject({ code: 0 });
  });

  test('none is created after another way to sign in', async () => {
    const { mobile } = await signedIn();
    const browser = services.browser();
    await commitCode(browser, mobile, await sendAndVerify(browser, mobile));
    expect(await browser.post('/user/accounts/passkeys/options', { silent: true })).toMatchObject({
      code: resultCodes.malformed,
    });
  });
});

describe('the offer after a sign-in', () => {
  const offer = async (browser: ReturnType<typeof services.browser>) =>
    (await browser.get('/user/accounts/passkeys/offer')).data;
  const answer = (browser: ReturnType<typeof services.browser>, said: string) =>
    browser.post('/user/accounts/passkeys/offer/answer', { answer: said });

  test('is due until it is answered, and 30 days after "not now"', async () => {
    const { browser, mobile } = await signedIn();
    expect(await offer(browser)).toEqual({ due: true, silent: true });
    await answer(browser, 'later');
    expect(await offer(browser)).toEqual({ due: false, silent: false });
    const again = async (after: number) => {
      services.moveClock(after);
      const later = services.browser();
      await later.signIn(mobile, password);
      return offer(later);
    };
    expect(await again(limits.offerAgainAfter - 1)).toMatchObject({ due: false });
    expect(await again(1)).toMatchObject({ due: true });
  });

  test('is not made again after "don’t ask again"', async () => {
    const { browser, mobile } = await signedIn();
    await answer(browser, 'never');
    services.moveClock(days(4000));
    const later = services.browser();
    await later.signIn(mobile, password);
    expect(await offer(later)).toEqual({ due: false, silent: false });
  });

  test('is not made to a person who has a passkey', async () => {
    const { browser, mobile } = await signedIn();
    const authenticator = createSoftwareAuthenticator();
    await addPasskey(browser, authenticator);
    const other = services.browser();
    await other.signIn(mobile, password);
    expect(await offer(other)).toEqual({ due: false, silent: false });
  });

  test('after a code it is made with a question only', async () => {
    const { mobile } = await signedIn();
    const browser = services.browser();
    await commitCode(browser, mobile, await sendAndVerify(browser, mobile));
    expect(await offer(browser)).toEqual({ due: true, silent: false });
  });
});

describe('a passkey', () => {
  test('can be renamed by its owner only', async () => {
    const { browser } = await signedIn();
    const other = await signedIn();
    const { data } = await addPasskey(browser, createSoftwareAuthenticator());
    const path = `/user/accounts/passkeys/${String(data['id'])}`;
    expect(await other.browser.put(path, { name: 'Mine' })).toMatchObject({ code: resultCodes.notFound });
    expect(await browser.put(path, { name: '  我的手机 ' })).toMatchObject({ code: 0 });
    expect(await listOf(browser)).toMatchObject([{ name: '我的手机' }]);
    for (const name of ['', ' ', 'x'.repeat(61)])
      expect(await browser.put(path, { name })).toMatchObject({ code: resultCodes.malformed });
  });

  test('keeps its name in a stolen session without a fresh proof', async () => {
    const { browser } = await signedIn();
    const { data } = await addPasskey(browser, createSoftwareAuthenticator());
    services.moveClock(minutes(10));
    expect(await browser.put(`/user/accounts/passkeys/${String(data['id'])}`, { name: 'Old phone' })).toMatchObject({
      code: resultCodes.needsFreshProof,
    });
    expect(await listOf(browser)).toEqual([data]);
  });

  test('can be removed by its owner only, who is notified, and then does not sign in', async () => {
    const { browser, email } = await signedIn();
    const other = await signedIn();
    const authenticator = createSoftwareAuthenticator();
    const { data } = await addPasskey(browser, authenticator);
    const path = `/user/accounts/passkeys/${String(data['id'])}/remove`;
    expect(await other.browser.post(path)).toMatchObject({ code: resultCodes.notFound });
    expect(await browser.post(path)).toMatchObject({ code: 0 });
    expect(await browser.post(path)).toMatchObject({ code: resultCodes.notFound });
    expect(await listOf(browser)).toEqual([]);
    expect(await signInWithPasskey(services.browser(), authenticator)).toMatchObject({
      code: resultCodes.unknownPasskey,
    });
    await expect.poll(() => subjectsTo(email)).toContainEqual(expect.stringContaining('A passkey was removed'));
  });
});

describe('the last way in', () => {
  /** Only passkeys are left to sign in with. */
  async function withPasskeysOnly(count: number) {
    const email = `${(numbers += 1)}@example.com`;
    const ouid = await services.addAccount({ email, password });
    const browser = services.browser();
    await browser.signIn(email, password);
    const ids: string[] = [];
    for (let made = 0; made < count; made += 1)
      ids.push((await addPasskey(browser, createSoftwareAuthenticator())).data['id'] as string);
    await services.database.sql
      .update(accounts)
      .set({ passwordHash: null, email: null })
      .where(eq(accounts.ouid, ouid));
    return { browser, ids, ouid, email };
  }

  test('cannot be removed, and any other way makes it possible', async () => {
    const { browser, ids, ouid, email } = await withPasskeysOnly(1);
    const path = `/user/accounts/passkeys/${ids[0]}/remove`;
    expect(await browser.post(path)).toMatchObject({ code: resultCodes.lastWayIn });
    expect(await listOf(browser)).toHaveLength(1);
    await services.database.sql.update(accounts).set({ email }).where(eq(accounts.ouid, ouid));
    expect(await browser.post(path)).toMatchObject({ code: 0 });
  });

  test('stays when all passkeys are removed at once', async () => {
    const { browser, ids } = await withPasskeysOnly(2);
    await concurrently((index) => browser.post(`/user/accounts/passkeys/${ids[index % 2]}/remove`));
    expect(await listOf(browser)).toHaveLength(1);
  });
});
