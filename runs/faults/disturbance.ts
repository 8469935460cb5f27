import { setTimeout as pause } from 'node:timers/promises';
import type { Row } from '../results.ts';
import type { Told } from './browser.ts';
import type { Installation } from './installation.ts';
import { prepareRegistration, register } from './people.ts';
import { none, recoveryBar, within } from './table-rows.ts';

/** Milliseconds between two calls of one person. */
const pauseBetweenCalls = 100;

export interface Disturbance {
  /** causes the fault */
  begin: () => unknown;
  /** ends its cause */
  end: () => unknown;
  /** what people do meanwhile; they register unless it is given */
  ask?: (n: number) => Promise<Told[]>;
  /** resolves when the service works as before; a person has registered unless it is given */
  recovered?: () => Promise<unknown>;
  /** looks at the service while the fault lasts */
  check?: () => Promise<Row[]>;
  /** seconds within which every call is answered */
  answerBar: number;
}

/**
 * Causes a fault for a while, in which people use the service. Every call must be answered by the service itself and in
 * time, no node may end, and the service must recover by itself. People who were about to register when it began must
 * succeed when they repeat their request.
 */
export async function disturb(
  installation: Installation,
  disturbance: Disturbance,
  { seconds, people, isTimed }: { seconds: number; people: number; isTimed: boolean },
) {
  const { begin, end, check, answerBar } = disturbance;
  const ask = disturbance.ask ?? (() => registerOnce(installation));
  const answers: Told[] = [];
  await installation.untilReady();
  const prepared: (() => Promise<Told>)[] = [];
  for (let n = 0; n < people; n++) prepared.push(await prepareRegistration(installation));
  await begin();
  const until = performance.now() + seconds * 1000;
  const load = Promise.all(
    prepared.map(async (finish, n) => {
      answers.push(await finish());
      do {
        answers.push(...(await ask(n)));
        await pause(pauseBetweenCalls);
      } while (performance.now() < until);
    }),
  );
  const checked = await check?.();
  await load;
  await end();
  const ended = performance.now();
  await installation.untilReady();
  await (disturbance.recovered ?? (() => untilRegistered(installation)))();
  const recovery = (performance.now() - ended) / 1000;
  const finished = await Promise.all(prepared.map((finish) => finish()));
  const stuck = finished.filter(({ is }) => is !== 'done');

  const foreign = answers.filter(({ failure }) => failure);
  const slowest = Math.max(...answers.map(({ ms }) => ms)) / 1000;
  const stopped = installation.nodes.filter((node) => !node.isRunning());
  return {
    raw: { answers, recovery },
    summary: `${answers.length} calls: ${countsOf(answers)}`,
    rows: [
      none(`calls that the service did not answer, of ${answers.length}`, foreign.length),
      none('nodes that ended', stopped.length),
      within('slowest answer', answerBar, slowest, isTimed),
      ...(checked ?? []),
      none('people who could not finish with the code they had', stuck.length),
      within('until it works again', recoveryBar, recovery, isTimed),
    ],
  };
}

/** The calls of a person who tries to register once. */
async function registerOnce(installation: Installation) {
  const answers: Told[] = [];
  await register(installation, (answer) => answers.push(answer), { attempts: 0 });
  return answers;
}

/** Waits until a new person can register at the first attempt. */
export async function untilRegistered(installation: Installation) {
  while (!(await register(installation, () => {}, { attempts: 0 })).ouid) await pause(pauseBetweenCalls);
}

/** How many answers of each kind: HTTP status and code, or the failure. */
function countsOf(answers: readonly Told[]) {
  const counts: Record<string, number> = {};
  for (const { failure, status, code } of answers) {
    const kind = failure ?? `${status}/${code}`;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return Object.entries(counts)
    .map(([kind, count]) => `${count} × ${kind}`)
    .join(', ');
}
