import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFresh } from './support/build-if-stale.mjs';
import { runCommand } from './support/child-processes.mjs';
import { root } from './support/root.mjs';
import { withTemporaryFolder } from './support/temporary-folder.mjs';
import { withTemporaryServers } from './support/temporary-servers.mjs';
import { readPlaywrightReport, readVitestReport } from './test-reports.mjs';

const minute = 60_000;
/** Tests write a character as each one ends, and each has a shorter limit of its own. */
const stallLimitOfTests = 12 * minute;
/** Most checks write nothing until they end. */
const stallLimitOfChecks = 15 * minute;
const withoutColors = { NO_COLOR: '1', FORCE_COLOR: undefined };
const tool = (name) => join(root, 'node_modules/.bin', name);
const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/**
 * The steps of `npm test`. The steps of one stage run in parallel; the browser tests run alone because they use the
 * whole machine. `run` gets the files to test (none means all) and the paths of what the step `needs`; it returns how
 * many tests passed and failed, and the output. Without what a step `wants` it runs fewer tests.
 */
export const steps = [
  { name: 'build', stage: 1, run: build },
  { name: 'types', stage: 1, run: types },
  { name: 'lint', stage: 1, run: () => check([tool('oxlint'), '--type-aware']) },
  { name: 'format', stage: 1, run: () => check([tool('oxfmt'), '--check']) },
  { name: 'knip', stage: 1, run: () => check([tool('knip'), '--no-progress', '--no-config-hints']) },
  { name: 'unit', stage: 2, run: (files) => vitest('unit', files) },
  { name: 'service', stage: 2, run: (files) => vitest('service', files) },
  { name: 'postgres', stage: 2, needs: ['postgres', 'redis'], run: serviceOnPostgres },
  {
    name: 'deploy',
    stage: 2,
    needsBuild: true,
    needs: ['nginx', 'postgres', 'redis', 'chromium'],
    wants: ['promtool'],
    run: (files) => vitest('deploy', files),
  },
  { name: 'budget', stage: 2, needsBuild: true, run: () => check([process.execPath, 'scripts/budget.mjs']) },
  { name: 'browser', stage: 3, needsBuild: true, needs: ['chromium', 'font', 'nginx', 'postgres'], run: browser },
];

async function build() {
  return isFresh() ? { passed: 1, failed: 0, output: '' } : check([process.execPath, 'scripts/build.mjs']);
}

async function types() {
  const projects = ['.', ...workspaces].filter((folder) => existsSync(join(root, folder, 'tsconfig.json')));
  const results = [];
  for (const project of projects) results.push(await check([tool('tsc'), '-p', project]));
  const failed = results.some((result) => result.failed) ? 1 : 0;
  return { passed: 1 - failed, failed, output: results.map(({ output }) => output).join('') };
}

async function check(command) {
  const { code, output } = await runCommand(command, { env: withoutColors, stallLimit: stallLimitOfChecks });
  return code === 0 ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output };
}

function serviceOnPostgres(files, { postgres, redis }) {
  return withTemporaryServers({ postgres, redis }, (env) => vitest('service', files, env));
}

function vitest(project, files, env) {
  const command = [tool('vitest'), 'run', '--project', project, '--allowOnly=false', ...files];
  const reporters = (reportFile) => ['--reporter=dot', '--reporter=json', `--outputFile.json=${reportFile}`];
  return runTests((reportFile) => [...command, ...reporters(reportFile)], readVitestReport, env);
}

async function browser(files) {
  const command = [tool('playwright'), 'test', '--config=e2e', '--forbid-only', '--reporter=dot,json', ...files];
  return { unsteady: [], notes: [], slowest: [], ...(await runTests(() => command, readPlaywrightReport)) };
}

/** Runs tests and counts them by their JSON report. A runner that exits with an error has at least one failure. */
function runTests(command, readReport, env = {}) {
  return withTemporaryFolder(async (folder) => {
    const reportFile = join(folder, 'report.json');
    const { code, output } = await runCommand(command(reportFile), {
      env: { ...withoutColors, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile, ...env },
      stallLimit: stallLimitOfTests,
    });
    const report = readJson(reportFile);
    const counts = report ? readReport(report) : { passed: 0, failed: 1 };
    return { ...counts, failed: code === 0 ? counts.failed : Math.max(counts.failed, 1), output, isTestRun: true };
  });
}

/** A runner that was killed has written no report, or half of one. */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
