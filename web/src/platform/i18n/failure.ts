import type { Say } from './texts.ts';

/** What went wrong when no rule of the flow knows better: the service's own sentence, no sentence, or silence. */
export type Trouble = 'noAnswer' | 'unknown' | { said: string };

/** Any reply that is no success, as trouble. */
export function troubleOf(reply: { is: string; message?: string }): Trouble {
  if (reply.is === 'noAnswer') return 'noAnswer';
  return reply.message ? { said: reply.message } : 'unknown';
}

export function sayTrouble(say: Say, trouble: Trouble): string {
  if (typeof trouble === 'object') return say.heard(trouble);
  return say(trouble === 'noAnswer' ? 'common.network' : 'common.unknownError');
}
