import { peopleOf } from './people.mjs';
import { accountRaces } from './race-account.mjs';
import { applicationRaces } from './race-application.mjs';
import { companyRaces } from './race-company.mjs';
import { factorRaces } from './race-factors.mjs';
import { signInRaces } from './race-sign-in.mjs';
import { sendAtOnce } from './send-at-once.mjs';

/** @import { Installation } from './installation.mjs' */
/** @import { Answer } from './browser.mjs' */
/** @import { Numbers } from './numbers.mjs' */
/** @typedef {ReturnType<typeof peopleOf> & { installation: Installation }} Scene */
/**
 * One single-use thing. `prepare` gets it ready and returns the request that uses it, or one for each of many; `winners`
 * counts those who got what only one may get, where that is not a successful answer.
 * @typedef {object} Prepared
 * @property {string | ((n: number) => string)} request
 * @property {(answers: readonly Answer[]) => number | Promise<number>} [winners]
 * @property {boolean} [onFirstNode] the sandbox of the other node does not know it
 */
/**
 * With `hashes`, many of the requests make the service hash a password, which takes ten seconds a round: it gets a tenth of
 * the rounds.
 * @typedef {{ name: string, hashes?: boolean, prepare: (scene: Scene) => Promise<Prepared> }} Race
 */

/** @type {Race[]} */
const races = [...signInRaces, ...factorRaces, ...companyRaces, ...applicationRaces, ...accountRaces];

const minute = 60_000;
const refusedAsBusy = 503;

/**
 * Uses every single-use thing many times at once on two nodes. Exactly one may win.
 * @param {Installation} installation @param {Numbers} numbers @param {(line: string) => void} print
 */
export async function measureRaces(installation, numbers, print) {
  const scene = { installation, ...peopleOf(installation) };
  const results = [];
  for (const race of races.filter(({ name }) => name.includes(process.env.ATTACK_FILTER ?? ''))) {
    const rounds = race.hashes ? Math.ceil(numbers.rounds / 10) : numbers.rounds;
    const result = await run(race, scene, { ...numbers, rounds });
    results.push(result);
    print(`${rightRounds(result)} of ${rounds} rounds, ${result.seconds} s: ${race.name}`);
  }
  return { rows: results.map((result) => rowOf(result, numbers)), raw: { races: results } };
}

async function run({ name, prepare }, scene, { rounds, concurrency }) {
  const start = performance.now();
  const winnersOfRounds = [];
  const unexpected = [];
  let busy = 0;
  for (let round = 0; round < rounds; round++) {
    // Codes are sent to one number once a minute, and a code of an authenticator app is for half of one.
    await scene.moveClocks(minute + 1000);
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

const successful = (answers) => answers.filter(({ code }) => code === 0).length;

const rightRounds = ({ winnersOfRounds }) => winnersOfRounds.filter((count) => count === 1).length;

function rowOf(result, { concurrency }) {
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
