import { seconds } from '@foyer/contract/time';
import { LRUCache } from 'lru-cache';
import { applicationToken } from '../../platform/service-limits.ts';
import type { Oidc } from '../../parts/oidc/oidc.ts';
import type { Services } from '../../services.ts';

/** The `typ` of these tokens: an ID token or a logout token is none of them. */
const type = 'foyer-session+jwt';

interface Issued {
  claims: string;
  token: Promise<string>;
  issuedAt: number;
}

/**
 * Issues the tokens by which an application checks who signed in, without asking. A session gets the same token again for
 * a while, because signing costs more than all the rest of a check.
 */
export function createApplicationTokens({ config, clock }: Services, { signJwt }: Pick<Oidc, 'signJwt'>) {
  const issued = new LRUCache<string, Issued>({ max: applicationToken.kept });

  return function tokenFor(sessionId: string, audience: string, claims: object): Promise<string> {
    const now = clock.now();
    const key = `${sessionId} ${audience}`;
    const text = JSON.stringify(claims);
    const known = issued.get(key);
    if (known?.claims === text && now - known.issuedAt < applicationToken.reuse) return known.token;

    const iat = Math.floor(now / seconds(1));
    const times = { iat, exp: iat + applicationToken.lifetime / seconds(1) };
    const token = signJwt(type, { iss: config.publicUrl, aud: audience, ...claims, ...times });
    issued.set(key, { claims: text, token, issuedAt: now });
    token.catch(() => issued.delete(key));
    return token;
  };
}
