import type { Scene } from '../people/people.ts';
import type { RawAnswer } from './send-at-once.ts';

/**
 * One single-use thing. `prepare` gets it ready and returns the request that uses it, or one for each of many; `winners`
 * counts those who got what only one may get, where that is not a successful answer.
 */
interface Prepared {
  request: string | ((n: number) => string);
  winners?: (answers: readonly RawAnswer[]) => number | Promise<number>;
  /** the sandbox of the other node does not know it */
  onFirstNode?: boolean;
}
/**
 * With `hashes`, many of the requests make the service hash a password, which takes ten seconds a round: it gets a tenth of
 * the rounds.
 */
export interface Race {
  name: string;
  hashes?: boolean;
  prepare: (scene: Scene) => Promise<Prepared>;
}
