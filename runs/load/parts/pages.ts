import { openConnections } from '../client/connection-pool.ts';
import { measureCalls } from '../benchmarks/calls.ts';
import { comparePolls, isPending } from '../benchmarks/open-pages.ts';
import { sendAtInterval, sendContinuously } from '../client/load-generator.ts';
import { cpuOfService } from '../client/processor-time.ts';
import { openPages } from '../client/qr-pages.ts';
import { withNodes } from '../client/service.ts';
import type { Amounts } from '../amounts.ts';
import type { Result } from '../../results.ts';

/** Milliseconds between two polls of a page, and the highest 99th percentile of the delay. */
export const interval = 3000;
export const maxDelay = 200;
const bare = 'of a bare Fastify route';

export const measurePages = ({ pages, seconds }: Amounts): Promise<Result> =>
  withNodes(1, async ([origin]) => {
    const { polls, bareRoute, sustained } = await comparePolls(origin, {
      pageCount: pages,
      duration: seconds * 1000,
      rounds: 2,
    });
    const ratio = polls.perSecond / bareRoute.perSecond;
    return {
      raw: { polls, bareRoute, sustained },
      rows: [
        {
          number: 'open QR pages on one process',
          bar: `${pages}, p99 ≤ ${maxDelay} ms, 0 errors`,
          result: sustained.pages ? `${sustained.pages}, ${sustained.delays}` : sustained.delays,
          isMet: sustained.pages >= pages,
          dependsOnMachine: true,
        },
        { number: 'wrong answers to QR polls', bar: '0', result: `${polls.wrong}`, isMet: polls.wrong === 0 },
        {
          number: `QR polls, ${bare}`,
          bar: '≥ 0.5',
          result: `${ratio.toFixed(2)} (${polls.perSecond.toFixed(0)} a second, ${polls.cpu.toFixed(0)} µs each)`,
          isMet: ratio >= 0.5,
          dependsOnMachine: true,
        },
      ],
    };
  });

/** Each page polls now one process, now the other. */
export const measurePagesOnTwo = ({ pagesOnTwo, polls, seconds }: Amounts): Promise<Result> =>
  withNodes(2, async (origins) => {
    const pools = await Promise.all(origins.map((origin) => openConnections(origin, 64)));
    let turn = 0;
    const both = {
      send: (...args: Parameters<(typeof pools)[number]['send']>) => pools[turn++ % pools.length]!.send(...args),
    };
    try {
      const requests = (await openPages(both, pagesOnTwo)).map(({ poll }) => poll);
      const isCorrect = isPending;
      const peak = await sendContinuously(both, { requests, isCorrect, concurrency: 128, duration: seconds * 300 });
      const cpu = () => Promise.all(origins.map(cpuOfService));
      const before = await cpu();
      const sent = await sendAtInterval(both, { requests, isCorrect, interval, rounds: polls });
      const used = (await cpu()).map((after, i) => after - before[i]!);
      const cpuEach = used.reduce((sum, one) => sum + one, 0) / sent.received;
      const needed = (pagesOnTwo * cpuEach) / (interval * 1000);
      const delays = `p50 ${sent.p50.toFixed(0)}, p99 ${sent.p99.toFixed(0)} ms`;
      const reason = `; they need ${needed.toFixed(1)} cores for the nodes alone, and this machine reaches ${peak.perSecond.toFixed(0)} polls a second of ${Math.round(pagesOnTwo / 3)}`;
      const isMet = sent.p99 <= maxDelay;
      return {
        raw: { ...sent, peakPerSecond: peak.perSecond, cpuEach },
        rows: [
          {
            number: 'open QR pages on two processes',
            bar: `${pagesOnTwo}, p99 ≤ ${maxDelay} ms, 0 errors`,
            result: `${delays}${isMet ? '' : reason}`,
            isMet,
            dependsOnMachine: true,
          },
          {
            number: 'wrong answers to QR polls on two processes',
            bar: '0',
            result: `${sent.wrong + peak.wrong}`,
            isMet: sent.wrong + peak.wrong === 0,
          },
        ],
      };
    } finally {
      for (const pool of pools) pool.close();
    }
  });

export async function measureCheapestCall(): Promise<Result> {
  const [measured] = await measureCalls();
  const { value, baselineValue } = measured;
  const ratio = value / baselineValue;
  return {
    raw: { value, baselineValue },
    rows: [
      {
        number: `cheapest call, ${bare}`,
        bar: '≥ 0.5',
        result: `${ratio.toFixed(2)} (${value.toFixed(0)} a second)`,
        isMet: ratio >= 0.5,
        dependsOnMachine: true,
      },
    ],
  };
}
