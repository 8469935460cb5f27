/** Waits until it is that late and someone looks at the page. Ends early, unheard, when `signal` does. */
export function untilSeen(due: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const id = setTimeout(look, Math.max(0, due - Date.now()));
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', end);

    function look() {
      if (document.visibilityState === 'hidden' || Date.now() < due) return;
      end();
      resolve();
    }
    function end() {
      clearTimeout(id);
      document.removeEventListener('visibilitychange', look);
      signal.removeEventListener('abort', end);
    }
  });
}
