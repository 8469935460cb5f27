import { type ComponentType, lazy } from 'react';
import { whenIdle } from './when-idle.ts';

type Load<Props> = () => Promise<ComponentType<Props>>;

/** A window event: a part that the person needs failed to load. */
export const loadFailed = 'partloadfailed';

/** Loads until it succeeds. After a failure it tries again at the next press, at Enter, or when the network is back. */
export async function loadWithRetry<Value>(load: () => Promise<Value>, onFailure?: () => void): Promise<Value> {
  for (;;) {
    try {
      return await load();
    } catch {
      onFailure?.();
      await nextPressOrOnline();
      reloadStyles();
    }
  }
}

/** A part of the page in a file of its own. Until it has loaded, the server-rendered markup stays. */
export const lazyPart = <Props>(load: Load<Props>, onFailure?: () => void) =>
  lazy(async () => ({ default: await loadWithRetry(load, onFailure) }));

/** A part that the person needs: a failure is shown. */
export const requiredLazyPart = <Props>(load: Load<Props>) => lazyPart(load, reportLoadFailed);
export const reportLoadFailed = () => void dispatchEvent(new Event(loadFailed));

/** A server-rendered part that hydrates when the page is idle. */
export const lazyWhenIdle = <Props>(load: Load<Props>) =>
  lazy(async () => {
    if (typeof document !== 'undefined') await new Promise<void>(whenIdle);
    return { default: await load() };
  });

function nextPressOrOnline() {
  const types = ['pointerdown', 'keydown', 'online'];
  return new Promise<void>((resolve) => {
    const listener = (event: Event) => {
      // Other keys are typing, which needs no new part.
      if ('key' in event && event.key !== 'Enter') return;
      for (const type of types) removeEventListener(type, listener, true);
      resolve();
    };
    // Captured before React, which stops a click on a part that is not hydrated yet.
    for (const type of types) addEventListener(type, listener, true);
  });
}

/** Vite asks for a style sheet once: one that failed has no rules and is asked for again here. */
function reloadStyles() {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]:not([disabled])'))
    if (!link.sheet) link.replaceWith(link.cloneNode());
}
