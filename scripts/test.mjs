import { changedFiles } from './changed-files.mjs';
import { exitOnSignals, runCommand } from './support/child-processes.mjs';
import { installPackages } from './support/npm-packages.mjs';
import { progressLines } from './support/progress-lines.mjs';
import { root } from './support/root.mjs';
import { adviceFor, findAll, findOrInstall, skippedWithout } from './support/system-packages.mjs';
import { readArguments, usage } from './test-arguments.mjs';
import { collectEvents, firstLines } from './test-reports.mjs';
import { reachedBy, steps } from './test-steps.mjs';
import { describeResult, describeTime, nameColumn, printSummary } from './test-summary.mjs';

/** A warning of Node about our own code fails the test or the service that causes it. */
const warningsAreErrors = [process.env.NODE_OPTIONS, `--import=${import.meta.resolve('./support/fail-on-warning.mjs')}`]
  .filter(Boolean)
  .join(' ');

process.chdir(root);
exitOnSignals();
const { form, files, changed, stress, seed, isWhole, chosen } = readArgumentsOrExit();
const env = { FOYER_TESTS: form, ...(form === 'all' && { NODE_OPTIONS: warningsAreErrors }) };
const startOfAll = performance.now();

const needed = [...new Set(chosen.flatMap(({ needs = [], wants = [] }) => [...needs, ...wants]))];
await Promise.all([installPackages(), findOrInstall(needed)]);
// Playwright's own Chromium can be found only after the npm packages are installed.
const found = await findAll(needed);
const changes = changed ? await changedFiles() : undefined;

/** The report of each step that has started, by name. */
const reports = {};
const failures = [];
const progress = progressLines(describeProgress);
sayWhatRuns();
if (stress) keepProcessorBusy();
await runStages();
const seconds = secondsSince(startOfAll);
const total = printSummary({ form, reports, failures, seconds, keepsTimes: isWhole });
process.exit(total.failed === 0 ? 0 : 1);

function readArgumentsOrExit() {
  try {
    const { help, ...options } = readArguments(process.argv.slice(2), process.env, steps);
    if (!help) return options;
    console.log(usage(steps));
    process.exit(0);
  } catch (error) {
    console.error(`${error.message}\n${usage(steps)}`);
    process.exit(2);
  }
}

function sayWhatRuns() {
  if (form === 'all') progress.print('Long form.');
  if (seed) progress.print(`Random order: repeat it with --seed ${seed}.`);
  if (changes) progress.print(`${changes.files.length} files differ from ${changes.comparedWith}.`);
}

/** One child for each of two cores. It ends with this process, however that ends. */
function keepProcessorBusy() {
  const burn = 'const parent = process.ppid; while (process.ppid === parent) for (let i = 0; i < 1e8; i += 1);';
  for (let core = 0; core < 2; core += 1) void runCommand([process.execPath, '-e', burn]);
}

/** The next stage starts when the last file of a stage runs, because a core is idle then. */
async function runStages() {
  const ends = [];
  for (const stage of new Set(chosen.map((step) => step.stage))) {
    const running = chosen.filter((step) => step.stage === stage).map(startStep);
    ends.push(...running.map(({ ended }) => ended));
    await Promise.all(running.map(({ lastStarted }) => lastStarted));
  }
  await Promise.all(ends);
}

function startStep(step) {
  let onLastStarted;
  const lastStarted = new Promise((resolve) => (onLastStarted = resolve));
  return { lastStarted, ended: runAndPrint(step, onLastStarted).finally(onLastStarted) };
}

async function runAndPrint(step, onLastStarted) {
  const reached = changes ? reachedBy(changes.files, step) : { files };
  if (!reached) return progress.print(`- ${nameColumn(step.name)}   not reached by the changes`);

  const { report, onEvent } = collectEvents((failure) => printFailure(step, failure), onLastStarted);
  reports[step.name] = Object.assign(report, { start: performance.now(), runner: step.runner });
  progress.start(step.name);
  const { ok, output } = await runStep(step, { ...reached, found, env, seed, onEvent });
  progress.end(step.name);
  report.seconds = secondsSince(report.start);

  const isTold = report.failed > 0;
  if (!ok && !isTold) {
    // A runner may exit with an error although no test has failed.
    report.failed = 1;
    failures.push(step.name);
  }
  // A check counts as one test.
  if (ok && !step.runner) report.passed = 1;
  progress.print(describeResult(step.name, report));
  if (!ok) progress.print(lastLines(output, isTold ? 100 : Infinity));
  for (const note of [...report.notes, ...skippedWithout(step.wants ?? [], found)]) progress.print(`    ${note}`);
}

/** A step that cannot run counts as failed, with the reason as its output. */
async function runStep(step, options) {
  const missing = (step.needs ?? []).filter((name) => !found[name]);
  if (missing.length) return { ok: false, output: missing.map(adviceFor).join('\n') };
  if (step.needsBuild && reports.build.failed) return { ok: false, output: 'Not run: the build failed.' };
  try {
    return await step.run(options);
  } catch (error) {
    return { ok: false, output: error.message };
  }
}

function printFailure(step, { name, error, runsAgain = false }) {
  if (!runsAgain) failures.push(`${step.name}: ${name}`);
  progress.print(`✗ ${nameColumn(step.name)}   ${name}${runsAgain ? ' (runs again)' : ''}${firstLines(error, 40)}`);
}

function describeProgress(name) {
  const { start, known, done, of, failed } = reports[name];
  const counts = known ? `   ${done} of ${known} ${of}${failed ? `, ${failed} failed` : ''}` : '';
  return `… ${nameColumn(name)}${describeTime(secondsSince(start))}${counts}`;
}

function lastLines(output, count) {
  const lines = output.trimEnd().split('\n').slice(-count);
  return lines.map((line) => (line ? `    ${line}` : '')).join('\n');
}

function secondsSince(start) {
  return (performance.now() - start) / 1000;
}
