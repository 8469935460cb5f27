import type { AuditContext, AuditEvent } from '../../store/audit.ts';
import type { Stores } from '../../store/stores.ts';
import { signOutEverywhere } from '../sign-in/sign-out-everywhere.ts';

/**
 * Sets the day on which the account is erased, signs it out everywhere, and stops a recovery. It needs the stores of a transaction. Undefined
 * when the account closes already.
 */
export async function startClosure(
  stores: Stores,
  account: string,
  context: AuditContext,
  details: AuditEvent['details'] = {},
): Promise<Date | undefined> {
  const closesAt = await stores.accounts.close(account);
  if (!closesAt) return undefined;
  // Before the session ends, which the record names.
  await stores.audit.record({ account, type: 'closureRequested', details }, context);
  // After the reset one factor would be enough to keep the account.
  const [recovery] = await stores.waitingContactChanges.stopAll(account, 'secondFactor');
  if (recovery) await stores.audit.record({ account, type: 'recoveryStopped', details }, context);
  await signOutEverywhere(stores, account);
  return closesAt;
}
