import { qr } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import { describe, expect, test } from 'vitest';
import { countStatements } from '../../../test/support/count-statements.ts';
import { concurrently } from '../../../test/support/concurrently.ts';
import { testAppForFile, newTestDatabase, createTestApp } from '../../../test/support/test-app.ts';
import { testRequestContext } from '../../../test/support/test-request-context.ts';
import { createPollCache } from '../../cache/poll-cache.ts';
import { scanning } from '../../platform/service-limits.ts';
import { scans } from '../../store/schema/schema.ts';
import { createScanSessions } from './scan-session.ts';

const services = await testAppForFile({ env: { COUNTRY_HEADER: 'x-country', TRUSTED_PROXIES: '10.0.0.1' } });
const desk = createScanSessions(services);
type Desk = typeof desk;

let count = 0;
const newPerson = () => ({ subjects: [{ provider: 'wechat.unionid', subject: `union-${(count += 1)}` }] });
const browserOf = (more = {}) => testRequestContext(`browser-${(count += 1)}`, more);
const phone = (more = {}) => testRequestContext('phone', { maskedIp: '198.51.100.*', ...more });

async function show(
  context = browserOf(),
  { app = 'wechat', at = desk }: { app?: 'wechat' | 'alipay'; at?: Desk } = {},
) {
  const opened = await at.open({ app, fingerprint: 'f', replaces: undefined, redirectUrl: undefined }, context);
  const question = { app, loginId: opened.loginId, fingerprint: 'f', sceneId: opened.sceneId };
  return { ...opened, question, context, ask: () => at.poll(question, context.browserId) };
}
const answer = async (ticket: string, confirmed: boolean, who = phone()) => {
  const shown = await desk.offer(ticket, who);
  return shown !== undefined && desk.answer(shown.scan, ticket, who, { confirmed });
};

describe('a scan', () => {
  test('is pending, scanned and confirmed, only for the browser that created it [QR-05] [D-08]', async () => {
    const { scene, ask } = await show();
    expect(await ask()).toEqual({ is: 'pending', scanned: false });
    const scanned = await desk.scanned('wechat', scene, newPerson());
    expect(await ask()).toEqual({ is: 'pending', scanned: true });
    expect(await answer(scanned!.ticket, true)).toBe(true);
    expect(await ask()).toMatchObject({ is: 'confirmed', scan: { state: 'confirmed', otherCountry: false } });
  });

  test('that was declined stays declined [QR-16]', async () => {
    const { scene, ask } = await show();
    const scanned = await desk.scanned('wechat', scene, newPerson());
    expect(await answer(scanned!.ticket, false)).toBe(true);
    expect(await answer(scanned!.ticket, true)).toBe(false);
    expect(await ask()).toEqual({ is: 'declined', app: 'wechat' });
  });

  test('that returned is pending until the app answers, and cannot be polled otherwise [QP-05]', async () => {
    const { scene, context } = await show();
    let tell = (_: { is: 'declined' }) => {};
    let back: Promise<unknown> | undefined;
    await new Promise<void>((asked) => {
      back = desk.completeReturn('wechat', scene, context.browserId, () => {
        asked();
        return new Promise((resolve) => (tell = resolve));
      });
    });
    // A second return in the meantime gets the same handle.
    const { preLoginId: loginId } = (await desk.completeReturn('wechat', scene, context.browserId, async () => ({
      is: 'failed',
    })))!;
    const ask = () => desk.poll({ app: 'returned', loginId }, context.browserId);
    // From the database, then from the poll cache.
    for (let times = 0; times < 2; times += 1) expect(await ask()).toEqual({ is: 'pending', scanned: true });
    tell({ is: 'declined' });
    await back;
    expect(await ask()).toEqual({ is: 'declined', app: 'wechat' });
    expect(await desk.poll({ app: 'returned', loginId }, 'another')).toEqual({ is: 'expired' });
    const { scene: other, question } = await show(context);
    await desk.scanned('wechat', other, newPerson());
    expect(await desk.poll({ ...question, app: 'returned' }, context.browserId)).toEqual({ is: 'expired' });
  });

  test('is answered once by concurrent answers', async () => {
    const { scene } = await show();
    const { ticket } = (await desk.scanned('wechat', scene, newPerson()))!;
    const answers = await concurrently((i) => answer(ticket, i % 2 === 0));
    expect(answers.filter(Boolean)).toHaveLength(1);
  });

  test('shows the phone site, device, network and time [AC-10]', async () => {
    const { scene } = await show(browserOf({ deviceLabel: 'Edge · Windows', maskedIp: '192.0.2.*' }));
    const { ticket } = (await desk.scanned('wechat', scene, newPerson()))!;
    expect((await desk.offer(ticket, phone()))!.offer).toEqual({
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
    const claimed = await desk.scanned('wechat', scene, first);
    expect(await desk.scanned('wechat', scene, second)).toBeUndefined();
    expect((await desk.scanned('wechat', scene, first))!.ticket).toBe(claimed!.ticket);
    await answer(claimed!.ticket, true);
    expect(await desk.scanned('wechat', scene, first)).toBeUndefined();
  });

  test('belongs to the app it was created for', async () => {
    const { scene, question, context } = await show();
    expect(await desk.scanned('alipay', scene, newPerson())).toBeUndefined();
    expect(await desk.poll({ ...question, app: 'alipay' }, context.browserId)).toEqual({ is: 'expired' });
  });
});

describe('the countries of phone and browser', () => {
  test.each([
    ['CN', 'CN', false],
    ['CN', 'RU', true],
    [undefined, 'RU', false],
    ['CN', undefined, false],
  ])('%s and %s: elsewhere is %s, to the person and to the sign-in [AC-10]', async (browsers, phones, elsewhere) => {
    const { scene, ask } = await show(browserOf({ country: browsers }));
    const { ticket } = (await desk.scanned('wechat', scene, newPerson()))!;
    const who = phone({ country: phones });
    expect((await desk.offer(ticket, who))!.offer.elsewhere).toBe(elsewhere);
    await answer(ticket, true, who);
    expect(await ask()).toMatchObject({ scan: { otherCountry: elsewhere } });
  });
});

describe('unknown, foreign, expired and used scans get the same response', () => {
  test('for another browser, fingerprint, scene or handle [AC-13]', async () => {
    for (const how of ['waiting', 'confirmed']) {
      const { scene, sceneId, loginId, question, context, ask } = await show();
      const { ticket } = (await desk.scanned('wechat', scene, newPerson()))!;
      if (how === 'confirmed') await answer(ticket, true);
      const other = (await show()).question;
      const expired = { is: 'expired' };
      expect(await desk.poll(question, browserOf().browserId)).toEqual(expired);
      expect(await desk.poll(question, undefined)).toEqual(expired);
      expect(await desk.poll({ ...question, fingerprint: 'g' }, context.browserId)).toEqual(expired);
      expect(await desk.poll({ ...question, sceneId: other.sceneId }, context.browserId)).toEqual(expired);
      for (const handle of [scene, sceneId, ticket, other.loginId, 'x'])
        expect(await desk.poll({ ...question, loginId: handle }, context.browserId)).toEqual(expired);
      for (const handle of [loginId, scene, sceneId]) expect(await desk.offer(handle, phone())).toBeUndefined();
      expect((await ask()).is).not.toBe('expired');
    }
  });

  test('after 298 seconds, for the phone and the browser [QR-06] [AC-15]', async () => {
    const [early, late] = [await show(), await show()];
    services.moveClock(qr.expiresAfter - 1);
    expect(await early.ask()).toEqual({ is: 'pending', scanned: false });
    const scanned = await desk.scanned('wechat', early.scene, newPerson());
    expect(scanned).toBeDefined();
    services.moveClock(1);
    expect(await desk.scanned('wechat', late.scene, newPerson())).toBeUndefined();
    expect(await answer(scanned!.ticket, true)).toBe(false);
    expect([await early.ask(), await late.ask()]).toEqual([{ is: 'expired' }, { is: 'expired' }]);
  });

  test('but a scan confirmed just before can still be fetched', async () => {
    const { scene, ask } = await show();
    const { ticket } = (await desk.scanned('wechat', scene, newPerson()))!;
    services.moveClock(qr.expiresAfter - 1);
    await answer(ticket, true);
    services.moveClock(scanning.resultLifetime - 1);
    expect(await ask()).toMatchObject({ is: 'confirmed' });
    services.moveClock(1);
    expect(await ask()).toEqual({ is: 'expired' });
  });

  test('after it was replaced by its own browser, scanned or not [AC-15]', async () => {
    const context = browserOf();
    const [old, scanned] = [await show(context), await show(context)];
    const { ticket } = (await desk.scanned('wechat', scanned.scene, newPerson()))!;
    const replace = (replaces: string, by = context) =>
      desk.open({ app: 'wechat', fingerprint: 'f', replaces, redirectUrl: undefined }, by);
    await replace(old.loginId, browserOf());
    expect(await old.ask()).toEqual({ is: 'pending', scanned: false });
    await replace(old.loginId);
    await replace(scanned.loginId);
    expect(await desk.scanned('wechat', old.scene, newPerson())).toBeUndefined();
    expect(await answer(ticket, true)).toBe(false);
    expect([await old.ask(), await scanned.ask()]).toEqual([{ is: 'expired' }, { is: 'expired' }]);
  });
});

describe('handles', () => {
  test('are unique and uniformly random [AC-13]', async () => {
    const ids = Array.from({ length: 10_000 }, () => services.random.token());
    const derived = ids.map((id) => desk.contextIdFor(id));
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
    const { ticket } = (await desk.scanned('wechat', scene, newPerson()))!;
    const kept = JSON.stringify(await services.database.sql.select().from(scans));
    for (const secret of [loginId, scene, ticket]) expect(kept).not.toContain(secret);
  });
});

describe('polling', () => {
  test('needs no SQL statement while pending or scanned', async () => {
    const { scene, ask } = await show();
    const { sql } = services.database;
    const often = () => Promise.all(Array.from({ length: 100 }, ask));
    expect(await countStatements(sql, often)).toBe(0);
    await desk.scanned('wechat', scene, newPerson());
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
    const { scene, ask } = await show(browserOf(), { at: without });
    expect(
      await countStatements(services.database.sql, async () => expect(await ask()).toMatchObject({ scanned: false })),
    ).toBe(1);
    await without.scanned('wechat', scene, newPerson());
    expect(await ask()).toMatchObject({ scanned: true });
  });

  test('works after the poll cache was lost, with one statement for all', async () => {
    const { question, context } = await show();
    const pollCache = createPollCache({
      redis: undefined,
      clock: services.clock,
      singleProcess: true,
      pollsPerMinute: 100_000,
    });
    const fresh = createScanSessions({ ...services, pollCache });
    const ask = () => fresh.poll(question, context.browserId);
    expect(
      await countStatements(services.database.sql, async () => expect(await ask()).toMatchObject({ is: 'pending' })),
    ).toBe(1);
    expect(await countStatements(services.database.sql, ask)).toBe(0);
  });

  test('is not affected by a read just before the phone confirms', async () => {
    const { question, context, scene, ask } = await show();
    const { ticket } = (await desk.scanned('wechat', scene, newPerson()))!;
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
    expect(await late.poll(question, context.browserId)).toMatchObject({ is: 'pending' });
    expect(await ask()).toMatchObject({ is: 'confirmed' });
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
    expect(await again.poll(shown.question, context.browserId)).toEqual({ is: 'pending', scanned: false });
    const scanned = await again.scanned('wechat', shown.scene, newPerson());
    const offered = await again.offer(scanned!.ticket, phone());
    await again.answer(offered!.scan, scanned!.ticket, phone(), { confirmed: true });
    expect(await again.poll(shown.question, context.browserId)).toMatchObject({ is: 'confirmed' });
    await after.close();
    await place.clear();
  },
  seconds(60),
);
