import { identityHeaders } from '@foyer/contract/flows/forward-auth';
import type { Config } from '../../config/config.ts';
import { authenticationOf, claimsOf } from '../../parts/oidc/account-claims.ts';
import type { CheckedSession } from '../../store/sign-in/session-checks.ts';

/**
 * A header holds ASCII alone. What is not ASCII is percent-encoded as UTF-8, and so is the percent sign itself, so that
 * `decodeURIComponent` returns every value as it was.
 */
export const headerValue = (text: string) =>
  text.replace(/^ +| +$|[^ -~]+|%/gu, (characters) => encodeURIComponent(characters));

/** What an application learns about a signed-in person: as headers, and as claims of a token. */
export function identityOf({ session, account }: CheckedSession, { headers: shown }: Config['forwardAuth']) {
  const { sub, name, email, email_verified, phone_number, phone_number_verified } = claimsOf(account);
  const { loginTs, acr, amr } = authenticationOf(session);
  const values = { user: sub, name, email, mobile: phone_number, factors: session.factors.join(',') };
  const headers: Record<string, string> = {};
  for (const header of shown) {
    const value = header === 'token' ? undefined : values[header];
    if (typeof value === 'string') headers[identityHeaders[header]] = headerValue(value);
  }
  const claims = {
    sub,
    auth_time: loginTs,
    ...(shown.includes('factors') && { acr, amr }),
    ...(shown.includes('name') && { name }),
    ...(shown.includes('email') && { email, email_verified }),
    ...(shown.includes('mobile') && { phone_number, phone_number_verified }),
  };
  return { headers, claims };
}
