import { availableParallelism } from 'node:os';
import { openConnections } from '../client/connection-pool.ts';
import { sendAtInterval } from '../client/load-generator.ts';
import { isPending } from '../benchmarks/open-pages.ts';
import { openPages } from '../client/qr-pages.ts';
import { median } from '../client/statistics.ts';
import { hashPassword, isDone, passwordSignIn, storePeople } from '../client/stored-people.ts';
import { withNodes } from '../client/service.ts';
import type { Amounts } from '../amounts.ts';
import type { Result } from '../../results.ts';

const maxChange = 0.05;
const pages = 3000;
const people = 2000;
/** A page polls each three seconds, and its QR code lives for five minutes: after four minutes pages are opened anew. */
const interval = 3000;
const roundsPerStep = 20;
const stepsPerOpening = 4;

/**
 * QR pages are opened and polled and people sign in, for so many minutes. The last third of the time may use 5 % more or
 * less memory than the second one; the first third is for the caches to fill.
 */
export const measureMemory = ({ memoryMinutes }: Amounts): Promise<Result> =>
  withNodes(1, async ([origin], runSql) => {
    await storePeople(runSql, { first: 1, last: people, passwordHash: await hashPassword() });
    const [pollPool, pool] = await Promise.all([openConnections(origin, 32), openConnections(origin, 32)]);
    const memory: number[] = [];
    let wrong = 0;
    let signedIn = 0;
    try {
      for (let minute = 0; minute < memoryMinutes;) {
        const requests = (await openPages(pollPool, pages)).map(({ poll }) => poll);
        for (let step = 0; step < stepsPerOpening && minute < memoryMinutes; step++, minute++) {
          const signIns = Array.from({ length: 300 * availableParallelism() }, () =>
            passwordSignIn((signedIn++ % people) + 1),
          );
          const sent = await Promise.all([
            sendAtInterval(pollPool, { requests, isCorrect: isPending, interval, rounds: roundsPerStep }),
            sendAtInterval(pool, {
              requests: signIns,
              isCorrect: isDone,
              interval: interval * roundsPerStep,
              rounds: 1,
            }),
          ]);
          wrong += sent.reduce((sum, one) => sum + one.wrong, 0);
          memory.push(await residentMemory(origin));
          console.log(`minute ${minute + 1}: ${memory.at(-1)!.toFixed(0)} MB`);
        }
      }
    } finally {
      pollPool.close();
      pool.close();
    }
    const third = Math.floor(memory.length / 3);
    const [before, after] = [median(memory.slice(third, 2 * third)), median(memory.slice(2 * third))];
    const change = after / before - 1;
    return {
      raw: { memory, wrong },
      rows: [
        {
          number: `memory of a process over ${memoryMinutes} minutes, last third against the second`,
          bar: '± 5 %',
          result: `${(change * 100).toFixed(1)} % (${before.toFixed(0)} MB, then ${after.toFixed(0)})`,
          isMet: Math.abs(change) <= maxChange,
          dependsOnMachine: true,
        },
        {
          number: 'failed requests in this time',
          bar: '0',
          result: `${wrong}`,
          isMet: wrong === 0,
          dependsOnMachine: true,
        },
      ],
    };
  });

async function residentMemory(origin: string) {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 2 ** 20;
}
