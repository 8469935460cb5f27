/*
 * Runs in each document before any script of the page. The clock stands still: countdowns do not move, toasts stay and
 * nothing is polled until a test moves it with `moveClock`.
 */
{
  /** Timers up to this delay run in real time: they end a transition or wait for the next frame. */
  const longestRealDelay = 999;
  const timers = new Map();
  const RealDate = Date;
  const [realTimeout, realInterval] = [setTimeout, setInterval].map((set) => set.bind(globalThis));
  const clearReal = clearTimeout.bind(globalThis);
  const { now: start, goesOn } = document.currentScript.dataset;
  // The name of a window outlives its documents: after a reload the time is not earlier than before.
  let now = Math.max(Number(start), goesOn === undefined ? 0 : Number(globalThis.name));
  let lastTimer = 0;

  globalThis.Date = class extends RealDate {
    constructor(...values) {
      super(...(values.length ? values : [now]));
    }
    static now() {
      return now;
    }
  };

  const hold =
    (repeats) =>
    (run, delay, ...values) => {
      if (!(delay > longestRealDelay)) return (repeats ? realInterval : realTimeout)(run, delay, ...values);
      lastTimer -= 1;
      timers.set(lastTimer, { due: now + delay, run: () => run(...values), every: repeats ? delay : undefined });
      return lastTimer;
    };
  globalThis.setTimeout = hold(false);
  globalThis.setInterval = hold(true);
  // Timeouts and intervals share their numbers.
  globalThis.clearTimeout = (id) => timers.delete(id) || clearReal(id);
  globalThis.clearInterval = globalThis.clearTimeout;
  AbortSignal.timeout = (delay) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('The request took too long', 'TimeoutError')), delay);
    return controller.signal;
  };

  const isDue = ([, { due }]) => due <= now;
  const byTime = ([, a], [, b]) => a.due - b.due;
  /** Lets promises and the renderer continue. */
  const pause = () => new Promise((resolve) => realTimeout(resolve));

  /** Runs every timer that is due until then, in order, also those that the others set. */
  globalThis.moveClock = async (by) => {
    // A person acts after the page has handled what came before.
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 }));
    const end = now + by;
    globalThis.name = end;
    for (;;) {
      const next = [...timers].filter(([, { due }]) => due <= end).sort(byTime)[0];
      if (!next) break;
      const [id, timer] = next;
      now = Math.max(now, timer.due);
      if (timer.every) timer.due += timer.every;
      else timers.delete(id);
      timer.run();
      await pause();
    }
    now = end;
    await pause();
  };

  /** The time passes, but no timer runs before the page wakes up: as on a laptop with a closed lid. */
  globalThis.suspendClock = async (by) => {
    now += by;
    globalThis.name = now;
    document.dispatchEvent(new Event('visibilitychange'));
    for (const [id, timer] of [...timers].filter(isDue).sort(byTime)) {
      if (timer.every) timer.due = now + timer.every;
      else timers.delete(id);
      timer.run();
    }
    await pause();
  };
}
