import type { AuditType } from '@foyer/contract/flows/account';
import type { Services } from '../../../src/services.ts';

/** What the audit trail says about an account, the newest first. */
export const auditTypesOf = async ({ stores }: Pick<Services, 'stores'>, ouid: string): Promise<AuditType[]> =>
  (await stores.audit.listByAccount(ouid)).map(({ type }) => type);
