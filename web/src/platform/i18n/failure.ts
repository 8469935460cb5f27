import type { Message } from '@foyer/contract/call';
import type { Translate } from './texts.ts';

/**
 * A failure that the flow has no rule for: no response, a bug of the page, a refusal with the service's text, or one
 * without a text.
 */
export type Failure = 'noResponse' | 'unexpected' | 'unknown' | { message: Message };

/** The result of a call whose code threw. */
export const unexpected = { is: 'refused', code: -1 } as const;

/** Any result that is not a success, as a failure. */
export function failureOf(result: { is: string; message?: Message }): Failure {
  if (result.is === 'noResponse') return 'noResponse';
  if (result === unexpected) return 'unexpected';
  return result.message ? { message: result.message } : 'unknown';
}

const texts = {
  noResponse: 'common.network',
  unexpected: 'common.unexpected',
  unknown: 'common.unknownError',
} as const;

export function failureText(t: Translate, failure: Failure): string {
  if (typeof failure === 'object') return t.service(failure);
  return t(texts[failure]);
}
