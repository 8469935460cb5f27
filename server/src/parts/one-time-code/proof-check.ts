import type { Principal } from '@foyer/contract/rules/account-rules';
import type { Services } from '../../services.ts';
import { budgetStore } from '../../store/budgets.ts';
import { type Asking, type Standing, codeStore } from '../../store/codes.ts';
import { knownBrowserStore } from '../../store/known-browsers.ts';
import { guessBudget } from './code-budgets.ts';

/**
 * Where a code or its proof stands for what it is shown for. One that was sent for something else, to someone else or for
 * another browser is as unknown as none, and has cost a wrong try: of the code, and of the address that it was sent to.
 */
export function createProofCheck({ config, database, clock, secrets }: Services) {
  const codes = codeStore(database.sql, clock, secrets.codes);
  const budgets = budgetStore(database.sql, clock);
  const known = knownBrowserStore(database.sql, clock);

  async function misused({ serviceId, browser = '' }: Asking): Promise<Standing> {
    const principal = await codes.countMisuse(serviceId);
    if (principal) {
      const owner = (await known.knows(principal, browser)) ? { browser } : 'strangers';
      await budgets.spend([guessBudget(principal, owner, config.limits.codes)]);
    }
    return { is: 'unknown' };
  }

  return {
    misused,
    /** `named` where the request says whose it is. */
    async standingOf(asking: Asking, named?: Principal): Promise<Standing> {
      const standing = await codes.standing(asking);
      if (standing.is === 'unknown') return misused(asking);
      const { kind, value } = standing.proof.principal;
      return named && (named.kind !== kind || named.value !== value) ? misused(asking) : standing;
    },
  };
}
