import type { CallResult } from '@foyer/contract/call';
import { type RequestOptions, commitPasskey, startPasskeySignIn } from '@foyer/contract/flows/passkey';
import { getCredential } from '../../parts/passkey/credentials.ts';
import { signalUnknown } from '../../parts/passkey/signals.ts';
import type { PageContext } from '../../platform/page-context.ts';
import { redirectParam } from '../../platform/api/redirect-param.ts';

export type PasskeyReply = CallResult<typeof commitPasskey> | { is: 'cancelled' } | { is: 'unavailable' };

/** Asks the browser for a passkey and signs in with it. */
export async function signIn(page: PageContext, signal: AbortSignal): Promise<PasskeyReply> {
  const started = await page.api(startPasskeySignIn, {}, { signal });
  if (started.is !== 'done') return started;
  return commit(page, started.data, { signal });
}

export async function commit(
  page: PageContext,
  options: RequestOptions,
  asking: { mediation?: 'conditional'; signal: AbortSignal },
): Promise<PasskeyReply> {
  const given = await getCredential(options, asking);
  if (given.is !== 'given') return { is: given.is === 'cancelled' ? 'cancelled' : 'unavailable' };
  const { credential } = given;
  const reply = await page.api(commitPasskey, { credential, ...redirectParam(page.params) });
  if (reply.is === 'unknownPasskey') signalUnknown(options.rpId, credential.id);
  return reply;
}
