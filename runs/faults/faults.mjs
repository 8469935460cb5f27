import { parseArgs } from 'node:util';
import { buildIfStale } from '../../scripts/support/build-if-stale.mjs';
import { exitOnSignals } from '../../scripts/support/child-processes.mjs';
import { root } from '../../scripts/support/root.mjs';
import { adviceFor, findOrInstall } from '../../scripts/support/system-packages.mjs';
import { withTemporaryFolder } from '../../scripts/support/temporary-folder.mjs';
import { report } from '../results.ts';
import { clockFaults } from './clock-faults.mjs';
import { databaseFaults } from './database-faults.mjs';
import { gatewayFaults } from './gateway-faults.mjs';
import { identityProviderFaults } from './identity-provider-faults.mjs';
import { startInstallation } from './installation.mjs';
import { killFaults } from './kill-faults.mjs';
import { redisFaults } from './redis-faults.mjs';
import { resourceFaults } from './resource-faults.mjs';
import { sweepFaults } from './sweep-faults.mjs';
import { upgradeFaults } from './upgrade-faults.mjs';

process.chdir(root);
exitOnSignals();
const { values, positionals } = parseArgs({
  options: { short: { type: 'boolean', default: false } },
  allowPositionals: true,
});
/** How much of each fault. The short form shows that the service survives it, and decides nothing by time. */
const amounts = values.short
  ? {
      nodeKills: 2,
      databaseKills: 1,
      restarts: 1,
      upgrades: 1,
      registrations: 1,
      terminations: 2,
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
      expiredRows: amount('FAULTS_EXPIRED_ROWS', 1_000_000),
      /** How long PostgreSQL and Redis are down, and how long each of the other faults lasts. */
      downSeconds: amount('FAULTS_DOWN_SECONDS', 60),
      seconds: amount('FAULTS_SECONDS', 15),
      people: amount('FAULTS_PEOPLE', 8),
    };

/** The sample for nginx forgets idle connections after two seconds, so a node need not wait much longer to close its port. */
const settings = values.short ? { DRAIN_SECONDS: '3' } : {};

const needed = ['nginx', 'postgres', 'redis', 'pgbouncer', 'chromium'];
const programs = await findOrInstall(needed);
const missing = needed.filter((name) => !programs[name]);
if (missing.length) {
  console.error(missing.map(adviceFor).join('\n'));
  process.exit(1);
}
await buildIfStale();

const words = positionals.join(' ');
const faults = [
  ...killFaults,
  ...databaseFaults,
  ...redisFaults,
  ...gatewayFaults,
  ...identityProviderFaults,
  ...clockFaults,
  ...resourceFaults,
  ...sweepFaults,
  ...upgradeFaults,
].filter(({ name, isShort }) => name.includes(words) && (isShort || !values.short));
/** @type {import('../results.ts').Row[]} */
const rows = [];
const raw = {};
await withTemporaryFolder(async (folder) => {
  const installation = await startInstallation(programs, folder, settings);
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
    rows.push({ number: 'the run', bar: 'complete', result: error.message, isMet: false });
  } finally {
    await installation.stop();
  }
});
await report('faults', rows, raw);
process.exit();

function amount(variable, preset) {
  return Number(process.env[variable] ?? preset);
}
