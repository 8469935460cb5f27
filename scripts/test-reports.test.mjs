import { expect, test } from 'vitest';
import { readPlaywrightReport, readVitestReport } from './test-reports.mjs';

const spec = (title, status, ...durations) => ({
  title,
  tests: [{ status, results: durations.map((duration) => ({ duration })) }],
});
const passed = spec('shows the form', 'expected', 1000);
const unsteady = spec('shows the code', 'flaky', 2000, 500);
unsteady.tests[0].results[0].errors = [{ message: '\u001b[31mError\u001b[39m: no code\n\n  in the field' }];
const failed = spec('shows the error', 'unexpected', 3000, 3000);
const report = {
  stats: { expected: 1, skipped: 0, unexpected: 1, flaky: 1 },
  errors: [],
  suites: [
    { title: 'a.spec.ts', file: 'a.spec.ts', specs: [passed] },
    {
      title: 'b.spec.ts',
      file: 'b.spec.ts',
      specs: [failed],
      suites: [{ title: 'on phones', file: 'b.spec.ts', specs: [unsteady] }],
    },
  ],
};

test('a browser test that passes only on retry counts as passed and is named as unsteady, with its first error', () => {
  expect(readPlaywrightReport(report)).toMatchObject({
    passed: 2,
    failed: 1,
    unsteady: ['b.spec.ts › on phones › shows the code\n        Error: no code\n          in the field'],
  });
});

test('an error outside of any browser test counts as a failure', () => {
  expect(readPlaywrightReport({ ...report, errors: [{ message: 'no such file' }] }).failed).toBe(2);
});

test('the browser test files are listed with the time of all attempts, the slowest first', () => {
  expect(readPlaywrightReport(report).slowest).toEqual([
    { file: 'b.spec.ts', seconds: 8.5 },
    { file: 'a.spec.ts', seconds: 1 },
  ]);
});

test('a note of several browser tests is listed once', () => {
  const annotations = [
    { type: 'note', description: 'Not compared.' },
    { type: 'slow', description: 'Takes long.' },
  ];
  const noted = { title: 'compares', tests: [{ status: 'expected', results: [], annotations }] };
  const suites = [{ title: 'a.spec.ts', file: 'a.spec.ts', specs: [noted, noted] }];
  expect(readPlaywrightReport({ ...report, suites }).notes).toEqual(['Not compared.']);
});

test('a test file that cannot be loaded counts as a failure', () => {
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{ status: 'failed' }] },
  ];
  expect(readVitestReport({ numPassedTests: 7, numFailedTests: 1, testResults })).toEqual({ passed: 7, failed: 2 });
});
