import { seconds } from '@foyer/contract/time';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { redisProxy } from '../../test/support/redis-proxy.ts';
import { testClock } from '../../test/support/test-clock.ts';
import { type PollCache, createPollCache } from './poll-cache.ts';
import { createLog } from '../platform/log.ts';
import { openRedis } from './redis.ts';
import { pollCache as limits } from '../platform/service-limits.ts';

const server = process.env['TEST_REDIS_URL'];
const { log } = createLog('silent', { write() {} });
const clock = testClock();
const soon = () => clock.now() + seconds(60);
const asksPerMinute = 8;
let count = 0;
const newKey = () => `test-${process.pid}-${(count += 1)}`;

/** Somebody new asks each time. */
async function noteOf(board: PollCache, key: string) {
  const looked = await board.get(key, newKey());
  if (looked.is !== 'read') throw new Error(`Not read but ${looked.is}`);
  return looked.note;
}

/** What the same one is told who asks so often. */
async function asks(board: PollCache, times: number, asker: string) {
  const told = [];
  for (let i = 0; i < times; i += 1) told.push((await board.get('a', asker)).is);
  return told;
}
const spent = [...Array<string>(asksPerMinute).fill('read'), 'tooOften'];

const boards: [string, () => Promise<PollCache>][] = [
  ["a process's own", async () => createPollCache({ redis: undefined, clock, alone: true, asksPerMinute })],
  ...(server ? [['the shared one', () => shared(server)] satisfies [string, () => Promise<PollCache>]] : []),
];

async function shared(url: string) {
  const redis = openRedis(url, log);
  onTestFinished(redis.close);
  await vi.waitFor(() => expect(redis.isReady()).toBe(true));
  return createPollCache({ redis, clock, alone: false, asksPerMinute });
}

describe.each(boards)('%s', (_, open) => {
  test('shows the last note that was posted', async () => {
    const [board, key] = [await open(), newKey()];
    expect(await noteOf(board, key)).toBeUndefined();
    await board.set(key, 'waiting', soon());
    await board.set(key, 'scanned', soon());
    expect(await noteOf(board, key)).toBe('scanned');
  });

  test('what was read before does not hide what was posted since', async () => {
    const [board, key] = [await open(), newKey()];
    await board.setIfAbsent(key, 'waiting', soon());
    await board.set(key, 'changed', soon());
    await board.setIfAbsent(key, 'waiting', soon());
    expect(await noteOf(board, key)).toBe('changed');
  });

  test('answers one who asks so often a minute, and no more; others are not held up [AC-13]', async () => {
    const [board, asker] = [await open(), newKey()];
    expect(await asks(board, asksPerMinute + 1, asker)).toEqual(spent);
    expect(await board.get('a', asker)).toEqual({ is: 'tooOften', retryAfter: 60 });
    expect(await asks(board, 1, newKey())).toEqual(['read']);
  });
});

describe("a process's own", () => {
  test('forgets a note in its time, and takes another then', async () => {
    const board = createPollCache({ redis: undefined, clock, alone: true, asksPerMinute });
    await board.set('a', 'waiting', clock.now() + 1);
    expect(await noteOf(board, 'a')).toBe('waiting');
    clock.move(1);
    expect(await noteOf(board, 'a')).toBeUndefined();
    await board.setIfAbsent('a', 'again', soon());
    expect(await noteOf(board, 'a')).toBe('again');
  });

  test('has an end, however many ask: the oldest make room', async () => {
    const board = createPollCache({ redis: undefined, clock, alone: true, asksPerMinute });
    for (let i = 0; i <= limits.notes; i += 1) await board.set(String(i), 'waiting', soon());
    expect(await noteOf(board, '0')).toBeUndefined();
    expect(await noteOf(board, '1')).toBe('waiting');
  });
});

test('several processes with nothing between them have none: each looks in the database', async () => {
  const board = createPollCache({ redis: undefined, clock, alone: false, asksPerMinute });
  await board.set('a', 'waiting', soon());
  await board.setIfAbsent('a', 'waiting', soon());
  expect(await noteOf(board, 'a')).toBeUndefined();
  expect(await asks(board, asksPerMinute + 1, newKey())).toEqual(spent);
});

test('without an answer of Redis there is no note and no trouble', async () => {
  const redis = openRedis('redis://127.0.0.1:1', log);
  onTestFinished(redis.close);
  const board = createPollCache({ redis, clock, alone: false, asksPerMinute });
  await board.set('a', 'waiting', soon());
  await board.setIfAbsent('a', 'waiting', soon());
  expect(await noteOf(board, 'a')).toBeUndefined();
});

test('while Redis is away each process counts who asks [AC-13]', async () => {
  const redis = openRedis('redis://127.0.0.1:1', log);
  onTestFinished(redis.close);
  const board = createPollCache({ redis, clock, alone: false, asksPerMinute });
  expect(await asks(board, asksPerMinute + 1, newKey())).toEqual(spent);
});

describe.runIf(server)('who asks in Redis', () => {
  test('is counted by all processes together, and stays counted when one starts anew [AC-13]', async () => {
    const [here, there, asker] = [await shared(server!), await shared(server!), newKey()];
    expect(await asks(here, 5, asker)).not.toContain('tooOften');
    expect(await asks(there, 3, asker)).not.toContain('tooOften');
    expect(await asks(await shared(server!), 1, asker)).toEqual(['tooOften']);
  });
});

describe.runIf(server)('when Redis was away and is back', () => {
  test('a note that could not be replaced is not believed any more, by nobody', async () => {
    const line = await redisProxy(server!);
    const [here, there, key] = [await shared(line.url), await shared(server!), newKey()];
    await here.set(key, 'waiting', soon());
    expect(await noteOf(there, key)).toBe('waiting');

    line.cut();
    await here.set(key, 'changed', soon());
    expect(await noteOf(here, key)).toBeUndefined();

    line.mend();
    await vi.waitFor(async () => expect(await noteOf(there, key)).toBeUndefined(), { timeout: seconds(20) });
    await there.setIfAbsent(key, 'waiting', soon());
    expect([await noteOf(here, key), await noteOf(there, key)]).toEqual([undefined, undefined]);
  });

  test('one that has stopped is not waited for', async () => {
    const line = await redisProxy(server!);
    const [board, key] = [await shared(line.url), newKey()];
    await board.set(key, 'waiting', soon());
    line.hold();
    expect(await noteOf(board, key)).toBeUndefined();
  });
});
