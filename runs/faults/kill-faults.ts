import type { Fault } from './fault.ts';
import type { Installation } from './installation.ts';
import { type Load, registerDuring } from './registration-load.ts';
import { atLeast, none, recoveryBar, within } from './table-rows.ts';

/** Faults that are caused again and again while people register. The short form has those with `isShort`. */
export const killFaults: Fault[] = [
  {
    name: 'a node killed',
    isShort: true,
    run: (installation, { nodeKills, registrations, people, isTimed }) =>
      underLoad(installation, { times: nodeKills, registrations, seed: 1, pauses: 600, people, isTimed }, async (n) => {
        const node = installation.nodes[n % 2]!;
        await node.kill();
        await node.start();
      }),
  },
  {
    name: 'PostgreSQL killed',
    isShort: true,
    run: (installation, { databaseKills, people, isTimed }) =>
      underLoad(installation, { times: databaseKills, seed: 2, pauses: 2000, people, isTimed }, async () => {
        await installation.database.kill();
        await installation.database.restart();
      }),
  },
  {
    name: 'nodes restarted one by one',
    isShort: true,
    async run(installation, { restarts, people, isTimed }) {
      let unclean = 0;
      const result = await underLoad(
        installation,
        { times: restarts, seed: 3, pauses: 600, people, isTimed },
        async () => {
          for (const node of installation.nodes) {
            if ((await node.stop()) !== 0) unclean += 1;
            await node.start();
          }
        },
      );
      result.rows.push(...restartRows(result, unclean, isTimed));
      return result;
    },
  },
];

/** What restarts of nodes under `underLoad` must not do. `unclean` counts the nodes that did not end by themselves. */
export function restartRows(result: Awaited<ReturnType<typeof underLoad>>, unclean: number, isTimed: boolean) {
  const { failed, requests } = result.raw.counted;
  const failures = none(`failed requests, of ${requests}`, failed);
  return [
    // On a busy machine a connection may wait when a node closes its port, so the short form only reports it.
    isTimed ? failures : { ...failures, bar: '–', isMet: true },
    none('nodes that did not end with code 0', unclean),
  ];
}

/** Causes a fault again and again while people register. It is over when every node is ready, or as `recovered` says. */
export async function underLoad(
  installation: Installation,
  { isTimed, ...amount }: Load & { isTimed: boolean },
  cause: (n: number) => Promise<unknown>,
  recovered: () => Promise<unknown> = installation.untilReady,
) {
  const result = await registerDuring(installation, amount, async (n) => {
    await cause(n);
    const ended = performance.now();
    await recovered();
    return (performance.now() - ended) / 1000;
  });
  const { acknowledged, lost, unacknowledged, twice, half, stuck, counted, outcomes, recoveries } = result;
  return {
    raw: result,
    summary:
      `${recoveries.length} times, ${outcomes.length} people, ${acknowledged} registered; ` +
      `${counted.requests} requests, ${counted.failed} without success ${JSON.stringify(counted.failures)}, ` +
      `slowest answer ${(counted.slowest / 1000).toFixed(1)} s`,
    rows: [
      atLeast('times', amount.times, recoveries.length),
      atLeast('registrations acknowledged', amount.registrations ?? 1, acknowledged),
      none('acknowledged but not stored', lost.length),
      none('stored but not acknowledged, although the request was repeated', unacknowledged.length),
      none('stored twice', twice.length),
      none('half stored', half.length),
      none('people who could not finish with the code they had', stuck.length),
      within('until it works again', recoveryBar, Math.max(...recoveries), isTimed),
    ],
  };
}
