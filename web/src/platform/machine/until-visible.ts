/**
 * Resolves when `due` has passed and the page is visible; never after `signal` has aborted. Either the timer or the clock
 * says that `due` has passed: a sleeping laptop stops timers, and the clock may be set back while the timer runs.
 */
export function untilVisible(due: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let timerFired = false;
    const check = () => {
      if (document.visibilityState === 'hidden' || (!timerFired && Date.now() < due)) return;
      end();
      resolve();
    };
    const end = () => {
      clearTimeout(id);
      document.removeEventListener('visibilitychange', check);
      signal.removeEventListener('abort', end);
    };
    const id = setTimeout(() => {
      timerFired = true;
      check();
    }, due - Date.now());
    signal.addEventListener('abort', end);
    document.addEventListener('visibilitychange', check);
    check();
  });
}
