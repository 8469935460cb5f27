import type { Api } from '@foyer/contract/api-client';

/** Says that a call waits; returns what takes it back. */
type Say = () => () => void;

const page: { say: Say } = { say: () => () => {} };
export const onWaiting = (say: Say) => void (page.say = say);

/**
 * A call that was made without a network is made again when the network is back, and the page says so meanwhile. One
 * whose connection was lost on the way is not: the service may have received it.
 */
export const waitForNetwork =
  (api: Api): Api =>
  async (call, request, options) => {
    for (;;) {
      const isOffline = !navigator.onLine;
      const result = await api(call, request, options);
      if (result.is !== 'noResponse' || !isOffline) return result;
      await untilOnline(options?.signal);
      if (options?.signal?.aborted) return result;
    }
  };

/** Resolves as well when the call is no longer wanted. */
async function untilOnline(signal: AbortSignal | undefined) {
  const takeBack = page.say();
  await new Promise<void>((resolve) => {
    addEventListener('online', () => resolve(), { once: true });
    signal?.addEventListener('abort', () => resolve(), { once: true });
    if (navigator.onLine) resolve();
  });
  takeBack();
}
