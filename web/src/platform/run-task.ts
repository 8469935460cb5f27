import type { Failure } from './i18n/failure.ts';
import { reportFailure } from './report-failure.ts';
import { isLoadError } from './start-problem.ts';

/** Runs what a press starts, outside a machine. `failed` follows when it throws, so that nothing stays busy. */
export const runTask = (task: () => Promise<void>, failed: (failure: Failure) => void) =>
  void task().catch((error: unknown) => {
    if (isLoadError(error)) return failed('noResponse');
    reportFailure(error);
    failed('unexpected');
  });
