import { code as codeLimits, freshProof } from '@foyer/contract/limits';
import { resultCodes } from '@foyer/contract/result-codes';
import { hours, minutes } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { concurrently } from '../../../test/support/concurrently.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { codeHelpers, codeTestSettings } from '../../../test/support/flows/test-codes.ts';
import { factorHelpers } from '../../../test/support/flows/test-factors.ts';
import { accounts, identities, sessions } from '../../store/schema/schema.ts';

const services = await testAppForFile({ env: codeTestSettings });
const db = services.database.sql;
const { sendByHandle, lastMessageTo } = codeHelpers(services);
const { addAuthenticator, addBackupCodes } = factorHelpers(services);
const { maxAttempts } = codeLimits;
const password = 'Foyer-2026';
type Browser = ReturnType<typeof services.browser>;

let numbers = 13710000000;
/** A person who is signed in and whose WeChat is linked. */
async function signedInPerson({ hasPassword = true } = {}) {
  const mobile = String((numbers += 1));
  const email = `p${mobile}@example.com`;
  const ouid = await services.addAccount({ mobile, email, password });
  const id = `link-${mobile}`;
  await db
    .insert(identities)
    .values({ id, account: ouid, provider: 'wechat', subject: mobile, since: new Date(services.clock.now()) });
  const browser = services.browser();
  expect(await browser.signIn(mobile, password)).toMatchObject({ code: 0 });
  if (!hasPassword) await db.update(accounts).set({ passwordHash: null }).where(eq(accounts.ouid, ouid));
  const unlink = (from: Browser = browser) => from.post(`/user/accounts/identities/${id}/unlink`);
  const isLinked = async () => (await services.stores.identities.listByAccount(ouid)).length > 0;
  return { browser, mobile, email, ouid, unlink, isLinked };
}

/** Ten minutes after the sign-in. */
async function personWithoutFreshProof(options?: Parameters<typeof signedInPerson>[0]) {
  const person = await signedInPerson(options);
  services.moveClock(minutes(10));
  return person;
}

const proveByPassword = (browser: Browser, typed = password) =>
  browser.post('/user/accounts/proof/password', { credentials: sha256Hex(typed) });
const proveByCode = (browser: Browser, serviceId: unknown, code: unknown) =>
  browser.post('/user/accounts/proof/code', { serviceId, credentials: code });
const typesOf = async (ouid: string) =>
  (await services.stores.audit.listByAccount(ouid)).map(({ type, factor }) => (factor ? `${type} ${factor}` : type));

describe('a change that matters', () => {
  test('is made up to ten minutes after the sign-in, and refused from exactly then on', async () => {
    const [early, late] = [await signedInPerson(), await signedInPerson()];
    services.moveClock(minutes(10) - 1);
    expect(await early.unlink()).toMatchObject({ code: 0 });
    services.moveClock(1);
    expect(await late.unlink()).toMatchObject({
      status: 200,
      code: resultCodes.needsFreshProof,
      data: { ways: ['password', 'sms', 'email'], mobile: expect.stringMatching(/^137\*{4}/) },
    });
    expect(await late.isLinked()).toBe(true);
  });

  test('is made again for ten minutes after a fresh proof by password', async () => {
    const { browser, ouid, mobile, email, unlink, isLinked } = await personWithoutFreshProof();
    expect(await proveByPassword(browser)).toMatchObject({ code: 0, data: null });
    services.moveClock(minutes(10) - 1);
    expect(await unlink()).toMatchObject({ code: 0 });
    expect(await isLinked()).toBe(false);
    expect(await typesOf(ouid)).toEqual(expect.arrayContaining(['provenAgain password', 'identityUnlinked']));
    await services.backgroundTasks.settled();
    for (const contact of [mobile, email]) expect(services.sandbox.outbox.sent(contact)).toHaveLength(1);
  });

  test.each([
    ['mobile', 'sms'],
    ['email', 'mail'],
  ] as const)('is made after a fresh proof by a code to the own %s', async (kind, factor) => {
    const person = await personWithoutFreshProof();
    const { data } = await person.unlink();
    const sent = await sendByHandle(person.browser, data['preServiceId'], 'PROVE_AGAIN', kind);
    const { code } = lastMessageTo(person[kind])!;
    expect(await proveByCode(person.browser, sent.data['serviceId'], code)).toMatchObject({ code: 0 });
    expect(await person.unlink()).toMatchObject({ code: 0 });
    expect(await typesOf(person.ouid)).toContain(`provenAgain ${factor}`);
  });

  test('is refused without a session', async () => {
    const { unlink } = await signedInPerson();
    expect(await unlink(services.browser())).toMatchObject({ status: 401, code: resultCodes.notSignedIn });
  });

  test('is refused with the ways of proving that the account has, and no others', async () => {
    const { unlink } = await personWithoutFreshProof({ hasPassword: false });
    expect(await unlink()).toMatchObject({ data: { ways: ['sms', 'email'] } });
  });

  test('takes the start of a session for its last proof, where an earlier version stored none', async () => {
    const { ouid, unlink } = await signedInPerson();
    await db.update(sessions).set({ provenAt: null }).where(eq(sessions.account, ouid));
    services.moveClock(minutes(10));
    expect(await unlink()).toMatchObject({ code: resultCodes.needsFreshProof });
  });
});

describe('a stolen session', () => {
  test.each([
    'identities/link/unlink',
    'sessions/other/end',
    'sessions/endOthers',
    'applications/partner/end',
    'activity/1/disown',
    'logout',
  ])('without a fresh proof changes nothing by %s', async (path) => {
    const { browser, mobile, ouid, isLinked } = await signedInPerson();
    const other = services.browser();
    await other.signIn(mobile, password);
    services.moveClock(minutes(10));
    const before = await typesOf(ouid);
    expect(await browser.post(`/user/accounts/${path}`, { everywhere: true })).toMatchObject({
      code: resultCodes.needsFreshProof,
    });
    expect([await isLinked(), (await services.stores.sessions.listByAccount(ouid)).length]).toEqual([true, 2]);
    expect(await typesOf(ouid)).toEqual(before);
  });

  test('ends when its owner proves again: the copy of the old token gains nothing', async () => {
    const { browser, unlink, isLinked } = await personWithoutFreshProof();
    const thief = services.browser();
    thief.jar.set('foyer_session', browser.jar.get('foyer_session')!);
    expect(await unlink(thief)).toMatchObject({ code: resultCodes.needsFreshProof });
    expect(await proveByPassword(browser)).toMatchObject({ code: 0 });
    expect(await unlink(thief)).toMatchObject({ code: resultCodes.notSignedIn });
    expect(await isLinked()).toBe(true);
  });

  /** The session of a browser at another client IP, as a thief with many of them uses it. */
  const elsewhere = ({ jar }: Browser) => {
    const thief = services.browser();
    for (const name of ['foyer_session', 'foyer_browser']) thief.jar.set(name, jar.get(name)!);
    return thief;
  };

  test('ends after ten wrong proofs, from however many client IPs', async () => {
    const { browser, ouid } = await personWithoutFreshProof();
    for (let wrong = 1; wrong <= freshProof.maxWrong; wrong += 1)
      expect(await proveByPassword(elsewhere(browser), 'wrong')).toMatchObject({ code: resultCodes.wrongCredentials });
    expect(await browser.get('/user/accounts/me')).toMatchObject({ code: resultCodes.notSignedIn });
    expect(await proveByPassword(elsewhere(browser))).toMatchObject({ code: resultCodes.notSignedIn });
    expect((await typesOf(ouid))[0]).toBe('sessionEnded');
  });

  test('and the next ones of a thief who signs in by another factor guess ten passwords an hour together', async () => {
    const { browser, mobile } = await personWithoutFreshProof();
    for (let wrong = 1; wrong <= freshProof.maxWrong; wrong += 1) await proveByPassword(elsewhere(browser), 'wrong');
    const next = services.browser();
    expect(await next.signIn(mobile, password)).toMatchObject({ code: 0 });
    expect(await proveByPassword(next)).toMatchObject({ code: resultCodes.tooManyRequests });
    services.moveClock(hours(1));
    expect(await proveByPassword(next)).toMatchObject({ code: 0 });
  });

  test('ends after ten wrong codes to the own mobile number, from however many client IPs', async () => {
    const { browser, mobile, ouid, unlink } = await personWithoutFreshProof();
    const { data } = await unlink();
    for (let sent = 0; sent * maxAttempts < freshProof.maxWrong; sent += 1) {
      expect(await browser.get('/user/accounts/me')).toMatchObject({ code: 0 });
      services.moveClock(minutes(1));
      const { data: handles } = await sendByHandle(browser, data['preServiceId'], 'PROVE_AGAIN');
      const wrong = lastMessageTo(mobile)?.code === '000000' ? '111111' : '000000';
      for (let attempt = 0; attempt < maxAttempts; attempt += 1)
        await proveByCode(elsewhere(browser), handles['serviceId'], wrong);
    }
    expect(await browser.get('/user/accounts/me')).toMatchObject({ code: resultCodes.notSignedIn });
    expect((await typesOf(ouid))[0]).toBe('sessionEnded');
  });

  test.each(['totp', 'backupCode'])('ends after ten wrong codes of the kind %s', async (factor) => {
    const { browser, ouid } = await personWithoutFreshProof();
    await addAuthenticator(ouid);
    await addBackupCodes(ouid, ['AAAA-AAAA']);
    for (let wrong = 0; wrong < freshProof.maxWrong; wrong += 1) {
      expect(await browser.get('/user/accounts/me')).toMatchObject({ code: 0 });
      await elsewhere(browser).post(`/user/accounts/proof/${factor}`, { credentials: '000000' });
    }
    expect(await browser.get('/user/accounts/me')).toMatchObject({ code: resultCodes.notSignedIn });
    expect((await typesOf(ouid))[0]).toBe('sessionEnded');
  });

  test('has ten guesses also when they are sent at once', async () => {
    const { browser, ouid } = await personWithoutFreshProof();
    await concurrently(() => proveByPassword(elsewhere(browser), 'wrong'));
    const failed = (await typesOf(ouid)).filter((type) => type === 'proofFailed password');
    expect(failed).toHaveLength(freshProof.maxWrong);
  });

  test('does not end by wrong proofs with a right one among them', async () => {
    const { browser } = await personWithoutFreshProof();
    for (const round of [1, 2]) {
      for (let wrong = 1; wrong < freshProof.maxWrong; wrong += 1) await proveByPassword(elsewhere(browser), 'wrong');
      expect(await proveByPassword(browser), `round ${round}`).toMatchObject({ code: 0 });
    }
  });

  test('cannot prove itself with a code that was sent for another session', async () => {
    const [owner, other] = [await personWithoutFreshProof(), await personWithoutFreshProof()];
    const { data } = await owner.unlink();
    const sent = await sendByHandle(other.browser, data['preServiceId'], 'PROVE_AGAIN');
    expect(sent).toMatchObject({ code: resultCodes.unknownServiceId });

    const own = await sendByHandle(owner.browser, data['preServiceId'], 'PROVE_AGAIN');
    const { code } = lastMessageTo(owner.mobile)!;
    expect(await proveByCode(other.browser, own.data['serviceId'], code)).toMatchObject({
      code: resultCodes.unknownServiceId,
    });
  });

  test('cannot prove itself with a code that was sent for another session of the same browser', async () => {
    const first = await signedInPerson();
    const second = services.browser();
    second.jar.set('foyer_browser', first.browser.jar.get('foyer_browser')!);
    await second.signIn(first.mobile, password);
    services.moveClock(minutes(10));
    const { data } = await first.unlink();
    const sent = await sendByHandle(first.browser, data['preServiceId'], 'PROVE_AGAIN');
    const { code } = lastMessageTo(first.mobile)!;
    const prove = (browser: Browser) => proveByCode(browser, sent.data['serviceId'], code);
    expect(await prove(second)).toMatchObject({ code: resultCodes.unknownServiceId });
    expect(await first.unlink(second)).toMatchObject({ code: resultCodes.needsFreshProof });
    expect(await prove(first.browser)).toMatchObject({ code: 0 });
  });

  test('is locked out after five wrong passwords, and then refuses the right one too', async () => {
    const { browser, ouid, isLinked, unlink } = await personWithoutFreshProof();
    for (const wait of [0, 1, 2, 4, 4]) {
      services.moveClock(wait * 1000);
      await proveByPassword(browser, 'Wrong-2026');
    }
    expect(await proveByPassword(browser)).toMatchObject({ status: 429, code: resultCodes.lockedOut });
    expect(await unlink()).toMatchObject({ code: resultCodes.needsFreshProof });
    expect(await isLinked()).toBe(true);
    expect(await typesOf(ouid)).toContain('proofFailed password');
  });

  test('proves itself with a code once, also when the code is presented many times at once', async () => {
    const { browser, mobile, ouid, unlink } = await personWithoutFreshProof();
    const { data } = await unlink();
    const sent = await sendByHandle(browser, data['preServiceId'], 'PROVE_AGAIN');
    const { code } = lastMessageTo(mobile)!;
    const answers = await concurrently(() => proveByCode(browser, sent.data['serviceId'], code));
    expect(answers.filter(({ code: result }) => result === 0)).toHaveLength(1);
    expect((await typesOf(ouid)).filter((type) => type === 'provenAgain sms')).toHaveLength(1);
  });
});
