import { fromRoot, passOn, tell, withoutColours } from './test-events.mjs';

/** A reporter of Playwright that tells `npm test` what happens. */
export default class PlaywrightEvents {
  onBegin(_config, suite) {
    tell('begin', { known: suite.allTests().length, of: 'tests' });
  }

  onTestEnd(test, result) {
    const file = fileOf(test);
    const notes = test.annotations.filter(({ type }) => type === 'note').map(({ description }) => description);
    tell('test', {
      file,
      title: titleOf(test),
      seconds: result.duration / 1000,
      notes,
      ...outcomeOf(test, result),
    });
  }

  onError(error) {
    tell('error', { error: describe(error) });
  }

  onStdOut(chunk) {
    passOn(chunk);
  }

  onStdErr(chunk) {
    passOn(chunk);
  }

  printsToStdio() {
    return true;
  }
}

function outcomeOf(test, result) {
  const error = result.errors.map(describe).join('\n');
  if (result.status === 'skipped') return { status: 'skipped' };
  if (result.status !== test.expectedStatus) {
    const runsAgain = result.retry < test.retries && result.status !== 'interrupted';
    return { status: runsAgain ? 'retried' : 'failed', error };
  }
  if (test.outcome() !== 'flaky') return { status: 'passed' };
  const attachments = test.results.flatMap((attempt) => attempt.attachments);
  const traces = attachments.filter(({ name, path }) => name === 'trace' && path).map(({ path }) => fromRoot(path));
  const [first] = test.results.flatMap(({ errors }) => errors);
  return { status: 'passed', unsteady: true, error: first ? describe(first) : '', traces };
}

/** The file that was loaded. A test may be declared in a function of another one. */
function fileOf(test) {
  let suite = test.parent;
  while (suite.type !== 'file') suite = suite.parent;
  return fromRoot(suite.location.file);
}

/** The path of titles without the root and the file. Most configurations have one project, without a name. */
function titleOf(test) {
  const [, project, , ...titles] = test.titlePath();
  return [project, ...titles].filter(Boolean).join(' › ');
}

function describe({ message, value, snippet, location }) {
  const place = location && `    at ${fromRoot(location.file)}:${location.line}:${location.column}`;
  return withoutColours([message ?? value, snippet, place].filter(Boolean).join('\n'));
}
