import { parseArgs } from 'node:util';
import { buildIfStale } from '../../scripts/support/build-if-stale.mjs';
import { exitOnSignals } from '../../scripts/support/child-processes.mjs';
import { root } from '../../scripts/support/root.mjs';
import { adviceFor, findOrInstall } from '../../scripts/support/system-packages.mjs';
import { withTemporaryFolder } from '../../scripts/support/temporary-folder.mjs';
import { type Row, report } from '../results.ts';
import type { Amounts, Fault } from './fault.ts';
import { clockFaults } from './clock-faults.ts';
import { databaseFaults } from './database-faults.ts';
import { gatewayFaults } from './gateway-faults.ts';
import { identityProviderFaults } from './identity-provider-faults.ts';
import { startInstallation } from './installation.ts';
import { killFaults } from './kill-faults.ts';
import { redisFaults } from './redis-faults.ts';
import { resourceFaults } from './resource-faults.ts';
import { sweepFaults } from './sweep-faults.ts';
import { upgradeFaults } from './upgrade-faults.ts';
import { webhookFaults } from './webhook-faults.ts';

process.chdir(root);
exitOnSignals();
const { values, positionals } = parseArgs({
  options: { short: { type: 'boolean', default: false } },
  allowPositionals: true,
});
/** How much of each fault. The short form shows that the service survives it, and decides nothing by time. */
const amounts: Omit<Amounts, 'isTimed'> = values.short
  ? {
      nodeKills: 2,
      databaseKills: 1,
      restarts: 1,
      upgrades: 1,
      registrations: 1,
      terminations: 2,
      webhookKills: 2,
      webhookChanges: 400,
      expiredRows: 20_000,
      downSeconds: 0,
      seconds: 0,
      people: 2,
    }
  : {
      nodeKills: amount('FAULTS_NODE_KILLS', 100),
      databaseKills: amount('FAULTS_DATABASE_KILLS', 10),
      restarts: amount('FAULTS_RESTARTS', 20),
      upgrades: amount('FAULTS_UPGRADES', 10),
      registrations: amount('FAULTS_REGISTRATIONS', 10_000),
      terminations: amount('FAULTS_TERMINATIONS', 20),
      webhookKills: amount('FAULTS_WEBHOOK_KILLS', 50),
      webhookChanges: amount('FAULTS_WEBHOOK_CHANGES', 10_000),
      expiredRows: amount('FAULTS_EXPIRED_ROWS', 1_000_000),
      downSeconds: amount('FAULTS_DOWN_SECONDS', 60),
      seconds: amount('FAULTS_SECONDS', 15),
      people: amount('FAULTS_PEOPLE', 8),
    };

/** The sample for nginx forgets idle connections after two seconds, so a node need not wait much longer to close its port. */
const settings: Record<string, string> = values.short ? { DRAIN_SECONDS: '3' } : {};

const needed = ['nginx', 'postgres', 'redis', 'pgbouncer', 'chromium'] as const;
const programs = await findOrInstall([...needed]);
const missing = needed.filter((name) => !programs[name]);
if (missing.length) {
  console.error(missing.map(adviceFor).join('\n'));
  process.exit(1);
}
const { nginx = '', postgres = '', redis = '', pgbouncer = '' } = programs;
await buildIfStale();

const words = positionals.join(' ');
const faults: Fault[] = [
  ...killFaults,
  ...webhookFaults,
  ...databaseFaults,
  ...redisFaults,
  ...gatewayFaults,
  ...identityProviderFaults,
  ...clockFaults,
  ...resourceFaults,
  ...sweepFaults,
  ...upgradeFaults,
].filter(({ name, isShort }: Fault) => name.includes(words) && (isShort || !values.short));
const rows: Row[] = [];
const raw: Record<string, unknown> = {};
await withTemporaryFolder(async (folder: string) => {
  const installation = await startInstallation({ nginx, postgres, redis, pgbouncer }, folder, settings);
  try {
    for (const { name, run } of faults) {
      const start = performance.now();
      const result = await run(installation, { ...amounts, isTimed: !values.short });
      rows.push(...result.rows.map((row) => ({ ...row, number: `${name}: ${row.number}` })));
      raw[name.replaceAll(' ', '-')] = result.raw;
      console.log(`${name} (${((performance.now() - start) / 1000).toFixed(0)} s): ${result.summary}`);
      const missed = result.rows.filter(({ isMet }) => !isMet);
      for (const row of missed) console.log(`  not met: ${row.number}: ${row.result} (${row.bar})`);
    }
  } catch (error) {
    // What follows would meet a broken installation.
    console.error(error);
    rows.push({ number: 'the run', bar: 'complete', result: String(error), isMet: false });
  } finally {
    await installation.stop();
  }
});
await report('faults', rows, raw);
process.exit();

function amount(variable: string, preset: number) {
  return Number(process.env[variable] ?? preset);
}
