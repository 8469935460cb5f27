import type { ContactKind } from '@foyer/contract/flows/contact-change';
import type { Principal } from '@foyer/contract/rules/account-rules';
import { seconds } from '@foyer/contract/time';
import type { Services } from '../../services.ts';

/**
 * A person whose mobile number or e-mail address support was asked to change may enter the new one before it is theirs. An
 * account that is made for it would keep it from theirs. Undefined where it has an account, or waits for none. Only for a
 * contact that is proven: a stranger must not learn of the change.
 */
export async function refuseReservedContact(
  { clock, stores }: Pick<Services, 'clock' | 'stores'>,
  contact: Principal,
): Promise<{ is: 'contactReserved'; data: { kind: ContactKind; retryAfter: number } } | undefined> {
  const until = await stores.waitingContactChanges.reservedUntil(contact);
  if (!until || (await stores.accounts.exists(contact))) return undefined;
  const retryAfter = Math.max(0, Math.ceil((until.getTime() - clock.now()) / seconds(1)));
  return { is: 'contactReserved', data: { kind: contact.kind, retryAfter } };
}
