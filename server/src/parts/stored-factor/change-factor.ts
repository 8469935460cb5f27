import type { AuditType } from '@foyer/contract/flows/account';
import type { RequestContext } from '../../http/requests/request-context.ts';
import type { Services } from '../../services.ts';
import type { Account } from '../../store/accounts/accounts.ts';
import { stopRecovery } from '../recovery/recovery.ts';
import { recordNewFactor } from '../sign-in/new-factors.ts';
import type { RightCode } from '../../store/credentials/authenticators.ts';

/** Changes of factors, each of which the audit trail records and a notice reports under the same name. */
type FactorChange = Extract<
  AuditType,
  | 'secondFactorOn'
  | 'secondFactorOff'
  | 'authenticatorAdded'
  | 'authenticatorRemoved'
  | 'backupCodesCreated'
  | 'backupCodeUsed'
>;

/** Called in the transaction of the change. A recovery that waits would remove what is set up since. */
export async function recordFactorChange(tx: Services, account: Account, type: FactorChange, context: RequestContext) {
  await stopRecovery(tx, account, context);
  await tx.stores.audit.record({ account: account.ouid, type }, context);
  tx.notices.send(account, type, context);
}

interface NewAuthenticator {
  setupId: string;
  browserId: string;
  right: RightCode;
  /** The factors of the session, or of the sign-in, that adds it. */
  proven: readonly string[];
}

/** Adds the authenticator app whose first code was right, and switches the second factor on. */
export async function addAuthenticator(
  tx: Services,
  account: Account,
  { setupId, browserId, right, proven }: NewAuthenticator,
  context: RequestContext,
): Promise<boolean> {
  const { accounts, authenticators } = tx.stores;
  const { ouid } = account;
  if (!(await authenticators.useSetup(setupId, { account: ouid, browserId }))) return false;
  await authenticators.save(ouid, right);
  await recordNewFactor(tx, ouid, 'totp', proven);
  await recordFactorChange(tx, account, 'authenticatorAdded', context);
  if (account.secondFactor) return true;
  await accounts.setSecondFactor(ouid, true);
  await recordFactorChange(tx, account, 'secondFactorOn', context);
  return true;
}
