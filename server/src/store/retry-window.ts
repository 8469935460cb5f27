import { seconds } from '@foyer/contract/time';

/**
 * A client that lost the response may repeat the request, from `after` until `window` after the first request. Before
 * `after`, a second request is a concurrent one and is refused.
 */
export const retry = { after: seconds(1), window: seconds(60) } as const;
