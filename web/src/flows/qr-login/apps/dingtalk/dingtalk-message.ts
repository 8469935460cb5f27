import { readUrl } from '@foyer/contract/rules/read-url';
import type { FrameMessage } from '../frame-message.ts';

/**
 * Accepts a message only from the origin of the page that we requested, and a confirmation only with the same `state` and a
 * redirect to our callback.
 */
export function readDingtalkMessage(
  { origin, data }: Pick<MessageEvent<unknown>, 'origin' | 'data'>,
  pageUrl: string,
  callback: string,
): FrameMessage | undefined {
  const page = new URL(pageUrl);
  if (origin !== page.origin || typeof data !== 'object' || data === null) return undefined;
  if ('errorMsg' in data) return { is: 'declined' };
  if (!('success' in data && data.success === true && 'redirectUrl' in data)) return undefined;
  const redirect = typeof data.redirectUrl === 'string' ? readUrl(data.redirectUrl) : undefined;
  if (!redirect) return undefined;

  const state = redirect.searchParams.get('state');
  if (`${redirect.origin}${redirect.pathname}` !== callback || redirect.username || redirect.password) return undefined;
  return state !== null && state === page.searchParams.get('state')
    ? { is: 'confirmed', url: redirect.href }
    : undefined;
}
