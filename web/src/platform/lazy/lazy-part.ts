import { type ComponentType, lazy } from 'react';
import { whenIdle } from './when-idle.ts';

type Load<Props> = () => Promise<ComponentType<Props>>;

/** Heard by the window when something that the person needs did not come. */
export const loadFailed = 'partlost';

/** Asks until it comes. Should it not, the next sign of someone at the page, or of a network, asks anew. */
export async function loadWithRetry<Thing>(load: () => Promise<Thing>, onLost?: () => void): Promise<Thing> {
  for (;;) {
    try {
      return await load();
    } catch {
      onLost?.();
      await nextSign();
    }
  }
}

/** A part of the page in a file of its own that nothing misses. While it does not come, what is painted stays. */
export const lazyPart = <Props>(load: Load<Props>, onLost?: () => void) =>
  lazy(async () => ({ default: await loadWithRetry(load, onLost) }));

/** One that the person needs: they are told. */
export const requiredLazyPart = <Props>(load: Load<Props>) => lazyPart(load, reportLoadFailed);
export const reportLoadFailed = () => void dispatchEvent(new Event(loadFailed));

/** One that is painted with the document and comes alive once the page is quiet. Asked for once. */
export const lazyWhenIdle = <Props>(load: Load<Props>) =>
  lazy(async () => {
    if (typeof document !== 'undefined') await new Promise<void>(whenIdle);
    return { default: await load() };
  });

function nextSign() {
  const heard = new AbortController();
  return new Promise<void>((resolve) => {
    // Whoever types goes on with what is there.
    const hear = (event: Event) => (!('key' in event) || event.key === 'Enter') && resolve(heard.abort());
    for (const sign of ['pointerdown', 'keydown', 'online'])
      // Before React, which keeps a press on what is not alive from everyone else.
      addEventListener(sign, hear, { signal: heard.signal, capture: true });
  });
}
