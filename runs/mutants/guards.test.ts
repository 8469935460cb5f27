import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { guards } from './guards.ts';

// `npm run mutants` takes each guard out and runs its test, which takes minutes.
test.each(guards)(
  'the run without a guard finds it and its test: $name',
  ({ file, guard, without, testFile, test: title }) => {
    const source = readFileSync(file, 'utf8');
    expect(source.split(guard), 'the guard stands once in its file').toHaveLength(2);
    expect(source.replace(guard, () => without)).not.toBe(source);
    expect(readFileSync(testFile, 'utf8')).toContain(title);
  },
);

test('each guard has a name of its own', () => {
  expect(new Set(guards.map(({ name }) => name)).size).toBe(guards.length);
});
