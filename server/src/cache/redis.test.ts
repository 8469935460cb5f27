import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { minutes, seconds } from '@foyer/contract/time';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '../platform/log.ts';
import { openRedis } from './redis.ts';

async function logOf(url: string, answerTimeout: number) {
  const lines: string[] = [];
  const { log } = createLog('info', { write: (line) => void lines.push(line) });
  const redis = openRedis(url, log, { answerTimeout });
  onTestFinished(redis.close);
  await vi.waitFor(() => expect(lines).not.toEqual([]), { timeout: seconds(60) });
  return lines.map((line) => JSON.parse(line) as unknown);
}

test('a Redis that refuses connections is logged at once, with address and reason', async () => {
  expect(await logOf('redis://user:secret@127.0.0.1:1', minutes(1))).toEqual([
    expect.objectContaining({ level: 'error', event: 'redisAway', server: '127.0.0.1:1', why: 'ECONNREFUSED' }),
  ]);
});

test('a Redis that accepts connections and never answers is logged', async () => {
  const silent = createServer((socket) => void socket.on('error', () => {})).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  const server = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
  expect(await logOf(`redis://${server}`, 20)).toEqual([
    expect.objectContaining({ event: 'redisAway', server, why: 'timeout' }),
  ]);
});
