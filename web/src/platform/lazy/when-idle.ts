/** Calls back when the page is idle; returns a function that cancels it. */
export function whenIdle(then: () => void) {
  if (!('requestIdleCallback' in globalThis)) {
    const id = setTimeout(then, 200);
    return () => clearTimeout(id);
  }
  const id = requestIdleCallback(then, { timeout: 2000 });
  return () => cancelIdleCallback(id);
}

/** Loads a module when the page is idle. A failure is ignored: the code that needs the module loads it again. */
export const loadWhenIdle = (load: () => Promise<unknown>) => whenIdle(() => void load().catch(() => {}));
