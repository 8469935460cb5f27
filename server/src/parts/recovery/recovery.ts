import type { ContactKind } from '@foyer/contract/flows/contact-change';
import type { ChangeNotMade } from '@foyer/contract/texts/service-texts';
import type { RequestContext } from '../../http/requests/request-context.ts';
import type { Services } from '../../services.ts';
import type { Account } from '../../store/accounts/accounts.ts';
import type { WaitingRecovery } from '../../store/accounts/waiting-contact-changes.ts';

type Contacts = Pick<Account, 'mobile' | 'email'>;

/** The contacts that learn of a recovery, as it is stored with it. */
export const contactsOf = ({ mobile, email }: Contacts) =>
  [mobile, email].filter((contact) => contact !== null).join(' ');

/** The number that a recovery removes. */
export function removedBy({ before, after }: Pick<WaitingRecovery, 'before' | 'after'>) {
  const [mobile] = before === after ? [] : (before ?? '').split(' ');
  return { before: mobile, after: undefined };
}

/** The notice about a change that was stopped, and its name in the audit trail. */
export const stoppedNotice = (kind: ContactKind | 'secondFactor') =>
  kind === 'secondFactor' ? ('recoveryStopped' as const) : ('contactChangeStopped' as const);

/** Why it was stopped: only the notice of a contact change says so. */
export const stoppedValues = (notice: ReturnType<typeof stoppedNotice>, notMade: ChangeNotMade) =>
  notice === 'contactChangeStopped' ? { notMade } : {};

/** The owner has the second factor: a recovery that waits is not theirs, or not needed any more. Called in a transaction. */
export async function stopRecovery(tx: Services, account: Account, context: RequestContext) {
  const [stopped] = await tx.stores.waitingContactChanges.stopAll(account.ouid, 'secondFactor');
  if (!stopped) return;
  await tx.stores.audit.record({ account: account.ouid, type: 'recoveryStopped' }, context);
  tx.notices.send(account, 'recoveryStopped', context);
}
