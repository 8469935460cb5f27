import { afterEach, beforeEach, vi } from 'vitest';

/** For tests, at the top of a file: a stopped clock and a visible page. */
export function stubPage() {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}

export const pass = (duration: number) => vi.advanceTimersByTimeAsync(duration);

export function setVisibility(visibilityState: 'visible' | 'hidden') {
  Object.assign(document, { visibilityState });
  document.dispatchEvent(new Event('visibilitychange'));
}
