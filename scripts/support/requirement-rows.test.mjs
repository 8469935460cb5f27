import { expect, test } from 'vitest';
import { requiredRows, rowsInTitles } from './requirement-rows.mjs';

test('the requirements are the first cells of the tables, by group', () => {
  const text = '| LF-01 | one |\n| LF-02 | like LF-09 |\n| CS-01 | three |\nSee LF-03.';
  expect([...requiredRows(text)]).toEqual([
    ['LF', ['LF-01', 'LF-02']],
    ['CS', ['CS-01']],
  ]);
});

test.each([
  ['a title', `test('opens [LF-01, LF-02]', () => {});`, ['LF-01', 'LF-02']],
  ['a group', `describe('the tabs [LF-01]', () => {});`, ['LF-01']],
  ['a step', 'test("a", () => test.step(`opens ${it} [LF-01]`, act));', ['LF-01']],
  ['a table', `test.each([['a lock [LF-05]', 1]])('after %s [LF-06]', act);`, ['LF-06', 'LF-05']],
  ['a branch of the short form', `if (isShortForm) test('a [LF-01]'); else test('b [LF-02]');`, ['LF-01']],
  ['any other condition', `if (isPhone) test('a [LF-01]'); else test('b [LF-02]');`, ['LF-01', 'LF-02']],
])('%s names rows', (_, source, rows) => {
  expect(rowsInTitles(source, 'a.test.ts')).toEqual(rows);
});

test.each([
  ['a comment', `// test('opens [LF-01]')`],
  ...['skip', 'todo', 'fixme'].map((mark) => [`a test that is marked ${mark}`, `test.${mark}('opens [LF-01]', act);`]),
  ['another call', `log('opens [LF-01]');`],
  ['a test of the long form', `if (!isShortForm) { test('opens [LF-01]', act); }`],
  ['a choice of the long form', `const all = isShortForm ? [] : states.map(() => test('opens [LF-01]', act));`],
])('%s names no row', (_, source) => {
  expect(rowsInTitles(source, 'a.test.ts')).toEqual([]);
});
