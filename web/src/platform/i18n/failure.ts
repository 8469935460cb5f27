import type { Translate } from './texts.ts';

/** What went wrong when no rule of the flow knows better: the service's own sentence, no sentence, or silence. */
export type Failure = 'noAnswer' | 'unknown' | { message: string };

/** Any reply that is no success, as trouble. */
export function failureOf(reply: { is: string; message?: string }): Failure {
  if (reply.is === 'noAnswer') return 'noAnswer';
  return reply.message ? { message: reply.message } : 'unknown';
}

export function failureText(t: Translate, trouble: Failure): string {
  if (typeof trouble === 'object') return t.service(trouble);
  return t(trouble === 'noAnswer' ? 'common.network' : 'common.unknownError');
}
