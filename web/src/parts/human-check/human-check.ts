import { isMissing } from '@foyer/contract/call';
import type { Api } from '@foyer/contract/api-client';
import { applyHumanCheck, getHumanCheck } from '@foyer/contract/flows/human-check';
import { fingerprint } from '../../platform/browser/fingerprint.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';
import { isPuzzle } from './puzzle.ts';
import { solve } from './solve.ts';

/** `auth` is undefined for a back end that has no human check. */
export type HumanCheckResult = { auth: string | undefined } | Problem;
type Problem = { problem: Failure | 'humanCheck' };

/** A solution to exchange for a token. */
type Solution = { value: string } | 'notNeeded' | Problem;

/** Solved while the person still types. Each is exchanged once. */
let ahead: Promise<Solution> | undefined;

/** Solves the puzzle of the next code now, so that the code is sent without a wait. */
export function solveAhead(api: Api) {
  ahead ??= solveNext(api, new AbortController().signal);
}

/** Requests a puzzle, solves it, and exchanges the solution for a token that is valid for one code. */
export async function checkHuman(api: Api, signal: AbortSignal, purpose?: 'extraCode'): Promise<HumanCheckResult> {
  if (ahead && !purpose) {
    const solution = ahead;
    ahead = undefined;
    const result = await exchange(await solution, api, signal);
    // It may have expired in the meantime.
    if (!('problem' in result)) return result;
  }
  return exchange(await solveNext(api, signal, purpose), api, signal);
}

async function solveNext(api: Api, signal: AbortSignal, purpose?: 'extraCode'): Promise<Solution> {
  const requested = await api(getHumanCheck, { fingerprint: await fingerprint(), purpose }, { signal });
  if (isMissing(requested)) return 'notNeeded';
  if (requested.is !== 'done') return { problem: failureOf(requested) };

  const { challenge } = requested.data;
  if (!isPuzzle(challenge)) return { problem: 'humanCheck' };
  const number = await solve(challenge, signal);
  return number === undefined ? { problem: 'humanCheck' } : { value: btoa(JSON.stringify({ ...challenge, number })) };
}

async function exchange(solution: Solution, api: Api, signal: AbortSignal): Promise<HumanCheckResult> {
  if (solution === 'notNeeded') return { auth: undefined };
  if ('problem' in solution) return solution;
  const applied = await api(applyHumanCheck, solution, { signal });
  return applied.is === 'done' ? { auth: applied.data.auth } : { problem: failureOf(applied) };
}

/** Sends a code after a human check; after a harder one, where the service offers a code beyond a limit for it. */
export async function sendChecked<Sent extends object>(
  api: Api,
  signal: AbortSignal,
  send: (auth: string | undefined) => Promise<Sent>,
): Promise<Sent | Problem> {
  const checked = await checkHuman(api, signal);
  if ('problem' in checked) return checked;
  const sent = await send(checked.auth);
  if (!('extraCode' in sent && sent.extraCode)) return sent;
  const checkedAgain = await checkHuman(api, signal, 'extraCode');
  return 'problem' in checkedAgain ? checkedAgain : send(checkedAgain.auth);
}
