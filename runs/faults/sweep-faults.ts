import type { Amounts, Fault } from './fault.ts';
import type { Installation } from './installation.ts';
import { underLoad } from './kill-faults.ts';
import { atLeast, none } from './table-rows.ts';

/** Much to delete at once, as after a long time without a sweep. */
export const sweepFaults: Fault[] = [{ name: 'many expired rows', isShort: true, run: sweepMany }];

/** Two nodes sweep at the same time while people register. */
async function sweepMany(installation: Installation, { expiredRows, people, isTimed }: Amounts) {
  const { query } = installation;
  await query(`insert into audit_events (at, type, actor, details, request_id, masked_ip, device)
    select now() - interval '1 year' - n * interval '1 ms', 'signIn', 'person', '{}', '', '', ''
    from generate_series(1, ${expiredRows}) n`);
  let deleted = 0;
  let seconds = 0;
  const result = await underLoad(installation, { times: 1, seed: 6, pauses: 200, people, isTimed }, async () => {
    const start = performance.now();
    const sweeps = await Promise.all(installation.nodes.map((node) => node.command(['sweep', '--json'])));
    seconds = (performance.now() - start) / 1000;
    for (const { stdout } of sweeps) deleted += JSON.parse(stdout).deleted.audit_events ?? 0;
  });
  const [left] = await query("select count(*) from audit_events where at < now() - interval '11 months'");
  result.rows.push(atLeast('expired rows deleted', expiredRows, deleted), none('expired rows left', Number(left?.[0])));
  return { ...result, summary: `${deleted} rows in ${seconds.toFixed(1)} s; ${result.summary}` };
}
