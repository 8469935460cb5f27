/**
 * Counts what the events of one step tell. `onFailure` gets each failed test at once. `onLastStarted` is called when only
 * one file or test is left.
 * @param {(failure: { name: string, error: string, runsAgain?: boolean }) => unknown} [onFailure]
 * @param {() => void} [onLastStarted]
 */
export function collectEvents(onFailure = () => {}, onLastStarted = () => {}) {
  const notes = /** @type {string[]} */ ([]);
  const report = { known: 0, of: 'tests', done: 0, passed: 0, failed: 0, unsteady: [], notes, files: {} };

  function fail({ file, title = '', error = '' }) {
    report.failed += 1;
    onFailure({ name: nameOf({ file, title }), error });
  }

  const on = {
    begin({ known, of }) {
      report.known += known;
      report.of = of;
    },
    test(test) {
      const { file, seconds, status, unsteady, error = '', traces = [] } = test;
      if (report.of === 'tests') {
        report.files[file] = (report.files[file] ?? 0) + seconds;
        if (status !== 'retried') report.done += 1;
      }
      if (status === 'passed') report.passed += 1;
      if (status === 'failed') fail(test);
      if (status === 'retried') onFailure({ name: nameOf(test), error, runsAgain: true });
      if (unsteady) report.unsteady.push({ name: nameOf(test), error, traces });
      notes.push(...(test.notes ?? []).filter((note) => !notes.includes(note)));
    },
    file({ file, seconds }) {
      report.files[file] = seconds;
      report.done += 1;
    },
    error: fail,
  };
  return {
    report,
    onEvent(event) {
      on[event.event]?.(event);
      if (report.known - report.done <= 1 && report.done > 0) onLastStarted();
    },
  };
}

/** The files that took longest over all steps, the slowest first. */
export function slowestFiles(reports, count = 10) {
  return Object.entries(reports)
    .flatMap(([step, { files = {} }]) => Object.entries(files).map(([file, seconds]) => ({ step, file, seconds })))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count);
}

/** The first lines of an error, indented below the name of its test. */
export function firstLines(error, count = 6) {
  return error.split('\n').filter(Boolean).slice(0, count).map(indent).join('');
}

export const indent = (line) => `\n        ${line}`;

const nameOf = ({ file, title }) => [file, title].filter(Boolean).join(' › ') || 'outside of any test';
