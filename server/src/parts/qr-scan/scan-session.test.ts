import { qr } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import { describe, expect, test } from 'vitest';
import { countStatements } from '../../../test/support/count-statements.ts';
import { concurrently } from '../../../test/support/concurrently.ts';
import { testAppForFile, newTestDatabase, createTestApp } from '../../../test/support/test-app.ts';
import { testRequestContext } from '../../../test/support/test-request-context.ts';
import { createPollCache } from '../../cache/poll-cache.ts';
import { scanning } from '../../store/sign-in/scans.ts';
import { scans } from '../../store/schema/schema.ts';
import { createScanSessions } from './scan-session.ts';

const services = await testAppForFile({ env: { COUNTRY_HEADER: 'x-country', TRUSTED_PROXIES: '10.0.0.1' } });
const scanSessions = createScanSessions(services);
type ScanSessions = typeof scanSessions;

let count = 0;
const newPerson = () => ({ subjects: [{ provider: 'wechat.unionid', subject: `union-${(count += 1)}` }] });
const browserOf = (more = {}) => testRequestContext(`browser-${(count += 1)}`, more);
const phone = (more = {}) => testRequestContext('phone', { maskedIp: '198.51.100.*', ...more });

async function show(
  context = browserOf(),
  { app = 'wechat', at = scanSessions }: { app?: 'wechat' | 'alipay'; at?: ScanSessions } = {},
) {
  const opened = await at.open({ app, fingerprint: 'f', replaces: undefined, redirectUrl: undefined }, context);
  const target = { app, loginId: opened.loginId, fingerprint: 'f', sceneId: opened.sceneId };
  return { ...opened, target, context, poll: () => at.poll(target, context.browserId) };
}
const answer = async (ticket: string, confirmed: boolean, who = phone()) => {
  const shown = await scanSessions.findOffer(ticket, who);
  return shown !== undefined && scanSessions.answer(shown.scan, ticket, who, { confirmed });
};

describe('a scan', () => {
  test('is pending, scanned and confirmed, only for the browser that created it [QR-05] [D-08]', async () => {
    const { scene, poll } = await show();
    expect(await poll()).toEqual({ is: 'pending', scanned: false });
    const scanned = await scanSessions.scanned('wechat', scene, newPerson());
    expect(await poll()).toEqual({ is: 'pending', scanned: true });
    expect(await answer(scanned!.ticket, true)).toBe(true);
    expect(await poll()).toMatchObject({ is: 'confirmed', scan: { state: 'confirmed', otherCountry: false } });
  });

  test('that was declined stays declined [QR-16]', async () => {
    const { scene, poll } = await show();
    const scanned = await scanSessions.scanned('wechat', scene, newPerson());
    expect(await answer(scanned!.ticket, false)).toBe(true);
    expect(await answer(scanned!.ticket, true)).toBe(false);
    expect(await poll()).toEqual({ is: 'declined', app: 'wechat' });
  });

  test('that returned is pending until the app answers, and cannot be polled otherwise [QP-05]', async () => {
    const { scene, context } = await show();
    let respond = (_: { is: 'declined' }) => {};
    let back: Promise<unknown> | undefined;
    await new Promise<void>((asked) => {
      back = scanSessions.completeReturn('wechat', scene, context.browserId, () => {
        asked();
        return new Promise((resolve) => (respond = resolve));
      });
    });
    // A second return in the meantime gets the same handle.
    const { preLoginId: loginId } = (await scanSessions.completeReturn(
      'wechat',
      scene,
      context.browserId,
      async () => ({ is: 'failed' }),
    ))!;
    const poll = () => scanSessions.poll({ app: 'returned', loginId }, context.browserId);
    // From the database, then from the poll cache.
    for (let times = 0; times < 2; times += 1) expect(await poll()).toEqual({ is: 'pending', scanned: true });
    respond({ is: 'declined' });
    await back;
    expect(await poll()).toEqual({ is: 'declined', app: 'wechat' });
    expect(await scanSessions.poll({ app: 'returned', loginId }, 'another')).toEqual({ is: 'expired' });
    const { scene: other, target } = await show(context);
    await scanSessions.scanned('wechat', other, newPerson());
    expect(await scanSessions.poll({ ...target, app: 'returned' }, context.browserId)).toEqual({ is: 'expired' });
  });

  test('is answered once by concurrent answers', async () => {
    const { scene } = await show();
    const { ticket } = (await scanSessions.scanned('wechat', scene, newPerson()))!;
    const answers = await concurrently((i) => answer(ticket, i % 2 === 0));
    expect(answers.filter(Boolean)).toHaveLength(1);
  });

  test('shows the phone site, device, network and time [AC-10]', async () => {
    const { scene } = await show(browserOf({ deviceLabel: 'Edge · Windows', maskedIp: '192.0.2.*' }));
    const { ticket } = (await scanSessions.scanned('wechat', scene, newPerson()))!;
    expect((await scanSessions.findOffer(ticket, phone()))!.offer).toEqual({
      app: 'wechat',
      site: 'localhost:3000',
      device: 'Edge · Windows',
      address: '192.0.2.*',
      at: services.clock.now(),
      elsewhere: false,
    });
  });

  test('belongs to the first person who scans, who may scan twice; a second is refused [AC-10]', async () => {
    const { scene } = await show();
    const [first, second] = [newPerson(), newPerson()];
    const claimed = await scanSessions.scanned('wechat', scene, first);
    expect(await scanSessions.scanned('wechat', scene, second)).toBeUndefined();
    expect((await scanSessions.scanned('wechat', scene, first))!.ticket).toBe(claimed!.ticket);
    await answer(claimed!.ticket, true);
    expect(await scanSessions.scanned('wechat', scene, first)).toBeUndefined();
  });

  test('belongs to the app it was created for', async () => {
    const { scene, target, context } = await show();
    expect(await scanSessions.scanned('alipay', scene, newPerson())).toBeUndefined();
    expect(await scanSessions.poll({ ...target, app: 'alipay' }, context.browserId)).toEqual({ is: 'expired' });
  });
});

describe('the countries of phone and browser', () => {
  test.each([
    ['CN', 'CN', false],
    ['CN', 'RU', true],
    [undefined, 'RU', false],
    ['CN', undefined, false],
  ])('%s and %s: elsewhere is %s, to the person and to the sign-in [AC-10]', async (browsers, phones, elsewhere) => {
    const { scene, poll } = await show(browserOf({ country: browsers }));
    const { ticket } = (await scanSessions.scanned('wechat', scene, newPerson()))!;
    const who = phone({ country: phones });
    expect((await scanSessions.findOffer(ticket, who))!.offer.elsewhere).toBe(elsewhere);
    await answer(ticket, true, who);
    expect(await poll()).toMatchObject({ scan: { otherCountry: elsewhere } });
  });
});

describe('unknown, foreign, expired and used scans get the same response', () => {
  test('for another browser, fingerprint, scene or handle [AC-13]', async () => {
    for (const how of ['waiting', 'confirmed']) {
      const { scene, sceneId, loginId, target, context, poll } = await show();
      const { ticket } = (await scanSessions.scanned('wechat', scene, newPerson()))!;
      if (how === 'confirmed') await answer(ticket, true);
      const other = (await show()).target;
      const expired = { is: 'expired' };
      expect(await scanSessions.poll(target, browserOf().browserId)).toEqual(expired);
      expect(await scanSessions.poll(target, undefined)).toEqual(expired);
      expect(await scanSessions.poll({ ...target, fingerprint: 'g' }, context.browserId)).toEqual(expired);
      expect(await scanSessions.poll({ ...target, sceneId: other.sceneId }, context.browserId)).toEqual(expired);
      for (const handle of [scene, sceneId, ticket, other.loginId, 'x'])
        expect(await scanSessions.poll({ ...target, loginId: handle }, context.browserId)).toEqual(expired);
      for (const handle of [loginId, scene, sceneId])
        expect(await scanSessions.findOffer(handle, phone())).toBeUndefined();
      expect((await poll()).is).not.toBe('expired');
    }
  });

  test('after 298 seconds, for the phone and the browser [QR-06] [AC-15]', async () => {
    const [early, late] = [await show(), await show()];
    services.moveClock(qr.expiresAfter - 1);
    expect(await early.poll()).toEqual({ is: 'pending', scanned: false });
    const scanned = await scanSessions.scanned('wechat', early.scene, newPerson());
    expect(scanned).toBeDefined();
    services.moveClock(1);
    expect(await scanSessions.scanned('wechat', late.scene, newPerson())).toBeUndefined();
    expect(await answer(scanned!.ticket, true)).toBe(false);
    expect([await early.poll(), await late.poll()]).toEqual([{ is: 'expired' }, { is: 'expired' }]);
  });

  test('but a scan confirmed just before can still be fetched', async () => {
    const { scene, poll } = await show();
    const { ticket } = (await scanSessions.scanned('wechat', scene, newPerson()))!;
    services.moveClock(qr.expiresAfter - 1);
    await answer(ticket, true);
    services.moveClock(scanning.resultLifetime - 1);
    expect(await poll()).toMatchObject({ is: 'confirmed' });
    services.moveClock(1);
    expect(await poll()).toEqual({ is: 'expired' });
  });

  test('after it was replaced by its own browser, scanned or not [AC-15]', async () => {
    const context = browserOf();
    const [old, scanned] = [await show(context), await show(context)];
    const { ticket } = (await scanSessions.scanned('wechat', scanned.scene, newPerson()))!;
    const replace = (replaces: string, by = context) =>
      scanSessions.open({ app: 'wechat', fingerprint: 'f', replaces, redirectUrl: undefined }, by);
    await replace(old.loginId, browserOf());
    expect(await old.poll()).toEqual({ is: 'pending', scanned: false });
    await replace(old.loginId);
    await replace(scanned.loginId);
    expect(await scanSessions.scanned('wechat', old.scene, newPerson())).toBeUndefined();
    expect(await answer(ticket, true)).toBe(false);
    expect([await old.poll(), await scanned.poll()]).toEqual([{ is: 'expired' }, { is: 'expired' }]);
  });
});

describe('handles', () => {
  test('are unique and uniformly random [AC-13]', async () => {
    const ids = Array.from({ length: 10_000 }, () => services.random.token());
    const derived = ids.map((id) => scanSessions.contextIdFor(id));
    for (const made of [ids, derived]) {
      expect(new Set(made).size).toBe(10_000);
      const bits = Array.from({ length: 256 }, () => 0);
      for (const id of made) {
        const bytes = Buffer.from(id, 'base64url');
        expect(bytes).toHaveLength(32);
        for (let i = 0; i < 256; i += 1) bits[i]! += (bytes[i >> 3]! >> (i & 7)) & 1;
      }
      // Six standard deviations: one of 512 positions fails by chance in one of two million runs.
      for (const ones of bits) expect(Math.abs(ones - 5000)).toBeLessThan(300);
    }
  });

  test('are not stored as text', async () => {
    const { loginId, scene } = await show();
    const { ticket } = (await scanSessions.scanned('wechat', scene, newPerson()))!;
    const stored = await services.database.sql.select().from(scans);
    expect(stored).not.toEqual([]);
    for (const secret of [loginId, scene, ticket]) expect(JSON.stringify(stored)).not.toContain(secret);
  });
});

describe('polling', () => {
  test('needs no SQL statement while pending or scanned', async () => {
    const { scene, poll } = await show();
    const { sql } = services.database;
    const often = () => Promise.all(Array.from({ length: 100 }, poll));
    expect(await countStatements(sql, often)).toBe(0);
    await scanSessions.scanned('wechat', scene, newPerson());
    expect(await countStatements(sql, often)).toBe(0);
  });

  test('works without a poll cache, with one statement per poll', async () => {
    const pollCache = createPollCache({
      redis: undefined,
      clock: services.clock,
      singleProcess: false,
      pollsPerMinute: 100_000,
    });
    const without = createScanSessions({ ...services, pollCache });
    const { scene, poll } = await show(browserOf(), { at: without });
    expect(
      await countStatements(services.database.sql, async () => expect(await poll()).toMatchObject({ scanned: false })),
    ).toBe(1);
    await without.scanned('wechat', scene, newPerson());
    expect(await poll()).toMatchObject({ scanned: true });
  });

  test('works after the poll cache was lost, with one statement for all', async () => {
    const { target, context } = await show();
    const pollCache = createPollCache({
      redis: undefined,
      clock: services.clock,
      singleProcess: true,
      pollsPerMinute: 100_000,
    });
    const fresh = createScanSessions({ ...services, pollCache });
    const poll = () => fresh.poll(target, context.browserId);
    expect(
      await countStatements(services.database.sql, async () => expect(await poll()).toMatchObject({ is: 'pending' })),
    ).toBe(1);
    expect(await countStatements(services.database.sql, poll)).toBe(0);
  });

  test('is not affected by a read just before the phone confirms', async () => {
    const { target, context, scene, poll } = await show();
    const { ticket } = (await scanSessions.scanned('wechat', scene, newPerson()))!;
    const late = createScanSessions({
      ...services,
      pollCache: {
        ...services.pollCache,
        get: async () => ({ is: 'read', value: undefined }),
        async setIfAbsent(...note) {
          await answer(ticket, true);
          await services.pollCache.setIfAbsent(...note);
        },
      },
    });
    expect(await late.poll(target, context.browserId)).toMatchObject({ is: 'pending' });
    expect(await poll()).toMatchObject({ is: 'confirmed' });
  });
});

test(
  'a restart between creation and scan changes nothing',
  async () => {
    const place = await newTestDatabase();
    const before = await createTestApp({ env: place.env });
    const context = browserOf();
    const shown = await show(context, { at: createScanSessions(before) });
    await before.close();
    const after = await createTestApp({ env: place.env });
    const again = createScanSessions(after);
    expect(await again.poll(shown.target, context.browserId)).toEqual({ is: 'pending', scanned: false });
    const scanned = await again.scanned('wechat', shown.scene, newPerson());
    const offered = await again.findOffer(scanned!.ticket, phone());
    await again.answer(offered!.scan, scanned!.ticket, phone(), { confirmed: true });
    expect(await again.poll(shown.target, context.browserId)).toMatchObject({ is: 'confirmed' });
    await after.close();
    await place.clear();
  },
  seconds(60),
);
