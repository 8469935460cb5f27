import { expect, test } from 'vitest';
import { readArguments, usage } from './test-arguments.mjs';

const steps = [
  { name: 'build' },
  { name: 'unit' },
  { name: 'browser', needsBuild: true },
  { name: 'engines', longForm: true, needsBuild: true },
];
const read = (line, env = {}) => {
  const { chosen, ...options } = readArguments(line.split(' ').filter(Boolean), env, steps);
  return { ...options, chosen: chosen.map(({ name }) => name) };
};

test('without arguments all steps run in the short form, in their own order', () => {
  expect(read('')).toEqual({
    form: 'short',
    chosen: ['build', 'unit', 'browser'],
    isWhole: true,
    files: [],
    changed: false,
    stress: false,
    seed: undefined,
    help: false,
  });
});

test('--all and CI=true choose the long form', () => {
  expect(read('--all').form).toBe('all');
  expect(read('', { CI: 'true' }).form).toBe('all');
  expect(read('', { CI: 'false' }).form).toBe('short');
});

test('a step of the long form runs in it, and when it is named', () => {
  expect(read('--all').chosen).toContain('engines');
  expect(read('').chosen).not.toContain('engines');
  expect(read('--only engines')).toMatchObject({ form: 'short', chosen: ['build', 'engines'] });
});

test('--only chooses steps and files, and the build if a step needs it', () => {
  expect(read('--only unit,build')).toMatchObject({ chosen: ['build', 'unit'], isWhole: false });
  expect(read('--only unit a.test.ts')).toMatchObject({ chosen: ['unit'], files: ['a.test.ts'] });
  expect(read('--only browser')).toMatchObject({ chosen: ['build', 'browser'] });
});

test('--stress chooses a new order each time, and --seed repeats one', () => {
  expect(read('--stress')).toMatchObject({ stress: true, seed: expect.any(Number), isWhole: false });
  expect(read('--stress --seed 7')).toMatchObject({ stress: true, seed: 7 });
  expect(read('--seed 7')).toMatchObject({ stress: false, seed: 7, isWhole: false });
});

test('--changed is not a whole run', () => {
  expect(read('--changed')).toMatchObject({ changed: true, isWhole: false });
});

test.each([
  ['--only units', 'Unknown step: units'],
  ['a.test.ts', 'A file needs a step'],
  ['--only unit --changed a.test.ts', '--changed chooses the files itself'],
  ['--seed zero', 'A seed is a number'],
  ['--chagned', "Unknown option '--chagned'"],
])('%s is refused', (line, message) => {
  expect(() => read(line)).toThrow(message);
});

test('the usage names every step', () => {
  expect(usage(steps)).toContain('build, unit, browser, engines');
});
