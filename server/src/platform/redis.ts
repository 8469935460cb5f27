import { createClient } from 'redis';
import type { Log } from './log.ts';
import { redisClient } from './service-limits.ts';

export type Redis = ReturnType<typeof openRedis>;

/** Comes up with or without Redis: who uses it knows what to do while it is away. */
export function openRedis(url: string, log: Log) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandOptions: { timeout: redisClient.answerWithin },
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
    close() {
      if (client.isOpen) client.destroy();
    },
  };
}
