import { passkey as limits } from '@foyer/contract/limits';
import { addPasskey, getPasskeyOffer, startPasskey } from '@foyer/contract/flows/passkey';
import { canCreateSilently, createCredential, hasAuthenticator } from '../../parts/passkey/credentials.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';
import type { PageContext } from '../../platform/page-context.ts';

export type CreateReply = { is: 'created' } | { is: 'cancelled' | 'unavailable' } | { is: 'failed'; failure: Failure };

/**
 * Whether the person is to be asked for a passkey now: this device can keep one, and they were not asked recently. After a
 * password the browser may create one without a question; then there is nothing to ask.
 */
export async function isOfferDue(page: PageContext): Promise<boolean> {
  if (!(await hasAuthenticator())) return false;
  const reply = await page.api(getPasskeyOffer, {});
  if (reply.is !== 'done' || !reply.data.due) return false;
  return !(reply.data.silent && (await canCreateSilently()) && (await createSilently(page)));
}

async function createSilently(page: PageContext): Promise<boolean> {
  const tooSlow = new AbortController();
  const timer = setTimeout(() => tooSlow.abort(), limits.silentTimeout);
  const reply = await create(page, { silent: true, signal: tooSlow.signal });
  clearTimeout(timer);
  return reply.is === 'created';
}

/** Asks the browser for a new passkey and adds it to the account. */
export async function create(
  { api }: Pick<PageContext, 'api'>,
  { silent = false, signal }: { silent?: boolean; signal: AbortSignal },
): Promise<CreateReply> {
  const started = await api(startPasskey, { silent }, { signal });
  if (started.is !== 'done') return { is: 'failed', failure: failureOf(started) };
  const given = await createCredential(started.data, { signal, ...(silent && { mediation: 'conditional' }) });
  // A device that has a passkey of this account needs no other one.
  if (given.is === 'exists') return { is: 'created' };
  if (given.is !== 'given') return given as CreateReply;
  const added = await api(addPasskey, { credential: given.credential });
  return added.is === 'done' ? { is: 'created' } : { is: 'failed', failure: failureOf(added) };
}
