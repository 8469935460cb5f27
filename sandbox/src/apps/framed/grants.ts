import { randomBytes } from 'node:crypto';
import { hours, minutes, seconds } from '../../clock/clock.ts';

const codeLifetime = minutes(5);
const tokenLifetime = hours(2);

type Grants<Person> = Map<string, { person: Person; expiresAt: number }>;

/** Authorization codes, and the access tokens that they are exchanged for. */
export function createGrants<Person>(now: () => number) {
  const codes: Grants<Person> = new Map();
  const tokens: Grants<Person> = new Map();

  function issue(grants: Grants<Person>, person: Person, lifetime: number) {
    for (const [id, { expiresAt }] of grants) if (expiresAt <= now()) grants.delete(id);
    const id = randomBytes(16).toString('hex');
    grants.set(id, { person, expiresAt: now() + lifetime });
    return id;
  }

  function find(grants: Grants<Person>, id: string) {
    const grant = grants.get(id);
    return grant && now() < grant.expiresAt ? grant.person : undefined;
  }

  return {
    issue: (person: Person) => issue(codes, person, codeLifetime),
    /** Exchanges a code for a token. The code is used up in any case. */
    redeem(code: string) {
      const person = find(codes, code);
      codes.delete(code);
      return person && { accessToken: issue(tokens, person, tokenLifetime), expireIn: tokenLifetime / seconds(1) };
    },
    personOf: (token: string) => find(tokens, token),
  };
}
