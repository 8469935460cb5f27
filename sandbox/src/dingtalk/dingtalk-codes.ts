import { randomBytes } from 'node:crypto';
import { minutes, seconds } from '../clock/clock.ts';
import type { DingtalkPerson } from './dingtalk-account.ts';

const codeLivesFor = minutes(5);
const tokenLivesFor = seconds(7200);

/** Codes that are good for one token, and tokens that tell who someone is. */
export function createDingtalkCodes(now: () => number) {
  const codes = new Map<string, Held>();
  const tokens = new Map<string, Held>();

  interface Held {
    person: DingtalkPerson;
    until: number;
  }

  function keep(place: Map<string, Held>, person: DingtalkPerson, livesFor: number) {
    for (const [name, { until }] of place) if (until <= now()) place.delete(name);
    const name = randomBytes(16).toString('hex');
    place.set(name, { person, until: now() + livesFor });
    return name;
  }

  const valid = (held: Held | undefined) => (held && now() < held.until ? held.person : undefined);

  return {
    issue: (person: DingtalkPerson) => keep(codes, person, codeLivesFor),
    /** A token for the code, which is gone whatever comes of it. */
    redeem(code: string) {
      const person = valid(codes.get(code));
      codes.delete(code);
      return person && { accessToken: keep(tokens, person, tokenLivesFor), expireIn: tokenLivesFor / seconds(1) };
    },
    personOf: (token: string) => valid(tokens.get(token)),
  };
}
