import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { testsReachedBy } from './changed-files.mjs';
import { isFresh } from './support/build-if-stale.mjs';
import { runCommand } from './support/child-processes.mjs';
import { root } from './support/root.mjs';
import { withTemporaryServers } from './support/temporary-servers.mjs';
import { eventIn } from './support/test-events.mjs';

const minute = 60_000;
/** Test runners tell as each test ends, and each test has a shorter limit of its own. */
const stallLimitOfTests = 12 * minute;
/** Most checks write nothing until they end. */
const stallLimitOfChecks = 15 * minute;
const withoutColors = { NO_COLOR: '1', FORCE_COLOR: undefined };
const tool = (name) => join(root, 'node_modules/.bin', name);
const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const ofService = { folders: ['contract', 'sandbox', 'server'], tests: 'server' };
const ofDeployment = { folders: ['deploy', 'scripts', 'runs', 'server/src/config', 'server/src/cli'], tests: 'deploy' };
const ofScreens = { folders: ['contract', 'web', 'e2e'], tests: 'e2e/screens' };
const ofGallery = { ...ofScreens, tests: 'e2e/gallery/specs' };
const ofPage = { folders: ['contract', 'sandbox', 'server', 'web', 'e2e'], tests: 'e2e/specs' };

/**
 * The steps of `npm test`. The steps of one stage run in parallel. Each step of tests has a stage of its own, because its
 * workers use the whole machine: several at once would only load their modules at the same time. `run` gets
 * the `files` to test (none means all), the paths of what the step `needs` as `found`, the variables of the form as `env`,
 * and `onEvent` for the events of its tests; it returns whether it succeeded, and its other output. Without what a step
 * `wants` it runs fewer tests. `reach` says which changes reach which tests. A step with `longForm` is part of the long form
 * only, or runs when it is named.
 */
export const steps = [
  { name: 'build', stage: 1, run: build },
  { name: 'types', stage: 1, run: types },
  { name: 'lint', stage: 1, run: check(tool('oxlint'), '--type-aware') },
  { name: 'format', stage: 1, run: check(tool('oxfmt'), '--check') },
  { name: 'knip', stage: 1, run: check(tool('knip'), '--no-progress', '--no-config-hints') },
  { name: 'rows', stage: 1, run: check(process.execPath, 'scripts/rows.mjs') },
  { name: 'budget', stage: 2, needsBuild: true, run: check(process.execPath, 'scripts/budget.mjs') },
  { name: 'floor', stage: 2, needsBuild: true, run: check(process.execPath, 'scripts/browser-floor.mjs') },
  { name: 'unit', stage: 2, runner: 'vitest', run: vitest('unit') },
  {
    name: 'service',
    stage: 3,
    runner: 'vitest',
    needs: ['postgres', 'redis'],
    wants: ['pgbouncer', 'apache', 'django'],
    reach: ofService,
    run: onServers,
  },
  { name: 'embedded', stage: 4, runner: 'vitest', reach: ofService, run: onEmbeddedDatabase },
  {
    name: 'deploy',
    stage: 5,
    runner: 'vitest',
    needs: ['nginx', 'postgres', 'redis', 'pgbouncer', 'chromium'],
    wants: ['promtool', 'systemd'],
    needsBuild: true,
    reach: ofDeployment,
    run: vitest('deploy'),
  },
  {
    name: 'screen',
    stage: 6,
    runner: 'playwright',
    needs: ['chromium', 'font'],
    needsBuild: true,
    reach: ofScreens,
    run: playwright('e2e/screens'),
  },
  {
    name: 'gallery',
    stage: 7,
    runner: 'playwright',
    needs: ['chromium'],
    needsBuild: true,
    reach: ofGallery,
    run: playwright('e2e/gallery'),
  },
  {
    name: 'browser',
    stage: 8,
    runner: 'playwright',
    needs: ['chromium', 'font', 'nginx', 'postgres'],
    needsBuild: true,
    reach: ofPage,
    run: playwright('e2e'),
  },
  {
    name: 'engines',
    stage: 9,
    longForm: true,
    runner: 'playwright',
    needs: ['chromium', 'firefox', 'webkit', 'xvfb', 'font', 'postgres'],
    needsBuild: true,
    reach: { ...ofPage, tests: 'e2e/engines' },
    run: playwright('e2e/engines'),
  },
];

/**
 * How a step runs only what changed files reach: the arguments of its run, or undefined if they reach none of its tests.
 * Checks run whole. The unit tests know what they import; the other tests start the whole service.
 */
export function reachedBy(changed, { runner, reach }) {
  if (!runner) return { files: [] };
  // Tests that read files of the whole repository are not reached by imports.
  if (!reach)
    return { files: ['architecture.test.ts', 'readme.test.ts', ...changed].filter(existsSync), related: true };
  const testFiles = readdirSync(join(root, reach.tests), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(test|spec)\.\w+$/.test(path) && !path.includes('node_modules'))
    .map((path) => `${reach.tests}/${path}`);
  const files = testsReachedBy(changed, { folders: reach.folders, testFiles });
  if (!files.length) return undefined;
  return { files: files.length === testFiles.length ? [] : files, mayBeEmpty: true };
}

async function build() {
  return isFresh() ? { ok: true, output: '' } : check(process.execPath, 'scripts/build.mjs')();
}

/** The compiler is written in Go: it collects its garbage less often, which saves a quarter of its time. */
const moreMemory = { GOGC: '400' };

async function types() {
  const projects = ['.', ...workspaces, 'runs', 'scripts'].filter((folder) =>
    existsSync(join(root, folder, 'tsconfig.json')),
  );
  const results = [];
  // By default four checkers share a project, and each of them checks what they all need: twice the work on two cores.
  for (const project of [...projects, 'tsconfig.tools.json'])
    results.push(await run([tool('tsc'), '-p', project, '--checkers', '1'], moreMemory));
  return { ok: results.every(({ ok }) => ok), output: results.map(({ output }) => output).join('') };
}

function check(...command) {
  return () => run(command);
}

async function run(command, env = {}) {
  const options = { env: { ...withoutColors, ...env }, stallLimit: stallLimitOfChecks };
  const { code, output } = await runCommand(command, options);
  return { ok: code === 0, output };
}

/** @param {StepOptions & { found: { postgres: string, redis: string } }} given */
function onServers({ env, found, ...options }) {
  return withTemporaryServers(found, (urls) => vitest('service')({ ...options, env: { ...env, ...urls } }));
}

/** @param {StepOptions} given */
function onEmbeddedDatabase({ env, ...options }) {
  const isNamed = options.files.length && !options.mayBeEmpty;
  // A file that is named runs in the short form too.
  const form = isNamed ? { FOYER_TESTS: undefined } : {};
  return vitest('service')({
    ...options,
    env: { ...env, ...form, TEST_DATABASE_URL: undefined, TEST_REDIS_URL: undefined },
  });
}

/**
 * What a step gets.
 * @typedef {{ files: string[], related?: boolean, mayBeEmpty?: boolean, seed?: number, env: NodeJS.ProcessEnv,
 *   onEvent: (event: object) => void }} StepOptions
 */

function vitest(project) {
  return (/** @type {StepOptions} */ { files, related, mayBeEmpty, seed, env, onEvent }) => {
    const command = [tool('vitest'), ...(related ? ['related', '--run'] : ['run']), '--project', project];
    const reporter = '--reporter=./scripts/support/vitest-events.mjs';
    const order = seed ? ['--sequence.shuffle', `--sequence.seed=${seed}`] : [];
    const empty = mayBeEmpty ? ['--passWithNoTests'] : [];
    return runTests([...command, reporter, '--allowOnly=false', ...order, ...empty, ...files], onEvent, env);
  };
}

function playwright(config) {
  return ({ files, mayBeEmpty, seed, env, onEvent }) => {
    const command = [tool('playwright'), 'test', `--config=${config}`, '--forbid-only'];
    const reporter = `--reporter=${join(root, 'scripts/support/playwright-events.mjs')}`;
    // Each step keeps its traces and pictures: Playwright empties the folder first.
    const output = `--output=${join(root, 'test-results', basename(config))}`;
    const order = seed ? [`--shuffle=${seed}`] : [];
    const empty = mayBeEmpty ? ['--pass-with-no-tests'] : [];
    // Playwright always asks its workers for colours, and Node warns if NO_COLOR is set as well.
    return runTests([...command, reporter, output, ...order, ...empty, ...files], onEvent, {
      ...env,
      NO_COLOR: undefined,
    });
  };
}

async function runTests(command, onEvent, env) {
  const takeLine = (line) => {
    const event = eventIn(line);
    if (event) onEvent(event);
    return Boolean(event);
  };
  const options = { env: { ...withoutColors, ...env }, stallLimit: stallLimitOfTests, takeLine };
  const { code, output } = await runCommand(command, options);
  return { ok: code === 0, output };
}
