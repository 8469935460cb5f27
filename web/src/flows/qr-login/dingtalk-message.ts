/** What DingTalk's page said to ours: where to go on, or that there is nowhere to go. */
export type Told = { is: 'goOn'; address: string } | { is: 'denied' };

interface Heard {
  origin: string;
  data: unknown;
}

/**
 * Believed only from the very page that we asked for, about the very sign-in that it was asked for, and followed only
 * to the address where we take it back.
 */
export function readDingtalkMessage({ origin, data }: Heard, pageUrl: string, callback: string): Told | undefined {
  const page = new URL(pageUrl);
  if (origin !== page.origin || typeof data !== 'object' || data === null) return undefined;
  if ('errorMsg' in data) return { is: 'denied' };
  if (!('success' in data && data.success === true && 'redirectUrl' in data)) return undefined;
  if (typeof data.redirectUrl !== 'string' || !URL.canParse(data.redirectUrl)) return undefined;

  const back = new URL(data.redirectUrl);
  const state = back.searchParams.get('state');
  if (`${back.origin}${back.pathname}` !== callback || back.username || back.password) return undefined;
  return state !== null && state === page.searchParams.get('state') ? { is: 'goOn', address: back.href } : undefined;
}
