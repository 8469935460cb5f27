import { expect, test, vi } from 'vitest';
import { eventIn } from './support/test-events.mjs';
import { collectEvents, firstLines, slowestFiles } from './test-reports.mjs';

/** What is counted after these events, and the failures that were printed at once. */
function collected(...events) {
  const failures = [];
  const { report, onEvent } = collectEvents((failure) => failures.push(failure));
  events.forEach(onEvent);
  return { ...report, failures };
}

const tests = (status, details) => ({
  event: 'test',
  file: 'a.spec.ts',
  title: 'shows the code',
  seconds: 2,
  status,
  ...details,
});

test('passed and failed tests are counted, skipped ones are not', () => {
  const events = [tests('passed'), tests('passed'), tests('skipped'), tests('failed', { error: 'no code' })];
  expect(collected(...events)).toMatchObject({
    passed: 2,
    failed: 1,
    failures: [{ name: 'a.spec.ts › shows the code', error: 'no code' }],
  });
});

test('a test that passes only on retry counts as passed and is named as unsteady, with its first error and its trace', () => {
  const passed = tests('passed', { unsteady: true, error: 'no code', traces: ['trace.zip'] });
  expect(collected(tests('retried', { error: 'no code' }), passed)).toMatchObject({
    passed: 1,
    failed: 0,
    done: 1,
    unsteady: [{ name: 'a.spec.ts › shows the code', error: 'no code', traces: ['trace.zip'] }],
    failures: [{ name: 'a.spec.ts › shows the code', error: 'no code', runsAgain: true }],
  });
});

test('an error outside of any test counts as a failure', () => {
  expect(collected({ event: 'error', file: 'a.test.ts', error: 'no such file' }, { event: 'error' })).toMatchObject({
    failed: 2,
    failures: [{ name: 'a.test.ts' }, { name: 'outside of any test' }],
  });
});

test('a runner that knows its tests is done as they end, and its files take the time of all attempts', () => {
  expect(collected({ event: 'begin', known: 3, of: 'tests' }, tests('retried'), tests('passed'))).toMatchObject({
    known: 3,
    done: 1,
    files: { 'a.spec.ts': 4 },
  });
});

test('a runner that knows its files is done as they end, and each takes the time that it tells', () => {
  const file = { event: 'file', file: 'a.spec.ts', seconds: 9 };
  expect(collected({ event: 'begin', known: 3, of: 'files' }, tests('passed'), tests('passed'), file)).toMatchObject({
    known: 3,
    done: 1,
    files: { 'a.spec.ts': 9 },
  });
});

test('a report says when only one file or test is left', () => {
  const onLastStarted = vi.fn();
  const { onEvent } = collectEvents(undefined, onLastStarted);
  [{ event: 'begin', known: 3, of: 'tests' }, tests('passed')].forEach(onEvent);
  expect(onLastStarted).not.toHaveBeenCalled();
  onEvent(tests('passed'));
  expect(onLastStarted).toHaveBeenCalled();
});

test('a note of several tests is listed once', () => {
  const noted = tests('passed', { notes: ['Not compared.'] });
  expect(collected(noted, noted).notes).toEqual(['Not compared.']);
});

test('the slowest files of all steps come first', () => {
  const reports = { unit: { files: { a: 1, b: 5 } }, lint: {}, service: { files: { b: 3 } } };
  expect(slowestFiles(reports, 2)).toEqual([
    { step: 'unit', file: 'b', seconds: 5 },
    { step: 'service', file: 'b', seconds: 3 },
  ]);
});

test('a line of output is an event only if it is all of one', () => {
  expect(eventIn('{"event":"begin","known":3}')).toEqual({ event: 'begin', known: 3 });
  expect(eventIn('{"event":"begin"')).toBeUndefined();
  expect(eventIn('{"level":30}')).toBeUndefined();
});

test('an error is shortened to its first lines that are not empty', () => {
  expect(firstLines('Error: no code\n\n  in the field\nat', 2)).toBe(
    '\n        Error: no code\n          in the field',
  );
});
