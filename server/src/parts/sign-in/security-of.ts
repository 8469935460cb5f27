import type { DataOf } from '@foyer/contract/call';
import type { getCurrentAccount } from '@foyer/contract/flows/session';
import type { Services } from '../../services.ts';
import type { Account } from '../../store/accounts/accounts.ts';

/** What protects an account, for the security check-up of its person. */
export async function securityOf(
  { config, stores }: Services,
  { ouid, passwordHash, passwordChangedAt, secondFactor }: Account,
): Promise<DataOf<typeof getCurrentAccount>['security']> {
  const changedAt = passwordHash && passwordChangedAt ? { passwordChangedAt: passwordChangedAt.toISOString() } : {};
  const passkeys = config.passkeys ? { passkeys: (await stores.passkeys.listByAccount(ouid)).length } : {};
  const isOffered = secondFactor || config.secondFactor.policy !== 'off';
  const codes = await stores.backupCodes.summary(ouid);
  return {
    password: passwordHash !== null,
    ...changedAt,
    ...passkeys,
    ...(isOffered && { secondFactor }),
    backupCodes: codes?.left ?? 0,
  };
}
