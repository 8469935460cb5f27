/** How much each part does. The bar is the default; ATTACK_ROUNDS=10 and the like do less. */
const bars = {
  /** Races: rounds of each single-use thing, and requests at once in each. */
  rounds: 100,
  concurrency: 200,
  /** Requests that are made from the API description. */
  fuzz: 50_000,
  /** Hours of guesses at the codes of one number. */
  guessHours: 72,
  /** Requests for a text message to one number, and numbers that are swept from one network. */
  sends: 10_000,
  sweep: 1000,
  /** Times of an answer, each for an account that exists and for one that does not. */
  samples: 2000,
  /** Redirects of each kind, bad and good, at most. */
  payloads: 1000,
  /** Bad redirects that the service must have got in the end. */
  redirectCases: 6570,
  /** Kinds of bad answers that are tried, and bad answers that the page must have got in the end. */
  badKinds: 100,
  badAnswers: 1500,
};

export type Numbers = typeof bars;

/** The form inside `npm test -- --all`, which takes seconds. */
export const shortForm: Numbers = {
  rounds: 1,
  concurrency: 20,
  fuzz: 600,
  guessHours: 2,
  sends: 60,
  sweep: 30,
  samples: 1,
  payloads: 3,
  redirectCases: 54,
  badKinds: 1,
  badAnswers: 5,
};

export function readNumbers(env = process.env): Numbers {
  const numbers = { ...bars };
  for (const name of Object.keys(bars) as (keyof Numbers)[])
    numbers[name] = Number(env[`ATTACK_${name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`] ?? bars[name]);
  return numbers;
}
