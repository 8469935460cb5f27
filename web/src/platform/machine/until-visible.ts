/**
 * Resolves when `due` has passed and the page is visible; never after `signal` has aborted. Either the timer or the clock
 * says that `due` has passed: a sleeping laptop stops timers, and the clock may be set back while the timer runs.
 */
export function untilVisible(due: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = new AbortController();
    const ended = AbortSignal.any([signal, done.signal]);
    let timerFired = false;
    const check = () => {
      if (document.visibilityState === 'hidden' || (!timerFired && Date.now() < due)) return;
      done.abort();
      resolve();
    };
    const id = setTimeout(() => {
      timerFired = true;
      check();
    }, due - Date.now());
    ended.addEventListener('abort', () => clearTimeout(id));
    document.addEventListener('visibilitychange', check, { signal: ended });
    check();
  });
}
