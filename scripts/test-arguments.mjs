import { parseArgs } from 'node:util';

/** @satisfies {import('node:util').ParseArgsConfig['options']} */
const options = {
  all: { type: 'boolean' },
  changed: { type: 'boolean' },
  stress: { type: 'boolean' },
  seed: { type: 'string' },
  only: { type: 'string' },
  help: { type: 'boolean' },
};

/** What the arguments of `npm test` choose. Throws what is wrong with them. */
export function readArguments(args, env, steps) {
  const { values, positionals: files } = parseArgs({ args, options, allowPositionals: true });
  const names = steps.map(({ name }) => name);
  const form = values.all || env.CI === 'true' ? 'all' : 'short';
  const ofForm = steps.filter(({ longForm }) => form === 'all' || !longForm).map(({ name }) => name);
  const only = values.only?.split(',') ?? ofForm;
  const unknown = only.filter((name) => !names.includes(name));
  if (unknown.length) throw new Error(`Unknown step: ${unknown.join(', ')}`);
  if (files.length && !values.only) throw new Error('A file needs a step: --only STEP FILE');
  if (files.length && values.changed) throw new Error('--changed chooses the files itself.');
  if (values.seed !== undefined && !(Number(values.seed) > 0)) throw new Error('A seed is a number above zero.');
  const seed = values.seed ? Number(values.seed) : values.stress ? randomSeed() : undefined;

  const needsBuild = steps.some((step) => step.needsBuild && only.includes(step.name));
  const isChosen = ({ name }) => only.includes(name) || (needsBuild && name === 'build');
  const { changed = false, stress = false, help = false } = values;
  return {
    form,
    chosen: steps.filter(isChosen),
    isWhole: !values.only && !changed && !seed,
    files,
    changed,
    stress,
    seed,
    help,
  };
}

export const usage = (steps) => `npm test                          runs all steps in their short form
npm test -- --all                 runs all steps in their long form, as CI=true does
npm test -- --changed             runs the checks, and the tests that the changed files reach
npm test -- --stress              runs in random order while the processor is kept busy
npm test -- --seed NUMBER         runs in the random order of this seed; also with --stress
npm test -- --only STEP,…         runs these steps: ${steps.map(({ name }) => name).join(', ')}
npm test -- --only STEP FILE …    runs the tests whose path contains FILE`;

const randomSeed = () => 1 + Math.floor(Math.random() * 999_999);
