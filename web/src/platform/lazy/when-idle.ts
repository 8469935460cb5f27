/** Does what can wait once the page is quiet; gives back how to call it off. */
export function whenIdle(then: () => void) {
  if (!('requestIdleCallback' in globalThis)) {
    const id = setTimeout(then, 200);
    return () => clearTimeout(id);
  }
  const id = requestIdleCallback(then, { timeout: 2000 });
  return () => cancelIdleCallback(id);
}

/** The same for what comes in a file of its own. Should that be lost, whoever needs it asks anew. */
export const loadWhenIdle = (load: () => Promise<unknown>) => whenIdle(() => void load().catch(() => {}));
