import { type CommandParser, createClient, defineScript } from 'redis';
import type { Log } from '../platform/log.ts';
import { redisClient } from '../platform/service-limits.ts';

/** Tells how many milliseconds to wait when there was one call too many. A count and its end belong together. */
const counting = `
    local count = redis.call('INCR', KEYS[1])
    if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
    if count > tonumber(ARGV[1]) then return math.max(1, redis.call('PTTL', KEYS[1])) end`;

/** Counts one call; nothing to wait for is 0. Redis keeps the scripts: a call sends no more than a name. */
const countCall = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: `${counting}
    return 0`,
  parseCommand(parser: CommandParser, key: string, most: number, within: number) {
    parser.pushKey(key);
    parser.push(String(most), String(within));
  },
  transformReply: (wait: number) => wait,
});

/** Counts who asks and reads what they ask for, on one way: a number says to wait. */
const countAndRead = defineScript({
  NUMBER_OF_KEYS: 2,
  SCRIPT: `${counting}
    return redis.call('GET', KEYS[2])`,
  parseCommand(parser: CommandParser, counted: string, read: string, most: number, within: number) {
    parser.pushKey(counted);
    parser.pushKey(read);
    parser.push(String(most), String(within));
  },
  transformReply: (told: number | string | null) => told,
});

export type Redis = ReturnType<typeof openRedis>;

/** Comes up with or without Redis: who uses it knows what to do while it is away. */
export function openRedis(url: string, log: Log) {
  const client = createClient({
    url,
    scripts: { countCall, countAndRead },
    disableOfflineQueue: true,
    // None of its own: `inTime` has one that holds, for a fraction of the cost.
    commandOptions: { timeout: 0 },
    commandsQueueMaxLength: redisClient.unanswered,
    socket: {
      connectTimeout: redisClient.reconnectAfterAtMost,
      reconnectStrategy: (retries) => Math.min(100 * 2 ** retries, redisClient.reconnectAfterAtMost),
    },
  });
  let away = false;
  client.on('error', () => {
    if (!away) log.error({ event: 'redisAway' });
    away = true;
  });
  client.on('ready', () => {
    if (away) log.warn({ event: 'redisBack' });
    away = false;
  });
  client.connect().catch(() => {});
  return {
    client,
    isReady: () => client.isReady,
    inTime,
    close() {
      if (client.isOpen) client.destroy();
    },
  };
}

/**
 * Gives up on an answer that is late. The client's own limit ends as soon as a command is sent, so it would wait for ever
 * for a Redis that has stopped, and it costs several times the command.
 */
function inTime<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Redis is late')), redisClient.answerWithin);
    answer.then(
      (told) => {
        clearTimeout(timer);
        resolve(told);
      },
      (error: Error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
