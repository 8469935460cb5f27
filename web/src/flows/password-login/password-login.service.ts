import { commitPassword } from '@foyer/contract/flows/password-login';
import { loginParamsOf } from '../../platform/api/login-params.ts';
import { sha256 } from '../../platform/browser/sha256.ts';
import type { PageContext } from '../../platform/page-context.ts';
import type { Typed } from './password-login.machine.ts';

/** The password leaves the browser only as its hash. */
export async function commit(visit: PageContext, { account: principal, password }: Typed, signal: AbortSignal) {
  const [credentials, loginParams] = await Promise.all([sha256(password), loginParamsOf(visit)]);
  const redirectUrl = visit.params.redirects[0];
  const ask = {
    principal,
    credentials,
    encrypter: 'SHA256' as const,
    loginParams,
    ...(redirectUrl && { redirectUrl }),
  };
  return visit.api(commitPassword, ask, { signal });
}
