import { pbkdf2Sync, scryptSync } from 'node:crypto';
import { hash as argon2 } from '@node-rs/argon2';
import { hash as bcrypt } from '@node-rs/bcrypt';
import { resultCodes } from '@foyer/contract/result-codes';
import { days, minutes, seconds } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { sha256Hex } from '../../platform/sha256.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { comparable } from '../../../test/support/test-browser.ts';
import { readImportedHash } from '../../platform/imported-hash.ts';
import { importedPasswords, plainPasswordRequests } from '../../store/schema/import-schema.ts';
import { auditEvents } from '../../store/schema/audit-schema.ts';
import { accounts } from '../../store/schema/schema.ts';
import { sweep } from '../../store/sweep.ts';

const services = await testAppForFile();
const { sql } = services.database;
const password = 'Lima-4711';
type Browser = ReturnType<typeof services.browser>;

let numbers = 13700000000;
const newMobile = () => String((numbers += 1));
const cheapHash = await bcrypt(password, 4);

async function addImported(
  text = cheapHash,
  { lifetime = days(90), ...more }: { lifetime?: number; email?: string } = {},
) {
  const read = readImportedHash(text);
  if ('problem' in read) throw new Error(read.problem);
  const mobile = newMobile();
  const ouid = await services.addAccount({ mobile, ...more });
  await sql
    .insert(importedPasswords)
    .values({ account: ouid, ...read, expiresAt: new Date(services.clock.now() + lifetime) });
  return { mobile, ouid };
}

/** The password itself is asked for only while an imported one is left. */
const keepAskingForPlainPasswords = () => addImported();

/** As the page does: the password itself is sent only if the service asks for it. */
async function signIn(browser: Browser, principal: string, secret: string) {
  const first = await browser.signIn(principal, secret);
  if (first.code !== resultCodes.needsPlainPassword) return { first, last: first, sentPlain: false };
  const plain = { serviceId: first.data['serviceId'], password: secret };
  return { first, last: await browser.signIn(principal, secret, { plain }), sentPlain: true };
}

const ownHashOf = async (ouid: string) => {
  const [row] = await sql.select().from(accounts).where(eq(accounts.ouid, ouid));
  return row?.passwordHash ?? null;
};
const importedHashOf = async (ouid: string) => {
  const [row] = await sql.select().from(importedPasswords).where(eq(importedPasswords.account, ouid));
  return row?.hash;
};

beforeEach(async () => void (await sql.delete(importedPasswords)));

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
const salt = Buffer.from('0123456789abcdef');
/** `Algorithm.Argon2i` is a const enum of the library's type definitions, which has no value at run time. */
const argon2i = 1;
const formats: Record<string, string> = {
  bcrypt: cheapHash,
  'bcrypt of PHP': cheapHash.replace('$2b$', '$2y$'),
  argon2id: await argon2(password, { memoryCost: 1024, timeCost: 1, parallelism: 2 }),
  argon2i: await argon2(password, { algorithm: argon2i, memoryCost: 1024, timeCost: 3, parallelism: 1 }),
  scrypt: `$scrypt$ln=10,r=8,p=1$${unpadded(salt)}$${unpadded(scryptSync(password, salt, 32, { N: 1024 }))}`,
  PBKDF2: `$pbkdf2-sha512$i=1000$${unpadded(salt)}$${unpadded(pbkdf2Sync(password, salt, 1000, 64, 'sha512'))}`,
  Django: `pbkdf2_sha256$1000$seasalt$${pbkdf2Sync(password, 'seasalt', 1000, 32, 'sha256').toString('base64')}`,
};

describe('an imported password', () => {
  test.each(Object.entries(formats))('in the format of %s signs in once and is replaced by ours', async (_, text) => {
    const { mobile, ouid } = await addImported(text);
    const browser = services.browser();
    const { first, last } = await signIn(browser, mobile, password);
    expect(first).toMatchObject({ status: 200, code: resultCodes.needsPlainPassword });
    expect(last).toMatchObject({ code: 0, data: { ouid } });
    expect(browser.jar.has('foyer_session')).toBe(true);
    expect(services.passwords.isOutdated((await ownHashOf(ouid))!)).toBe(false);
    expect(await importedHashOf(ouid)).toBeNull();

    await keepAskingForPlainPasswords();
    const again = await signIn(services.browser(), mobile, password);
    expect(again).toMatchObject({ sentPlain: false, last: { code: 0 } });
  });

  test('that is wrong is refused and counted once, and the imported hash is kept', async () => {
    const { mobile, ouid } = await addImported();
    const browser = services.browser();
    const left = [];
    for (let i = 0; i < 4; i += 1) {
      const { last } = await signIn(browser, mobile, 'wrong');
      expect(last.code).toBe(resultCodes.wrongCredentials);
      left.push(last.data['attemptsLeft']);
      services.moveClock(seconds(5));
    }
    expect(left).toEqual([4, 3, 2, 1]);
    expect((await signIn(browser, mobile, 'wrong')).last).toMatchObject({
      status: 429,
      code: resultCodes.lockedOut,
      data: { retryAfter: 900 },
    });
    expect(await browser.signIn(mobile, password)).toMatchObject({ code: resultCodes.lockedOut });
    expect(await importedHashOf(ouid)).toBe(cheapHash);
  });

  test.each([password.toLowerCase(), `${password} `, ` ${password}`, `${password}x`, password.replace('L', 'Ｌ')])(
    'is compared exactly, without trimming, normalizing or cutting: %o',
    async (similar) => {
      const { mobile } = await addImported();
      const { last } = await signIn(services.browser(), mobile, similar);
      expect(last.code).toBe(resultCodes.wrongCredentials);
    },
  );

  test('that is right at the fifth attempt signs in, and the wrong ones are forgotten', async () => {
    const { mobile } = await addImported();
    const browser = services.browser();
    for (let i = 0; i < 4; i += 1) {
      await signIn(browser, mobile, 'wrong');
      services.moveClock(seconds(5));
    }
    expect((await signIn(browser, mobile, password)).last).toMatchObject({ code: 0 });
    expect((await signIn(browser, mobile, 'wrong')).last).toMatchObject({ data: { attemptsLeft: 4 } });
  });

  test('gives no more guesses under the second name of the account [AC-18]', async () => {
    const email = `${newMobile()}@example.com`;
    const { mobile } = await addImported(cheapHash, { email });
    const browser = services.browser();
    for (let i = 0; i < 5; i += 1) {
      await signIn(browser, mobile, 'wrong');
      services.moveClock(seconds(5));
    }
    expect((await signIn(browser, email, password)).last).toMatchObject({ code: resultCodes.wrongCredentials });
    expect((await signIn(services.browser(), email, password)).last).toMatchObject({ code: 0 });
  });

  test('is not accepted any more once a password was set in another way', async () => {
    const { mobile, ouid } = await addImported();
    await keepAskingForPlainPasswords();
    await services.stores.accounts.resetPassword(
      ouid,
      (await ownHashOf(await services.addAccount({ password: 'Other-1' })))!,
    );
    expect(await importedHashOf(ouid)).toBeNull();
    const { last } = await signIn(services.browser(), mobile, password);
    expect(last.code).toBe(resultCodes.wrongCredentials);
    expect(await signIn(services.browser(), mobile, 'Other-1')).toMatchObject({ sentPlain: false, last: { code: 0 } });
  });

  test('is not accepted any more once the password was removed', async () => {
    const { ouid, mobile } = await addImported();
    await services.stores.accounts.removePassword(ouid);
    expect(await importedHashOf(ouid)).toBeNull();
    const { last } = await signIn(services.browser(), mobile, password);
    expect(last.code).toBe(resultCodes.wrongCredentials);
  });

  test('does not replace a password that was set after it was read', async () => {
    const { ouid } = await addImported();
    const other = (await ownHashOf(await services.addAccount({ password: 'Other-1' })))!;
    await services.stores.accounts.resetPassword(ouid, other);
    expect(await services.stores.importedPasswords.replace(ouid, cheapHash, '$argon2id$v=19$m=1,t=1,p=1$a$b')).toBe(
      false,
    );
    expect(await ownHashOf(ouid)).toBe(other);
  });

  test('expires on its date, and is deleted', async () => {
    const { mobile, ouid } = await addImported(cheapHash, { lifetime: days(1) });
    services.moveClock(days(1));
    expect(await signIn(services.browser(), mobile, password)).toMatchObject({
      sentPlain: false,
      last: { code: resultCodes.wrongCredentials },
    });
    await sweep(sql, services.clock.now() + days(1) + 1);
    expect(await importedHashOf(ouid)).toBeUndefined();
  });
});

describe('the plaintext password, sent after `needsPlainPassword`', () => {
  test('is asked for only while an imported password is left', async () => {
    const ordinary = newMobile();
    await services.addAccount({ mobile: ordinary, password });
    expect(await signIn(services.browser(), ordinary, 'wrong')).toMatchObject({ sentPlain: false });
    const { mobile } = await addImported();
    expect(await signIn(services.browser(), ordinary, 'wrong')).toMatchObject({ sentPlain: true });
    await signIn(services.browser(), mobile, password);
    expect(await signIn(services.browser(), ordinary, 'wrong')).toMatchObject({ sentPlain: false });
  });

  test('is never asked for when the hash is right', async () => {
    await addImported();
    const mobile = newMobile();
    await services.addAccount({ mobile, password });
    expect(await signIn(services.browser(), mobile, password)).toMatchObject({ sentPlain: false, last: { code: 0 } });
  });

  test('gets the same responses for unknown, ordinary, disabled, imported and replaced accounts [AC-17]', async () => {
    const replaced = await addImported();
    await signIn(services.browser(), replaced.mobile, password);
    const imported = await addImported();
    const [unknown, ordinary, disabled] = [newMobile(), newMobile(), newMobile()];
    await services.addAccount({ mobile: ordinary, password });
    await services.addAccount({ mobile: disabled, password, disabledAt: new Date() });
    const seen = [];
    for (const principal of [unknown, ordinary, disabled, imported.mobile, replaced.mobile]) {
      const browser = services.browser();
      const answers = [];
      for (let i = 0; i < 6; i += 1) {
        const { first, last, sentPlain } = await signIn(browser, principal, 'wrong');
        const shown = {
          first: first.code,
          last: comparable(last),
          sentPlain,
        };
        answers.push({ ...shown, fields: Object.keys(first.data), length: String(first.data['serviceId']).length });
        services.moveClock(seconds(5));
      }
      seen.push(answers);
    }
    for (const answers of seen) expect(answers).toEqual(seen[0]);
  });

  test('must be the one whose hash was sent', async () => {
    const { mobile } = await addImported();
    const browser = services.browser();
    const { data } = await browser.signIn(mobile, 'wrong');
    const plain = { serviceId: data['serviceId'], password };
    expect(await browser.signIn(mobile, 'wrong', { plain })).toMatchObject({
      status: 400,
      code: resultCodes.malformed,
    });
    expect(await browser.signIn(mobile, password, { plain })).toMatchObject({ code: resultCodes.needsPlainPassword });
  });

  const handleOf = async (browser: Browser, principal: string, secret: string) =>
    String((await browser.signIn(principal, secret)).data['serviceId']);
  const misuses: Record<string, (browser: Browser, mobile: string) => Promise<string>> = {
    'with the handle of another account': (browser) => handleOf(browser, newMobile(), 'guess'),
    'with the handle of another client IP': (_, mobile) => handleOf(services.browser(), mobile, 'guess'),
    'with the handle of another password': (browser, mobile) => handleOf(browser, mobile, 'other'),
    'with an invented handle': async () => 'invented',
    'a minute late': async (browser, mobile) => {
      const handle = await handleOf(browser, mobile, 'guess');
      services.moveClock(minutes(1));
      return handle;
    },
    'a second time': async (browser, mobile) => {
      const serviceId = await handleOf(browser, mobile, 'guess');
      await browser.signIn(mobile, 'guess', { plain: { serviceId, password: 'guess' } });
      return serviceId;
    },
  };

  test.each(Object.entries(misuses))('counts as a new attempt %s [AC-18]', async (_, getHandle) => {
    const { mobile } = await addImported();
    const browser = services.browser();
    const serviceId = await getHandle(browser, mobile);
    const before = await failuresOf(mobile);
    const response = await browser.signIn(mobile, 'guess', { plain: { serviceId, password: 'guess' } });
    expect(response).toMatchObject({ code: resultCodes.needsPlainPassword });
    expect(await failuresOf(mobile)).toBe(before + 1);
  });

  test('of one attempt is compared once when it is sent three times at once [AC-18]', async () => {
    const { mobile } = await addImported();
    const browser = services.browser();
    const { data } = await browser.signIn(mobile, 'wrong');
    const plain = { serviceId: data['serviceId'], password: 'wrong' };
    const codes = await Promise.all([1, 2, 3].map(async () => (await browser.signIn(mobile, 'wrong', { plain })).code));
    expect(codes.filter((code) => code === resultCodes.wrongCredentials)).toHaveLength(1);
  });

  test('is neither stored nor logged [AC-50]', async () => {
    const { mobile } = await addImported();
    services.lines.length = 0;
    const browser = services.browser();
    const serviceId = await handleOf(browser, mobile, 'Canary-wrong');
    const requests = await sql.select().from(plainPasswordRequests);
    expect(requests).not.toEqual([]);
    await browser.signIn(mobile, 'Canary-wrong', { plain: { serviceId, password: 'Canary-wrong' } });
    await signIn(services.browser(), mobile, password);
    const text = services.lines.join('\n');
    expect(text).toContain('importedPasswordReplaced');
    const stored = JSON.stringify([requests, await sql.select().from(accounts), await sql.select().from(auditEvents)]);
    for (const secret of ['Canary-wrong', password, sha256Hex('Canary-wrong'), sha256Hex(password), serviceId])
      for (const place of [text, stored]) expect(place).not.toContain(secret);
  });
});

/** Wrong passwords for an account name from anywhere. */
const failuresOf = (mobile: string) => services.stores.passwordAttempts.failures(mobile);
