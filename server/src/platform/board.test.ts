import { seconds } from '@foyer/contract/time';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { lineToRedis } from '../../test/redis-line.ts';
import { testClock } from '../../test/test-clock.ts';
import { type Board, createBoard } from './board.ts';
import { createLog } from './log.ts';
import { openRedis } from './redis.ts';
import { board as limits } from './service-limits.ts';

const server = process.env['TEST_REDIS_URL'];
const { log } = createLog('silent', { write() {} });
const clock = testClock();
const soon = () => clock.now() + seconds(60);
let count = 0;
const newKey = () => `test-${process.pid}-${(count += 1)}`;

const boards: [string, () => Promise<Board>][] = [
  ["a process's own", async () => createBoard({ redis: undefined, clock, alone: true })],
  ...(server ? [['the shared one', () => shared(server)] satisfies [string, () => Promise<Board>]] : []),
];

async function shared(url: string) {
  const redis = openRedis(url, log);
  onTestFinished(redis.close);
  await vi.waitFor(() => expect(redis.isReady()).toBe(true));
  return createBoard({ redis, clock, alone: false });
}

describe.each(boards)('%s', (_, open) => {
  test('shows the last note that was posted', async () => {
    const [board, key] = [await open(), newKey()];
    expect(await board.look(key)).toBeUndefined();
    await board.post(key, 'waiting', soon());
    await board.post(key, 'scanned', soon());
    expect(await board.look(key)).toBe('scanned');
  });

  test('what was read before does not hide what was posted since', async () => {
    const [board, key] = [await open(), newKey()];
    await board.fill(key, 'waiting', soon());
    await board.post(key, 'changed', soon());
    await board.fill(key, 'waiting', soon());
    expect(await board.look(key)).toBe('changed');
  });
});

describe("a process's own", () => {
  test('forgets a note in its time, and takes another then', async () => {
    const board = createBoard({ redis: undefined, clock, alone: true });
    await board.post('a', 'waiting', clock.now() + 1);
    expect(await board.look('a')).toBe('waiting');
    clock.move(1);
    expect(await board.look('a')).toBeUndefined();
    await board.fill('a', 'again', soon());
    expect(await board.look('a')).toBe('again');
  });

  test('has an end, however many ask: the oldest make room', async () => {
    const board = createBoard({ redis: undefined, clock, alone: true });
    for (let i = 0; i <= limits.notes; i += 1) await board.post(String(i), 'waiting', soon());
    expect(await board.look('0')).toBeUndefined();
    expect(await board.look('1')).toBe('waiting');
  });
});

test('several processes with nothing between them have none: each looks in the database', async () => {
  const board = createBoard({ redis: undefined, clock, alone: false });
  await board.post('a', 'waiting', soon());
  await board.fill('a', 'waiting', soon());
  expect(await board.look('a')).toBeUndefined();
});

test('without an answer of Redis there is no note and no trouble', async () => {
  const redis = openRedis('redis://127.0.0.1:1', log);
  onTestFinished(redis.close);
  const board = createBoard({ redis, clock, alone: false });
  await board.post('a', 'waiting', soon());
  await board.fill('a', 'waiting', soon());
  expect(await board.look('a')).toBeUndefined();
});

describe.runIf(server)('when Redis was away and is back', () => {
  test('a note that could not be replaced is not believed any more, by nobody', async () => {
    const line = await lineToRedis(server!);
    const [here, there, key] = [await shared(line.url), await shared(server!), newKey()];
    await here.post(key, 'waiting', soon());
    expect(await there.look(key)).toBe('waiting');

    line.cut();
    await here.post(key, 'changed', soon());
    expect(await here.look(key)).toBeUndefined();

    line.mend();
    await vi.waitFor(async () => expect(await there.look(key)).toBeUndefined(), { timeout: seconds(20) });
    await there.fill(key, 'waiting', soon());
    expect([await here.look(key), await there.look(key)]).toEqual([undefined, undefined]);
  });

  test('one that has stopped is not waited for', async () => {
    const line = await lineToRedis(server!);
    const [board, key] = [await shared(line.url), newKey()];
    await board.post(key, 'waiting', soon());
    line.hold();
    expect(await board.look(key)).toBeUndefined();
  });
});
