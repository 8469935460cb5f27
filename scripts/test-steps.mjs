import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './child-processes.mjs';
import { isFresh } from './build-if-stale.mjs';
import { withTemporaryServers } from './temporary-servers.mjs';
import { root } from './root.mjs';
import { withTemporaryFolder } from './temporary-folder.mjs';

const minute = 60_000;
const plain = { NO_COLOR: '1', FORCE_COLOR: undefined };
const tool = (name) => join(root, 'node_modules/.bin', name);
const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/**
 * Everything `npm test` can do, in its order. Steps of one round runCommand side by side; browsers have the
 * machine to themselves. A step answers with how many passed and failed, and what it printed.
 */
export const steps = [
  { name: 'build', round: 1, does: build },
  { name: 'types', round: 1, does: types },
  { name: 'lint', round: 1, does: () => check([tool('oxlint'), '--type-aware']) },
  { name: 'format', round: 1, does: () => check([tool('oxfmt'), '--check']) },
  { name: 'knip', round: 1, does: () => check([tool('knip'), '--no-progress', '--no-config-hints']) },
  { name: 'unit', round: 2, does: () => vitest('unit') },
  { name: 'service', round: 2, does: () => vitest('service') },
  { name: 'postgres', round: 2, needs: ['postgres', 'redis'], does: onRealServers },
  { name: 'budget', round: 2, built: true, does: () => check([process.execPath, 'scripts/budget.mjs']) },
  { name: 'browser', round: 3, built: true, needs: ['chromium', 'font'], does: browser },
];

async function build() {
  return isFresh() ? { passed: 1, failed: 0, output: '' } : check([process.execPath, 'scripts/build.mjs']);
}

async function types() {
  const results = [];
  const rooms = ['.', ...workspaces].filter((room) => existsSync(join(root, room, 'tsconfig.json')));
  for (const room of rooms) results.push(await runCommand([tool('tsc'), '-p', room], { env: plain }));
  const code = results.every((result) => result.code === 0) ? 0 : 1;
  return asCheck({ code, output: results.map(({ output }) => output).join('') });
}

function onRealServers(found) {
  return withTemporaryServers(found, (addresses) => vitest('service', addresses));
}

async function check(command) {
  return asCheck(await runCommand(command, { env: plain, stallLimit: 15 * minute }));
}

const asCheck = ({ code, output }) =>
  code === 0 ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output };

async function vitest(project, env = {}) {
  const base = [
    tool('vitest'),
    'runCommand',
    '--project',
    project,
    '--allowOnly=false',
    '--reporter=dot',
    '--reporter=json',
  ];
  const command = (report) => [...base, `--outputFile.json=${report}`];
  return counted(command, env, ({ numPassedTests, numFailedTests, testResults }) => {
    const unread = testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && !assertionResults.length,
    );
    return { passed: numPassedTests, failed: numFailedTests + unread.length };
  });
}

function browser({ chromium }) {
  const command = () => [tool('playwright'), 'test', '--config=e2e', '--forbid-only'];
  return counted(command, { CHROMIUM_PATH: chromium }, ({ stats, errors }) => {
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
  });
}

/** Runs tests and reads how many passed from their report. A runCommand that ends badly is never without a failure. */
function counted(command, env, count) {
  return withTemporaryFolder(async (folder) => {
    const report = join(folder, 'report.json');
    const { code, output } = await runCommand(command(report), {
      env: { ...plain, PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...env },
      stallLimit: 5 * minute,
    });
    const { passed, failed } = read(report, count) ?? { passed: 0, failed: 1 };
    return { passed, failed: code === 0 ? failed : Math.max(failed, 1), output, tests: true };
  });
}

function read(report, count) {
  try {
    return count(JSON.parse(readFileSync(report, 'utf8')));
  } catch {
    return undefined;
  }
}
