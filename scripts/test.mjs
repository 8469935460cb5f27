import { parseArgs } from 'node:util';
import { exitOnSignals } from './support/child-processes.mjs';
import { installPackages } from './support/npm-packages.mjs';
import { root } from './support/root.mjs';
import { adviceFor, findAll, findOrInstall } from './support/system-packages.mjs';
import { steps } from './test-steps.mjs';

process.chdir(root);
exitOnSignals();

const { chosen, files } = readArguments();
const nameWidth = Math.max(...steps.map(({ name }) => name.length));

const needed = [...new Set(chosen.flatMap(({ needs = [], wants = [] }) => [...needs, ...wants]))];
await Promise.all([installPackages(), findOrInstall(needed)]);
// Playwright's own Chromium can be found only after the npm packages are installed.
const found = await findAll(needed);

const results = new Map();
for (const stage of new Set(chosen.map((step) => step.stage)))
  await Promise.all(chosen.filter((step) => step.stage === stage).map(runAndPrint));
printSummary();

function readArguments() {
  const names = steps.map(({ name }) => name);
  const usage = [
    'npm test                          runs all steps',
    `npm test -- --only STEP,…         runs these steps: ${names.join(', ')}`,
    'npm test -- --only STEP FILE …    runs the tests whose path contains FILE',
  ].join('\n');
  const { values, positionals } = parseArgs({
    options: { only: { type: 'string' }, help: { type: 'boolean' } },
    strict: false,
  });
  const only = typeof values.only === 'string' ? values.only.split(',') : names;
  const unknown = only.filter((name) => !names.includes(name));
  if (values.help || unknown.length) {
    if (unknown.length) console.error(`Unknown step: ${unknown.join(', ')}`);
    console.log(usage);
    process.exit(unknown.length ? 2 : 0);
  }
  const needsBuild = steps.some((step) => step.needsBuild && only.includes(step.name));
  const isChosen = ({ name }) => only.includes(name) || (needsBuild && name === 'build');
  return { chosen: steps.filter(isChosen), files: positionals };
}

async function runAndPrint(step) {
  const start = performance.now();
  const result = await runStep(step);
  results.set(step.name, result);
  const seconds = `${((performance.now() - start) / 1000).toFixed(1)} s`.padStart(8);
  const failures = result.failed ? `, ${result.failed} failed` : '';
  const counts = result.isTestRun ? `   ${result.passed} passed${failures}` : '';
  console.log(`${result.failed ? '✗' : '✓'} ${step.name.padEnd(nameWidth)}${seconds}${counts}`);
  if (result.failed) console.log(result.output.trimEnd().replace(/^(?=.)/gm, '    '));
  for (const note of result.notes ?? []) console.log(`    ${note}`);
  if (result.slowest?.length) printSlowest(result.slowest);
}

/** A step that cannot run counts as failed, with the reason as its output. */
async function runStep(step) {
  const failure = (output) => ({ passed: 0, failed: 1, output });
  const missing = (step.needs ?? []).filter((name) => !found[name]);
  if (missing.length) return failure(missing.map(adviceFor).join('\n'));
  if (step.needsBuild && results.get('build').failed) return failure('Not run: the build failed.');
  try {
    return await step.run(files, found);
  } catch (error) {
    return failure(error.message);
  }
}

function printSlowest(slowest) {
  console.log('    Slowest files (seconds of all their tests):');
  for (const { file, seconds } of slowest) console.log(`    ${seconds.toFixed(1).padStart(6)}  ${file}`);
}

function printSummary() {
  const total = (count) => [...results.values()].reduce((sum, result) => sum + result[count], 0);
  const unsteady = results.get('browser')?.unsteady;
  if (unsteady?.length) console.log(`\n${['Unsteady (passed only on retry):', ...unsteady].join('\n    ')}`);
  console.log(unsteady ? `\n${unsteady.length} unsteady` : '');
  console.log(`${total('passed')} passed, ${total('failed')} failed`);
  process.exit(total('failed') === 0 ? 0 : 1);
}
