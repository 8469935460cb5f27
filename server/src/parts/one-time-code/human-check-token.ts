import { humanCheck as limits } from '@foyer/contract/limits';
import type { House } from '../../services.ts';
import type { Visitor } from '../../http/request-context.ts';
import { humanCheckStore } from '../../store/human-checks.ts';

type Refusal = { is: 'needsHumanCheck' | 'humanCheckFailed' | 'humanCheckExpired' };

/** Takes the pass of the human check, once; undefined when it was good. */
export function createHumanPass({ database, clock, chance }: House) {
  const checks = humanCheckStore(database.sql, clock, chance, limits.livesFor);

  return async function takePass(auth: string | undefined, visitor: Visitor): Promise<Refusal | undefined> {
    if (auth === undefined) return { is: 'needsHumanCheck' };
    switch (await checks.spend(auth, visitor.browser)) {
      case 'spent':
        return undefined;
      case 'expired':
        return { is: 'humanCheckExpired' };
      case 'unknown':
        return { is: 'humanCheckFailed' };
    }
  };
}
