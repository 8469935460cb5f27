import { type CommandParser, createClient, defineScript } from 'redis';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { redisClient } from '../config/operations-settings.ts';
import { traceCall } from '../platform/trace-call.ts';

/** Counts under a key. Returns the milliseconds to wait if the count exceeds the limit, else 0. */
const countFunction = `
  local function count(key, limit, window)
    local counted = redis.call('INCR', key)
    if counted == 1 then redis.call('PEXPIRE', key, window) end
    if counted <= tonumber(limit) then return 0 end
    return math.max(1, redis.call('PTTL', key))
  end`;

/** Redis keeps the scripts: a call sends only the digest. */
const countCall = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: `${countFunction}
    return count(KEYS[1], ARGV[1], ARGV[2])`,
  parseCommand(parser: CommandParser, counter: string, limit: number, window: number) {
    parser.pushKey(counter);
    parser.push(String(limit), String(window));
  },
  transformReply: (reply: number) => reply,
});

interface CountedKey {
  key: string;
  limit: number;
}

/**
 * Counts a call of a client IP and its poll, then reads the cached value, all in one round trip. The first count that
 * exceeds its limit ends the script: it returns the number of the count and the milliseconds to wait.
 */
const countAndRead = defineScript({
  SCRIPT: `${countFunction}
    for i = 1, #KEYS - 1 do
      local wait = count(KEYS[i], ARGV[i + 1], ARGV[1])
      if wait > 0 then return { i, wait } end
    end
    return redis.call('GET', KEYS[#KEYS])`,
  parseCommand(parser: CommandParser, counters: readonly CountedKey[], key: string, window: number) {
    parser.push(String(counters.length + 1));
    for (const counter of counters) parser.pushKey(counter.key);
    parser.pushKey(key);
    parser.push(String(window));
    for (const { limit } of counters) parser.push(String(limit));
  },
  transformReply: (reply: [number, number] | string | null) => reply,
});

interface RedisOptions {
  answerTimeout?: number;
  commandTimeout?: number;
  metrics?: Pick<Metrics, 'redisCommand'>;
}

export type Redis = ReturnType<typeof openRedis>;

/** Returns at once, connected or not: callers handle an unavailable Redis, and the client keeps reconnecting. */
export function openRedis(
  url: string,
  log: Log,
  {
    answerTimeout = redisClient.maxReconnectDelay,
    commandTimeout = redisClient.commandTimeout,
    metrics,
  }: RedisOptions = {},
) {
  const client = createClient({
    url,
    scripts: { countCall, countAndRead },
    disableOfflineQueue: true,
    // `inTime` limits the time instead.
    commandOptions: { timeout: 0 },
    commandsQueueMaxLength: redisClient.maxPending,
    socket: {
      connectTimeout: redisClient.maxReconnectDelay,
      reconnectStrategy: (retries) => Math.min(100 * 2 ** retries, redisClient.maxReconnectDelay),
    },
  });
  let away = false;
  const reportAway = (why: string) => {
    const hint = 'start the Redis of REDIS_URL, or give another; until it answers, each process counts for itself';
    if (!away) log.error({ event: 'redisAway', server: new URL(url).host, why, hint });
    away = true;
  };
  // A server that accepts the connection and then stays silent raises no error.
  const firstAnswer = setTimeout(() => reportAway('timeout'), answerTimeout).unref();
  client.on('error', (error: Error) => reportAway(redisErrorReason(error)));
  client.on('ready', () => {
    clearTimeout(firstAnswer);
    if (away) log.warn({ event: 'redisBack' });
    away = false;
  });
  client.connect().catch(() => {});
  const inTime = createTimeLimit(commandTimeout, metrics);
  return {
    client,
    isReady: () => client.isReady,
    inTime: <T>(reply: Promise<T>): Promise<T> =>
      traceCall('redis', { 'db.system.name': 'redis' }, () => inTime(reply)),
    close() {
      clearTimeout(firstAnswer);
      if (client.isOpen) client.destroy();
    },
  };
}

/** The code of a network error, the first word of an error of Redis, such as WRONGPASS, or what the client says. */
export const redisErrorReason = (error: Error) =>
  'code' in error ? String(error.code) : (/^[A-Z]+\b/.exec(error.message)?.[0] ?? error.message);

interface PendingCommand {
  sentAt: number;
  reject(error: Error): void;
}

/**
 * Rejects if Redis takes too long. The client's own time limit ends as soon as a command is sent, so it would wait
 * forever for a Redis that hangs. One timer serves all commands: they time out in the order in which they were sent.
 */
function createTimeLimit(limit: number, metrics: RedisOptions['metrics']) {
  const pending = new Set<PendingCommand>();
  let timer: NodeJS.Timeout | undefined;

  function rejectLate() {
    timer = undefined;
    const now = performance.now();
    for (const command of pending) {
      const left = command.sentAt + limit - now;
      // A timer may fire up to a millisecond early.
      if (left >= 1) {
        timer = setTimeout(rejectLate, left);
        return;
      }
      command.reject(new Error('Redis does not answer in time'));
    }
  }

  return <T>(reply: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const settle = (succeeded: boolean) => {
        pending.delete(command);
        metrics?.redisCommand(succeeded, (performance.now() - command.sentAt) / 1000);
      };
      const command: PendingCommand = {
        sentAt: performance.now(),
        reject(error) {
          if (!pending.has(command)) return;
          settle(false);
          reject(error);
        },
      };
      pending.add(command);
      timer ??= setTimeout(rejectLate, limit);
      reply.then((value) => {
        if (!pending.has(command)) return;
        settle(true);
        resolve(value);
      }, command.reject);
    });
}
