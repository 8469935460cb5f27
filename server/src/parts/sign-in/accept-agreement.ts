import { agreementVersion } from '@foyer/contract/agreement-version';
import type { RequestContext } from '../../http/requests/request-context.ts';
import type { Stores } from '../../store/stores.ts';

/** Stores that a person accepts the agreement in force, and records it unless they had done so before. */
export async function acceptAgreement({ audit, agreements }: Stores, account: string, context: RequestContext) {
  if (!(await agreements.add(account, context.language))) return;
  await audit.record({ account, type: 'consentGiven', details: { version: agreementVersion } }, context);
}
