import { identityHeaders } from '@foyer/contract/flows/forward-auth';
import { minutes, seconds } from '@foyer/contract/time';
import { LRUCache } from 'lru-cache';
import type { Services } from '../../services.ts';
import type { CheckedSession } from '../../store/sign-in/session-checks.ts';
import { identityOf } from './identity.ts';

/** The token by which an application behind a reverse proxy checks who signed in. */
const applicationToken = {
  lifetime: minutes(2),
  /** A session gets the same token for this long, so that at least a minute of its lifetime is left. */
  reuse: minutes(1),
  /** Tokens kept in memory, about 1 kB each. */
  kept: 20_000,
} as const;

/** The `typ` of the tokens: an ID token or a logout token is none of them. */
const tokenType = 'foyer-session+jwt';

interface Kept {
  found: CheckedSession;
  since: number;
  lines: Promise<string[]>;
}

/**
 * The headers that say whose a session is, as Node.js writes them fastest: names and values in turn. They are kept for a
 * while, because signing the token costs more than all the rest of a check. What they say is compared with the database
 * each time.
 */
export function createIdentityHeaders({ config, clock, oidc }: Services, more: readonly string[]) {
  const signJwt = config.forwardAuth.headers.includes('token') ? oidc?.signJwt : undefined;
  const kept = new LRUCache<string, Kept>({ max: applicationToken.kept });

  async function write(found: CheckedSession, audience: string, now: number) {
    const { headers, claims } = identityOf(found, config.forwardAuth);
    const iat = Math.floor(now / seconds(1));
    const times = { iat, exp: iat + applicationToken.lifetime / seconds(1) };
    if (signJwt)
      headers[identityHeaders.token] = await signJwt(tokenType, {
        iss: config.publicUrl,
        aud: audience,
        ...claims,
        ...times,
      });
    return [...Object.entries(headers).flat(), ...more];
  }

  return function headersFor(found: CheckedSession, audience: string): Promise<string[]> {
    const now = clock.now();
    const key = `${found.session.id} ${audience}`;
    const known = kept.get(key);
    if (known && now - known.since < applicationToken.reuse && isSame(known.found, found)) return known.lines;
    const lines = write(found, audience, now);
    kept.set(key, { found, since: now, lines });
    lines.catch(() => kept.delete(key));
    return lines;
  };
}

/** Whether the same is said about both. Everything else about a session stays as it is. */
function isSame({ session: a, account: before }: CheckedSession, { session: b, account: after }: CheckedSession) {
  return (
    before.name === after.name &&
    before.latinName === after.latinName &&
    before.language === after.language &&
    before.email === after.email &&
    before.mobile === after.mobile &&
    a.factors.length === b.factors.length &&
    a.factors.every((factor, n) => factor === b.factors[n])
  );
}
