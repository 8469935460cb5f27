import { stripVTControlCharacters } from 'node:util';

/** Reads Vitest's JSON report. A file that could not be loaded has no tests and counts as one failure. */
export function readVitestReport({ numPassedTests, numFailedTests, testResults }) {
  const notLoaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return { passed: numPassedTests, failed: numFailedTests + notLoaded.length };
}

/**
 * Reads Playwright's JSON report. A test that failed and then passed on retry counts as passed and is named in
 * `unsteady`, with what went wrong at first. `slowest` are the ten files whose tests took longest. `notes` are what tests say about themselves, such as
 * a comparison that this machine cannot make.
 */
export function readPlaywrightReport({ stats, errors, suites }) {
  const tests = suites.flatMap((suite) => testsOf(suite, []));
  const secondsOf = (file) => tests.filter((test) => test.file === file).reduce((sum, test) => sum + test.seconds, 0);
  const files = suites.map(({ file }) => ({ file, seconds: secondsOf(file) }));
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    unsteady: tests
      .filter(({ status }) => status === 'flaky')
      .map(({ file, title, reason }) => `${file} › ${title}${reason}`),
    notes: [...new Set(tests.flatMap(({ notes }) => notes))],
    slowest: files.sort((a, b) => b.seconds - a.seconds).slice(0, 10),
  };
}

function testsOf({ file, specs, suites = [] }, titles) {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ status, results, annotations = [] }) => ({
      file,
      title: [...titles, title].join(' › '),
      status,
      reason: reasonOf(results),
      notes: annotations.filter(({ type }) => type === 'note').map(({ description }) => description),
      seconds: results.reduce((sum, { duration }) => sum + duration / 1000, 0),
    })),
  );
  return [...own, ...suites.flatMap((suite) => testsOf({ ...suite, file }, [...titles, suite.title]))];
}

/** The first lines of the first error, without colours, indented below the name of the test. */
function reasonOf(results) {
  const message = results.flatMap(({ errors = [] }) => errors)[0]?.message ?? '';
  const lines = stripVTControlCharacters(message).split('\n').filter(Boolean).slice(0, 6);
  return lines.map((line) => `\n        ${line}`).join('');
}
