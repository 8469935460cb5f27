import { humanCheck as limits } from '@foyer/contract/limits';
import type { Services } from '../../services.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { humanCheckStore } from '../../store/human-checks.ts';

type Refusal = { is: 'needsHumanCheck' | 'humanCheckFailed' | 'humanCheckExpired' };

/** Takes the pass of the human check, once; undefined when it was good. */
export function createHumanCheckToken({ database, clock, random }: Services) {
  const checks = humanCheckStore(database.sql, clock, random, limits.lifetime);

  return async function takePass(auth: string | undefined, context: RequestContext): Promise<Refusal | undefined> {
    if (auth === undefined) return { is: 'needsHumanCheck' };
    switch (await checks.spend(auth, context.browserId)) {
      case 'spent':
        return undefined;
      case 'expired':
        return { is: 'humanCheckExpired' };
      case 'unknown':
        return { is: 'humanCheckFailed' };
    }
  };
}
