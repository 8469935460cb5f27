import { fromRoot, passOn, tell, withoutColours } from './test-events.mjs';

/** A reporter of Vitest that tells `npm test` what happens. */
export default class VitestEvents {
  onTestRunStart(specifications) {
    tell('begin', { known: specifications.length, of: 'files' });
  }

  onTestCaseResult(test) {
    const { state, errors = [] } = test.result();
    const title = test.fullName.replaceAll(' > ', ' › ');
    const seconds = (test.diagnostic()?.duration ?? 0) / 1000;
    tell('test', { file: fileOf(test.module), title, status: state, seconds, error: errors.map(describe).join('\n') });
  }

  /** A failed `beforeAll` belongs to no test. */
  onTestSuiteResult(suite) {
    for (const error of suite.errors())
      tell('error', { file: fileOf(suite.module), title: suite.fullName, error: describe(error) });
  }

  onTestModuleEnd(module) {
    for (const error of module.errors()) tell('error', { file: fileOf(module), error: describe(error) });
    const { collectDuration, setupDuration, duration } = module.diagnostic();
    tell('file', { file: fileOf(module), seconds: (collectDuration + setupDuration + duration) / 1000 });
  }

  onTestRunEnd(_modules, unhandledErrors) {
    for (const error of unhandledErrors) {
      const { VITEST_TEST_PATH: file, VITEST_TEST_NAME: title } = error;
      tell('error', { file: file && fromRoot(file), title, error: describe(error) });
    }
  }

  onUserConsoleLog({ content }) {
    passOn(content);
  }
}

const fileOf = ({ moduleId }) => fromRoot(moduleId);

function describe({ name = 'Error', message, diff, stacks = [], stack = '' }) {
  const places = stacks.map(({ file, line, column }) => `    at ${fromRoot(file)}:${line}:${column}`);
  const own = stack.split('\n').filter((line) => !line.includes('node_modules'));
  const described = places.length || !stack ? [`${name}: ${message}`, diff, ...places] : [...own, diff];
  return withoutColours(described.filter(Boolean).join('\n'));
}
