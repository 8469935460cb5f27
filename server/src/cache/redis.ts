import { type CommandParser, createClient, defineScript } from 'redis';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { redisClient } from '../platform/service-limits.ts';
import { traceCall } from '../platform/trace-call.ts';

/**
 * Counts a poll, then reads the cached value in the same round trip. Returns a number, the milliseconds to wait, if the
 * count exceeds the limit. Redis keeps the script: a call sends only its digest.
 */
const countAndRead = defineScript({
  NUMBER_OF_KEYS: 2,
  SCRIPT: `
    local count = redis.call('INCR', KEYS[1])
    if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
    if count > tonumber(ARGV[1]) then return math.max(1, redis.call('PTTL', KEYS[1])) end
    return redis.call('GET', KEYS[2])`,
  parseCommand(parser: CommandParser, counter: string, key: string, limit: number, window: number) {
    parser.pushKey(counter);
    parser.pushKey(key);
    parser.push(String(limit), String(window));
  },
  transformReply: (reply: number | string | null) => reply,
});

interface RedisOptions {
  answerTimeout?: number;
  metrics?: Pick<Metrics, 'redisCommand'>;
}

export type Redis = ReturnType<typeof openRedis>;

/** Returns at once, connected or not: callers handle an unavailable Redis, and the client keeps reconnecting. */
export function openRedis(
  url: string,
  log: Log,
  { answerTimeout = redisClient.maxReconnectDelay, metrics }: RedisOptions = {},
) {
  const client = createClient({
    url,
    scripts: { countAndRead },
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
  client.on('error', (error: Error) => reportAway(reasonOf(error)));
  client.on('ready', () => {
    clearTimeout(firstAnswer);
    if (away) log.warn({ event: 'redisBack' });
    away = false;
  });
  client.connect().catch(() => {});
  return {
    client,
    isReady: () => client.isReady,
    inTime: <T>(reply: Promise<T>): Promise<T> => {
      const answered = traceCall('redis', { 'db.system.name': 'redis' }, () => inTime(reply));
      if (metrics) measure(answered, metrics);
      return answered;
    },
    close() {
      clearTimeout(firstAnswer);
      if (client.isOpen) client.destroy();
    },
  };
}

function measure(answered: Promise<unknown>, metrics: Pick<Metrics, 'redisCommand'>) {
  const start = performance.now();
  const record = (succeeded: boolean) => metrics.redisCommand(succeeded, (performance.now() - start) / 1000);
  answered.then(
    () => record(true),
    () => record(false),
  );
}

/** The code of a network error, or the first word of an error of Redis, such as WRONGPASS. */
const reasonOf = (error: Error) =>
  'code' in error ? String(error.code) : (/^[A-Z]+\b/.exec(error.message)?.[0] ?? error.name);

/**
 * Rejects if Redis takes too long. The client's own time limit ends as soon as a command is sent, so it would wait
 * forever for a Redis that hangs, and it costs several times as much as the command.
 */
function inTime<T>(reply: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Redis does not answer in time')), redisClient.commandTimeout);
    reply.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
