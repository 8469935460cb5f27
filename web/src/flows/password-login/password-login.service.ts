import { readAccount } from '@foyer/contract/rules/account-rules';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { loginParamsOf } from '../../platform/api/login-params.ts';
import { sha256 } from '../../platform/browser/sha256.ts';
import type { PageContext } from '../../platform/page-context.ts';
import { redirectParam } from '../../platform/api/redirect-param.ts';
import type { Values } from './password-login.machine.ts';

/** Sends the hash of the password. The password itself leaves the browser only if the service asks for it. */
export async function commit(page: PageContext, { account, handle, password }: Values, signal: AbortSignal) {
  const [credentials, loginParams] = await Promise.all([sha256(password), loginParamsOf(page)]);
  const request = {
    ...(handle ? { preServiceId: handle } : { principal: readAccount(account)!.value }),
    credentials,
    encrypter: 'SHA256' as const,
    loginParams,
    ...redirectParam(page.params),
  };
  const send = (more: { auth?: string | undefined; plain?: { serviceId: string; password: string } } = {}) =>
    page.api(commitPassword, { ...request, ...more }, { signal });

  let reply = await send();
  if (reply.is === 'needsHumanCheck') {
    // Many passwords were wrong for this account: the human check runs in the background, and the same password is sent again.
    const { checkHuman } = await import('../../parts/human-check/human-check.ts');
    const checked = await checkHuman(page.api, signal);
    if ('problem' in checked) return checked.problem === 'noResponse' ? ({ is: 'noResponse' } as const) : reply;
    reply = await send({ auth: checked.auth });
  }
  // The hash of an imported password was made from the plain password, so our SHA-256 cannot be compared with it.
  if (reply.is === 'needsPlainPassword') reply = await send({ plain: { ...reply.data, password } });
  return reply;
}
