import { parseArgs } from 'node:util';
import { exitOnSignals } from './child-processes.mjs';
import { adviceFor, findAll, findOrInstall } from './system-packages.mjs';
import { installPackages } from './npm-packages.mjs';
import { root } from './root.mjs';
import { steps } from './test-steps.mjs';

process.chdir(root);
exitOnSignals();

const chosen = choose();
const width = Math.max(...steps.map(({ name }) => name.length));

const needed = [...new Set(chosen.flatMap(({ needs = [] }) => needs))];
await Promise.all([installPackages(), findOrInstall(needed)]);
const found = await findAll(needed);

const results = new Map();
for (const round of new Set(chosen.map((step) => step.round))) {
  await Promise.all(chosen.filter((step) => step.round === round).map(take));
}

const total = (what) => [...results.values()].reduce((sum, result) => sum + result[what], 0);
console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
process.exit(total('failed') === 0 ? 0 : 1);

function choose() {
  const usage = `npm test                    runs everything\nnpm test -- --only NAME,…   runs these: ${steps.map(({ name }) => name).join(', ')}`;
  const { values } = parseArgs({ options: { only: { type: 'string' }, help: { type: 'boolean' } }, strict: false });
  const names = typeof values.only === 'string' ? values.only.split(',') : steps.map(({ name }) => name);
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (values.help || unknown.length) {
    if (unknown.length) console.error(`There is no step "${unknown.join('", "')}".`);
    console.log(usage);
    process.exit(unknown.length ? 2 : 0);
  }
  const asked = steps.filter(({ name }) => names.includes(name));
  const needsBuild = asked.some(({ built }) => built);
  return steps.filter((step) => asked.includes(step) || (needsBuild && step.name === 'build'));
}

async function take(step) {
  const began = performance.now();
  const result = await outcomeOf(step);
  results.set(step.name, result);
  const seconds = `${((performance.now() - began) / 1000).toFixed(1)} s`.padStart(8);
  const tests = result.tests ? `   ${result.passed} passed${result.failed ? `, ${result.failed} failed` : ''}` : '';
  console.log(`${result.failed ? '✗' : '✓'} ${step.name.padEnd(width)}${seconds}${tests}`);
  if (result.failed) console.log(result.output.trimEnd().replace(/^(?=.)/gm, '    '));
}

/** A step that cannot run has failed, and says why. */
async function outcomeOf(step) {
  const failed = (output) => ({ passed: 0, failed: 1, output });
  const missing = (step.needs ?? []).filter((name) => !found[name]);
  if (missing.length) return failed(missing.map(adviceFor).join('\n'));
  if (step.built && results.get('build').failed) return failed('Not run: the build failed.');
  try {
    return await step.does(found);
  } catch (error) {
    return failed(error.message);
  }
}
