import { minutes } from '@foyer/contract/time';
import { type Scene, peopleOf } from '../people/people.ts';
import type { Race } from './race.ts';
import { accountRaces } from './race-account.ts';
import { applicationRaces } from './race-application.ts';
import { companyRaces } from './race-company.ts';
import { factorRaces } from './race-factors.ts';
import { recoveryRaces } from './race-recovery.ts';
import { signInRaces } from './race-sign-in.ts';
import { type RawAnswer, sendAtOnce } from './send-at-once.ts';
import type { Installation } from '../installation.ts';
import type { Numbers } from '../numbers.ts';

const races: Race[] = [
  ...signInRaces,
  ...factorRaces,
  ...companyRaces,
  ...applicationRaces,
  ...accountRaces,
  ...recoveryRaces,
];

const refusedAsBusy = 503;

/** Uses every single-use thing many times at once on two nodes. Exactly one may win. */
export async function measureRaces(installation: Installation, numbers: Numbers, print: (line: string) => void) {
  const scene = { installation, ...peopleOf(installation) };
  const results: Result[] = [];
  for (const race of races.filter(({ name }) => name.includes(process.env.ATTACK_FILTER ?? ''))) {
    const rounds = race.hashes ? Math.ceil(numbers.rounds / 10) : numbers.rounds;
    const result = await run(race, scene, { ...numbers, rounds });
    results.push(result);
    print(`${rightRounds(result)} of ${rounds} rounds, ${result.seconds} s: ${race.name}`);
  }
  return { rows: results.map((result) => rowOf(result, numbers)), raw: { races: results } };
}

type Result = Awaited<ReturnType<typeof run>>;

async function run({ name, prepare }: Race, scene: Scene, { rounds, concurrency }: Numbers) {
  const start = performance.now();
  const winnersOfRounds: number[] = [];
  const unexpected: string[] = [];
  let busy = 0;
  for (let round = 0; round < rounds; round++) {
    // Codes are sent to one number once a minute, and a code of an authenticator app is for half of one.
    await scene.moveClocks(minutes(1) + 1000);
    const { request, winners = successful, onFirstNode = false } = await prepare(scene);
    const origins = onFirstNode ? scene.installation.origins.slice(0, 1) : scene.installation.origins;
    const answers = await sendAtOnce(origins, concurrency, (n) => (typeof request === 'string' ? request : request(n)));
    winnersOfRounds.push(await winners(answers));
    busy += answers.filter(({ status }) => status === refusedAsBusy).length;
    for (const { status, text } of answers)
      if ((status >= 500 && status !== refusedAsBusy) || status === 0) unexpected.push(text.slice(0, 500));
  }
  const seconds = Math.round(performance.now() - start) / 1000;
  return { name, winnersOfRounds, busy, unexpected, seconds };
}

const successful = (answers: readonly RawAnswer[]) => answers.filter(({ code }) => code === 0).length;

const rightRounds = ({ winnersOfRounds }: Result) => winnersOfRounds.filter((count) => count === 1).length;

function rowOf(result: Result, { concurrency }: Numbers) {
  const { name, winnersOfRounds, unexpected } = result;
  const rounds = winnersOfRounds.length;
  const right = rightRounds(result);
  const failed = unexpected.length ? `, ${unexpected.length} failed requests` : '';
  return {
    number: `rounds with one winner of ${concurrency} at once: ${name}`,
    bar: `${rounds}`,
    result: `${right}${failed}`,
    isMet: right === rounds && unexpected.length === 0,
  };
}
