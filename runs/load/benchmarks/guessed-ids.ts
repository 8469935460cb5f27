import { randomBytes } from 'node:crypto';
import { type Pool, openConnections } from '../client/connection-pool.ts';
import type { Comparison } from './benchmark.ts';
import { openPages } from '../client/qr-pages.ts';
import { withServiceOnServers } from '../client/service.ts';

const guesses = Number(process.env.BENCH_GUESSES ?? 100_000);
const pageCount = 1000;
const concurrency = 64;
/** The rate limits are a separate protection and would stop the guesses. */
const withoutLimits = { CALLS_PER_MINUTE: '1000000', SCAN_POLLS_PER_MINUTE: '1000000' };

/** Counts guessed `loginId`s that read a scan, polled by browsers with QR codes of their own while 1000 codes are open. */
export const measureGuessedIds = () =>
  withServiceOnServers(async (origin): Promise<Comparison[]> => {
    const pool = await openConnections(origin, concurrency);
    try {
      const value = await successfulGuesses(pool);
      return [{ name: 'guessed ids that read a scan', value, baseline: 'guesses', baselineValue: guesses, unit: '' }];
    } finally {
      pool.close();
    }
  }, withoutLimits);

async function successfulGuesses(pool: Pool) {
  const pages = await openPages(pool, pageCount);
  let sent = 0;
  let received = 0;
  let successful = 0;
  return new Promise<number>((resolve, reject) => {
    const sendNext = () => {
      if (sent === guesses) return;
      const { pollWith } = pages[sent++ % pageCount]!;
      pool.send(pollWith(randomBytes(32).toString('base64url')), onResponse);
    };
    function onResponse(response: string) {
      if (/"code":(0|400),/.test(response)) successful += 1;
      else if (!response.includes('"code":10000024,')) reject(new Error(`Unexpected response to a guess: ${response}`));
      if (++received === guesses) resolve(successful);
      sendNext();
    }
    for (let n = 0; n < concurrency; n++) sendNext();
  });
}
