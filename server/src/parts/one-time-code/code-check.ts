import type { Services } from '../../services.ts';
import { budgetStore } from '../../store/budgets.ts';
import { type Asking, type Proof, codeStore } from '../../store/codes.ts';
import { knownBrowserStore } from '../../store/known-browsers.ts';
import { guessBudget, guessesKeptFor } from './code-budgets.ts';
import { createProofCheck } from './proof-check.ts';

export type Checked =
  | { is: 'right'; proof: Proof }
  | { is: 'wrongCode'; data: { attemptsLeft: number } }
  /** A new code would not help: this address has had its guesses. */
  | { is: 'tooManyRequests'; data: { retryAfter: number } }
  | { is: 'expiredCode' | 'tooManyCodeTries' | 'unknownService' };

/**
 * Compares a code that someone typed in. Every guess is counted before it is looked at, against the code and against the
 * address that it was sent to, so neither a burst nor a new code gains another guess.
 */
export function createCodeCheck(services: Services) {
  const { config, database, clock, secrets } = services;
  const { standingOf } = createProofCheck(services);
  const codes = codeStore(database.sql, clock, secrets.codes);
  const budgets = budgetStore(database.sql, clock);
  const known = knownBrowserStore(database.sql, clock);

  return async function checkCode(asking: Asking, typed: string): Promise<Checked> {
    const standing = await standingOf(asking);
    if (standing.is === 'unknown') return { is: 'unknownService' };
    if (standing.is === 'over') return { is: 'expiredCode' };
    if (standing.is === 'guessedAt') return { is: 'tooManyCodeTries' };

    const { principal } = standing.proof;
    const browser = asking.browser ?? '';
    const owner = (await known.knows(principal, browser)) ? { browser } : 'strangers';
    const guesses = guessBudget(principal, owner, config.limits.codes);
    const guess = await budgets.spend([guesses]);
    if (guess.is === 'refused')
      return guess.rule.within === guessesKeptFor
        ? { is: 'tooManyRequests', data: { retryAfter: guess.retryAfter } }
        : { is: 'tooManyCodeTries' };

    const compared = await codes.compare(asking, typed);
    if (!compared) {
      await guess.giveBack();
      return { is: (await codes.standing(asking)).is === 'over' ? 'expiredCode' : 'tooManyCodeTries' };
    }
    if (compared.right) {
      await guess.giveBack();
      await budgets.keepLately([guesses.key], guessesKeptFor);
      return { is: 'right', proof: compared.proof };
    }
    if (compared.triesLeft === 0) return { is: 'tooManyCodeTries' };
    return { is: 'wrongCode', data: { attemptsLeft: compared.triesLeft } };
  };
}
