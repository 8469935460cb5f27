/** Resolves when `due` has passed and the page is visible; never after `signal` has aborted. */
export function untilVisible(due: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = new AbortController();
    const ended = AbortSignal.any([signal, done.signal]);
    const check = () => {
      if (document.visibilityState === 'hidden' || Date.now() < due) return;
      done.abort();
      resolve();
    };
    const id = setTimeout(check, due - Date.now());
    ended.addEventListener('abort', () => clearTimeout(id));
    document.addEventListener('visibilitychange', check, { signal: ended });
    check();
  });
}
