/** Waits until it is that late and someone looks at the page; for ever, when `signal` ends it before. */
export function untilVisible(due: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const ended = AbortSignal.any([signal, over.signal]);
    const look = () => {
      if (document.visibilityState === 'hidden' || Date.now() < due) return;
      over.abort();
      resolve();
    };
    const id = setTimeout(look, due - Date.now());
    ended.addEventListener('abort', () => clearTimeout(id));
    document.addEventListener('visibilitychange', look, { signal: ended });
    look();
  });
}
