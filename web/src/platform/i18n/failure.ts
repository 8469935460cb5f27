import type { Translate } from './texts.ts';

/** A failure that the flow has no rule for: no response, a refusal with the service's text, or one without a text. */
export type Failure = 'noResponse' | 'unknown' | { message: string };

/** Any result that is not a success, as a failure. */
export function failureOf(result: { is: string; message?: string }): Failure {
  if (result.is === 'noResponse') return 'noResponse';
  return result.message ? { message: result.message } : 'unknown';
}

export function failureText(t: Translate, failure: Failure): string {
  if (typeof failure === 'object') return t.service(failure);
  return t(failure === 'noResponse' ? 'common.network' : 'common.unknownError');
}
