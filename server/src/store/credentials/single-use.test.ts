import { code as limits } from '@foyer/contract/limits';
import { hours, seconds } from '@foyer/contract/time';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { CodeLookup } from './codes.ts';
import { auditEvents } from '../schema/audit-schema.ts';
import { knownBrowsers, rememberedAccounts } from '../schema/browser-schema.ts';
import { accounts, attempts, quotas as quotaTable, sessions } from '../schema/schema.ts';

// The calls also look before they use something, so that these statements decide only where requests race. Here each
// statement decides alone.
const services = await testAppForFile();
const { codes, completedSignIns, handoffs, passkeys, passwordAttempts, pendingSignIns, quotas, scans } =
  services.stores;
const won = (results: unknown[]) => results.filter(Boolean).length;
const atOnce = async (use: () => Promise<unknown>) => won(await Promise.all(Array.from({ length: 20 }, use)));

let ids = 0;
const newId = () => `id-${(ids += 1)}`;

describe('a one-time code', () => {
  const right = '123456';
  const wrong = '654321';
  const compare = (lookup: CodeLookup, typed: string, max = 100) =>
    codes.compare(lookup, typed, { key: `wrong-${lookup.serviceId}`, limits: [{ max, window: hours(1) }] }, hours(1));

  async function sentCode(): Promise<CodeLookup> {
    const serviceId = newId();
    const recipient = { kind: 'mobile', value: '15800000001' } as const;
    const origin = { browserId: 'b', account: undefined, previousHandle: undefined };
    await codes.add({ serviceId, code: right, bizType: 'REGISTER_LOGIN', recipient, ...origin });
    return { serviceId, browserId: 'b', bizTypes: ['REGISTER_LOGIN'] };
  }

  test('is used once', async () => {
    const lookup = await sentCode();
    expect(await compare(lookup, right)).toMatchObject({ isRight: true });
    expect(await atOnce(() => codes.useVerified(lookup))).toBe(1);
  });

  test('is not used before it is verified', async () => {
    const lookup = await sentCode();
    await compare(lookup, wrong);
    expect(await codes.useVerified(lookup)).toBeUndefined();
  });

  test('is not compared from the moment of its expiry on', async () => {
    const lookup = await sentCode();
    services.moveClock(limits.lifetime);
    expect(await compare(lookup, right)).toEqual({ is: 'notUsable' });
  });

  test('is compared as often as it has attempts, also at once, and then not even with the right code', async () => {
    const lookup = await sentCode();
    expect(await atOnce(async () => (await compare(lookup, wrong)).is === 'compared')).toBe(limits.maxAttempts);
    expect(await compare(lookup, right)).toEqual({ is: 'notUsable' });
  });

  test('is compared as often as its quota allows, also at once, and then not even with the right code', async () => {
    const lookup = await sentCode();
    expect(await atOnce(async () => (await compare(lookup, wrong, 3)).is === 'compared')).toBe(3);
    expect(await compare(lookup, right, 3)).toEqual({ is: 'refused' });
    expect(await codes.status(lookup)).toMatchObject({ is: 'unverified' });
  });

  describe('that a sign-in uses', () => {
    const mobile = '15800000009';
    const context = { requestId: 'r', maskedIp: '192.0.2.*', deviceLabel: 'Chrome' };
    let mobiles = 15700000000;
    const quota = { key: 'used-before', limits: [{ max: 9, window: hours(1) }] };
    type SignIn = Parameters<typeof completedSignIns.add>[0];

    async function provenSignIn(): Promise<SignIn> {
      const lookup = await sentCode();
      await compare(lookup, right);
      const recipient = String((mobiles += 1));
      const account = await services.addAccount({ mobile: recipient });
      const code = { lookup, recipient, secondFactor: false };
      const forget = { failuresOf: [mobile], quotaKeys: [quota.key], window: 0 };
      const given = { method: 'code', language: 'en-US', browserId: 'b' } as const;
      const more = { shared: false, remember: true, usedHandleHash: undefined, replaces: undefined };
      return { ...given, ...more, account, state: 'open', factors: ['sms'], code, forget };
    }

    test('opens one session', async () => {
      const signIn = await provenSignIn();
      expect(await atOnce(() => completedSignIns.add(signIn, context))).toBe(1);
    });

    const tables = [accounts, attempts, auditEvents, knownBrowsers, quotaTable, rememberedAccounts, sessions];
    const read = () => Promise.all(tables.map((table) => services.database.sql.select().from(table)));
    const isUnused = async ({ code }: SignIn) => (await codes.useVerified(code!.lookup)) !== undefined;

    test.each([
      ['has another number', { mobile: '15900000000' }],
      ['has switched the second factor on', { secondFactor: true }],
      ['is disabled', { disabledAt: new Date() }],
    ])('stays unused and changes nothing when the account %s since it was read', async (_, change) => {
      const signIn = await provenSignIn();
      await services.database.sql.update(accounts).set(change).where(eq(accounts.ouid, signIn.account));
      const before = await read();
      expect(await completedSignIns.add(signIn, context)).toBeUndefined();
      expect(await read()).toEqual(before);
      expect(await isUnused(signIn)).toBe(true);
    });

    test('stays unused when the account is erased since it was read', async () => {
      const signIn = await provenSignIn();
      await services.database.sql.delete(accounts).where(eq(accounts.ouid, signIn.account));
      expect(await completedSignIns.add(signIn, context)).toBeUndefined();
      expect(await isUnused(signIn)).toBe(true);
    });

    test.runIf(process.env['TEST_DATABASE_URL'])(
      'stays unused when the account changes while the statement waits for it',
      async () => {
        const signIn = await provenSignIn();
        const { sql: db } = services.database;
        const waiting = db
          .select({ one: sql`1` })
          .from(sql`pg_stat_activity`)
          .where(sql`datname = current_database() and wait_event_type = 'Lock'`);
        const { added } = await db.transaction(async (tx) => {
          await tx.update(accounts).set({ secondFactor: true }).where(eq(accounts.ouid, signIn.account));
          const adding = completedSignIns.add(signIn, context);
          await expect.poll(async () => (await waiting).length).toBe(1);
          return { added: adding };
        });
        expect(await added).toBeUndefined();
        expect(await isUnused(signIn)).toBe(true);
      },
    );

    test('leaves everything as it is when it was used before', async () => {
      const signIn = await provenSignIn();
      const opened = await completedSignIns.add(signIn, context);
      await passwordAttempts.count({ principal: mobile, account: mobile, clientIp: '192.0.2.1' });
      await quotas.consume([quota]);
      services.moveClock(seconds(1));
      const before = await read();
      const again = { ...signIn, browserId: 'another', replaces: opened?.token };
      expect(await completedSignIns.add(again, context)).toBeUndefined();
      expect(await read()).toEqual(before);
    });
  });

  test('consumes its quota only when it is wrong', async () => {
    const lookup = await sentCode();
    await atOnce(() => compare(lookup, right, 1));
    expect(await compare(lookup, wrong, 1)).toMatchObject({ isRight: false });
    expect(await compare(lookup, wrong, 1)).toEqual({ is: 'refused' });
  });
});

test('a pending sign-in is completed once', async () => {
  const account = await services.addAccount({ mobile: '15800000002' });
  const signIn = { account, awaiting: 'secondFactor', method: 'password', factors: ['password'] } as const;
  const more = { factors: [...signIn.factors], browserId: 'b', redirectUrl: '/', usedHandleHash: undefined };
  const handle = await pendingSignIns.create({ ...signIn, ...more });
  expect(await atOnce(() => pendingSignIns.use(sha256(handle), 'secondFactor', 'b'))).toBe(1);
});

test('a confirmed scan becomes a sign-in once', async () => {
  const browser = { browserId: 'b', fingerprint: 'f', device: 'd', maskedIp: 'i', country: undefined } as const;
  const [loginId, scene, ticket] = [newId(), newId(), newId()];
  await scans.add({ loginId, scene, app: 'wechat', ...browser, language: 'en-US', redirectUrl: undefined });
  await scans.claim('wechat', scene, ticket, { subjects: [{ provider: 'wechat', subject: 's' }] });
  const answer = { confirmed: true, mobile: undefined, outsideMainland: false, otherCountry: false } as const;
  const scan = await scans.answer(ticket, answer);
  expect(await atOnce(() => scans.use(scan!))).toBe(1);
});

test('a hand-off is opened once, answered once and used once', async () => {
  const [handoffId, token, phone] = [newId(), newId(), services.browser()];
  const ouid = await services.addAccount({ mobile: '15800000005', password: 'Foyer-2026' });
  const computer = { browserId: 'b', device: 'd', maskedIp: 'm', country: undefined, redirectUrl: undefined };
  await handoffs.add({ handoffId, token, ...computer });
  await phone.signIn('15800000005', 'Foyer-2026');
  const [session] = await services.stores.sessions.listByAccount(ouid);
  const [phoneBrowserId] = await services.stores.knownBrowsers.listByAccount(ouid);
  expect(await atOnce(() => handoffs.open(token, phoneBrowserId!))).toBe(1);
  const opened = (await handoffs.findOpened(phoneBrowserId!))!;
  const { number, tokenHash: ticket } = (await handoffs.ask(opened, session!))!;
  const answer = { ticket, phoneBrowserId: phoneBrowserId!, session: session!.id, number: number!, country: undefined };
  expect(await atOnce(() => handoffs.answer(answer))).toBe(1);
  expect(await atOnce(() => handoffs.use(handoffId, 'b'))).toBe(1);
});

test('a passkey is used once with each value of its counter', async () => {
  const account = await services.addAccount({ mobile: '15800000003' });
  const key = { credentialId: newId(), publicKey: 'k', transports: [], aaguid: 'a' };
  const added = await passkeys.add({ account, ...key, counter: 4, backupEligible: false, backedUp: false });
  const { id } = added!;
  expect(await atOnce(() => passkeys.recordUse(id, { counter: 5, backedUp: false }))).toBe(1);
  expect(await passkeys.recordUse(id, { counter: 4, backedUp: false })).toBe(false);
});
