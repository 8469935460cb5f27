import { qr } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import { describe, expect, test } from 'vitest';
import { statementsOf } from '../../../test/support/count-statements.ts';
import { atOnce } from '../../../test/support/concurrently.ts';
import { houseForFile, newPlace, openTestHouse } from '../../../test/support/test-app.ts';
import { visitorOf } from '../../../test/support/test-request-context.ts';
import { createBoard } from '../../cache/poll-cache.ts';
import { scanning } from '../../platform/service-limits.ts';
import { scans } from '../../store/schema/schema.ts';
import { createScanDesk } from './scan-session.ts';

const house = await houseForFile({ env: { COUNTRY_HEADER: 'x-country', TRUSTED_PROXIES: '10.0.0.1' } });
const desk = createScanDesk(house);
type Desk = typeof desk;

let count = 0;
const somebody = () => ({ subjects: [{ provider: 'wechat.unionid', subject: `union-${(count += 1)}` }] });
const browserOf = (more = {}) => visitorOf(`browser-${(count += 1)}`, more);
const phone = (more = {}) => visitorOf('phone', { addressShown: '198.51.100.*', ...more });

async function show(
  visitor = browserOf(),
  { app = 'wechat', at = desk }: { app?: 'wechat' | 'alipay'; at?: Desk } = {},
) {
  const opened = await at.open({ app, fingerprint: 'f', replaces: undefined, redirectUrl: undefined }, visitor);
  const question = { app, loginId: opened.loginId, fingerprint: 'f', sceneId: opened.sceneId };
  return { ...opened, question, visitor, ask: () => at.ask(question, visitor.browser) };
}
const answer = async (ticket: string, confirmed: boolean, who = phone()) => {
  const shown = await desk.offer(ticket, who);
  return shown !== undefined && desk.answer(shown.scan, ticket, who, { confirmed });
};

describe('a scan', () => {
  test('waits, is scanned, is confirmed, and says so only to the browser that asked [QR-05] [D-08]', async () => {
    const { scene, ask } = await show();
    expect(await ask()).toEqual({ is: 'nothingYet', scanned: false });
    const scanned = await desk.scanned('wechat', scene, somebody());
    expect(await ask()).toEqual({ is: 'nothingYet', scanned: true });
    expect(await answer(scanned!.ticket, true)).toBe(true);
    expect(await ask()).toMatchObject({ is: 'confirmed', scan: { state: 'confirmed', elsewhere: false } });
  });

  test('that was declined stays declined [QR-16]', async () => {
    const { scene, ask } = await show();
    const scanned = await desk.scanned('wechat', scene, somebody());
    expect(await answer(scanned!.ticket, false)).toBe(true);
    expect(await answer(scanned!.ticket, true)).toBe(false);
    expect(await ask()).toEqual({ is: 'declined', app: 'wechat' });
  });

  test('that came back waits for the app, and is asked about by no other way [QP-05]', async () => {
    const { scene, visitor } = await show();
    let tell = (_: { is: 'declined' }) => {};
    let back: Promise<unknown> | undefined;
    await new Promise<void>((asked) => {
      back = desk.comeBack('wechat', scene, visitor.browser, () => {
        asked();
        return new Promise((resolve) => (tell = resolve));
      });
    });
    // Who comes again meanwhile has the same handle.
    const { preLoginId: loginId } = (await desk.comeBack('wechat', scene, visitor.browser, async () => ({
      is: 'failed',
    })))!;
    const ask = () => desk.ask({ app: 'returned', loginId }, visitor.browser);
    // From the database, then from the board.
    for (let times = 0; times < 2; times += 1) expect(await ask()).toEqual({ is: 'nothingYet', scanned: true });
    tell({ is: 'declined' });
    await back;
    expect(await ask()).toEqual({ is: 'declined', app: 'wechat' });
    expect(await desk.ask({ app: 'returned', loginId }, 'another')).toEqual({ is: 'over' });
    const { scene: other, question } = await show(visitor);
    await desk.scanned('wechat', other, somebody());
    expect(await desk.ask({ ...question, app: 'returned' }, visitor.browser)).toEqual({ is: 'over' });
  });

  test('is answered once, however many answers come at once', async () => {
    const { scene } = await show();
    const { ticket } = (await desk.scanned('wechat', scene, somebody()))!;
    const answers = await atOnce((i) => answer(ticket, i % 2 === 0));
    expect(answers.filter(Boolean)).toHaveLength(1);
  });

  test('tells the phone which site, which device, from where and when [AC-10]', async () => {
    const { scene } = await show(browserOf({ deviceLabel: 'Edge · Windows', addressShown: '192.0.2.*' }));
    const { ticket } = (await desk.scanned('wechat', scene, somebody()))!;
    expect((await desk.offer(ticket, phone()))!.offer).toEqual({
      app: 'wechat',
      site: 'localhost:3000',
      device: 'Edge · Windows',
      address: '192.0.2.*',
      at: house.clock.now(),
      elsewhere: false,
    });
  });

  test('is had by whoever scans first; the second is refused, the first may come twice [AC-10]', async () => {
    const { scene } = await show();
    const [first, second] = [somebody(), somebody()];
    const claimed = await desk.scanned('wechat', scene, first);
    expect(await desk.scanned('wechat', scene, second)).toBeUndefined();
    expect((await desk.scanned('wechat', scene, first))!.ticket).toBe(claimed!.ticket);
    await answer(claimed!.ticket, true);
    expect(await desk.scanned('wechat', scene, first)).toBeUndefined();
  });

  test('belongs to the app that it was made for', async () => {
    const { scene, question, visitor } = await show();
    expect(await desk.scanned('alipay', scene, somebody())).toBeUndefined();
    expect(await desk.ask({ ...question, app: 'alipay' }, visitor.browser)).toEqual({ is: 'over' });
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
    const { ticket } = (await desk.scanned('wechat', scene, somebody()))!;
    const who = phone({ country: phones });
    expect((await desk.offer(ticket, who))!.offer.elsewhere).toBe(elsewhere);
    await answer(ticket, true, who);
    expect(await ask()).toMatchObject({ scan: { elsewhere } });
  });
});

describe('what is unknown, foreign, expired or used is one', () => {
  test('another browser, another fingerprint, another scene, another handle [AC-13]', async () => {
    for (const how of ['waiting', 'confirmed']) {
      const { scene, sceneId, loginId, question, visitor, ask } = await show();
      const { ticket } = (await desk.scanned('wechat', scene, somebody()))!;
      if (how === 'confirmed') await answer(ticket, true);
      const other = (await show()).question;
      const over = { is: 'over' };
      expect(await desk.ask(question, browserOf().browser)).toEqual(over);
      expect(await desk.ask(question, undefined)).toEqual(over);
      expect(await desk.ask({ ...question, fingerprint: 'g' }, visitor.browser)).toEqual(over);
      expect(await desk.ask({ ...question, sceneId: other.sceneId }, visitor.browser)).toEqual(over);
      for (const handle of [scene, sceneId, ticket, other.loginId, 'x'])
        expect(await desk.ask({ ...question, loginId: handle }, visitor.browser)).toEqual(over);
      for (const handle of [loginId, scene, sceneId]) expect(await desk.offer(handle, phone())).toBeUndefined();
      expect((await ask()).is).not.toBe('over');
    }
  });

  test('a code lives 298 seconds, for who scans and who asks [QR-06] [AC-15]', async () => {
    const [early, late] = [await show(), await show()];
    house.moveClock(qr.expiresAfter - 1);
    expect(await early.ask()).toEqual({ is: 'nothingYet', scanned: false });
    const scanned = await desk.scanned('wechat', early.scene, somebody());
    expect(scanned).toBeDefined();
    house.moveClock(1);
    expect(await desk.scanned('wechat', late.scene, somebody())).toBeUndefined();
    expect(await answer(scanned!.ticket, true)).toBe(false);
    expect([await early.ask(), await late.ask()]).toEqual([{ is: 'over' }, { is: 'over' }]);
  });

  test('what was confirmed at the last moment is there to be fetched for a while', async () => {
    const { scene, ask } = await show();
    const { ticket } = (await desk.scanned('wechat', scene, somebody()))!;
    house.moveClock(qr.expiresAfter - 1);
    await answer(ticket, true);
    house.moveClock(scanning.answerLivesFor - 1);
    expect(await ask()).toMatchObject({ is: 'confirmed' });
    house.moveClock(1);
    expect(await ask()).toEqual({ is: 'over' });
  });

  test('a code that was replaced is dead, scanned or not, and only for its own browser [AC-15]', async () => {
    const visitor = browserOf();
    const [old, scanned] = [await show(visitor), await show(visitor)];
    const { ticket } = (await desk.scanned('wechat', scanned.scene, somebody()))!;
    const replace = (replaces: string, by = visitor) =>
      desk.open({ app: 'wechat', fingerprint: 'f', replaces, redirectUrl: undefined }, by);
    await replace(old.loginId, browserOf());
    expect(await old.ask()).toEqual({ is: 'nothingYet', scanned: false });
    await replace(old.loginId);
    await replace(scanned.loginId);
    expect(await desk.scanned('wechat', old.scene, somebody())).toBeUndefined();
    expect(await answer(ticket, true)).toBe(false);
    expect([await old.ask(), await scanned.ask()]).toEqual([{ is: 'over' }, { is: 'over' }]);
  });
});

describe('handles', () => {
  test('ten thousand of each are all different and evenly made [AC-13]', async () => {
    const ids = Array.from({ length: 10_000 }, () => house.chance.token());
    const derived = ids.map((id) => desk.contextIdFor(id));
    for (const made of [ids, derived]) {
      expect(new Set(made).size).toBe(10_000);
      const bits = Array.from({ length: 256 }, () => 0);
      for (const id of made) {
        const bytes = Buffer.from(id, 'base64url');
        expect(bytes).toHaveLength(32);
        for (let i = 0; i < 256; i += 1) bits[i]! += (bytes[i >> 3]! >> (i & 7)) & 1;
      }
      // Six standard deviations: one run in two million is unlucky in one of 512.
      for (const ones of bits) expect(Math.abs(ones - 5000)).toBeLessThan(300);
    }
  });

  test('none of them is kept as text', async () => {
    const { loginId, scene } = await show();
    const { ticket } = (await desk.scanned('wechat', scene, somebody()))!;
    const kept = JSON.stringify(await house.database.sql.select().from(scans));
    for (const secret of [loginId, scene, ticket]) expect(kept).not.toContain(secret);
  });
});

describe('asking', () => {
  test('costs no statement while nothing happens, waiting or scanned [issue 4]', async () => {
    const { scene, ask } = await show();
    const { sql } = house.database;
    const often = () => Promise.all(Array.from({ length: 100 }, ask));
    expect(await statementsOf(sql, often)).toBe(0);
    await desk.scanned('wechat', scene, somebody());
    expect(await statementsOf(sql, often)).toBe(0);
  });

  test('works without a board, one statement a question', async () => {
    const board = createBoard({ redis: undefined, clock: house.clock, alone: false, asksPerMinute: 100_000 });
    const without = createScanDesk({ ...house, board });
    const { scene, ask } = await show(browserOf(), { at: without });
    expect(
      await statementsOf(house.database.sql, async () => expect(await ask()).toMatchObject({ scanned: false })),
    ).toBe(1);
    await without.scanned('wechat', scene, somebody());
    expect(await ask()).toMatchObject({ scanned: true });
  });

  test('goes on when the board was lost, and costs one statement for all', async () => {
    const { question, visitor } = await show();
    const board = createBoard({ redis: undefined, clock: house.clock, alone: true, asksPerMinute: 100_000 });
    const fresh = createScanDesk({ ...house, board });
    const ask = () => fresh.ask(question, visitor.browser);
    expect(
      await statementsOf(house.database.sql, async () => expect(await ask()).toMatchObject({ is: 'nothingYet' })),
    ).toBe(1);
    expect(await statementsOf(house.database.sql, ask)).toBe(0);
  });

  test('is not misled by what was read just before the phone confirmed', async () => {
    const { question, visitor, scene, ask } = await show();
    const { ticket } = (await desk.scanned('wechat', scene, somebody()))!;
    const late = createScanDesk({
      ...house,
      board: {
        ...house.board,
        look: async () => ({ is: 'read', note: undefined }),
        async fill(...note) {
          await answer(ticket, true);
          await house.board.fill(...note);
        },
      },
    });
    expect(await late.ask(question, visitor.browser)).toMatchObject({ is: 'nothingYet' });
    expect(await ask()).toMatchObject({ is: 'confirmed' });
  });
});

test(
  'a restart between the code and the scan changes nothing',
  async () => {
    const place = await newPlace();
    const before = await openTestHouse({ env: place.env });
    const visitor = browserOf();
    const shown = await show(visitor, { at: createScanDesk(before) });
    await before.close();
    const after = await openTestHouse({ env: place.env });
    const again = createScanDesk(after);
    expect(await again.ask(shown.question, visitor.browser)).toEqual({ is: 'nothingYet', scanned: false });
    const scanned = await again.scanned('wechat', shown.scene, somebody());
    const offered = await again.offer(scanned!.ticket, phone());
    await again.answer(offered!.scan, scanned!.ticket, phone(), { confirmed: true });
    expect(await again.ask(shown.question, visitor.browser)).toMatchObject({ is: 'confirmed' });
    await after.close();
    await place.clear();
  },
  seconds(60),
);
