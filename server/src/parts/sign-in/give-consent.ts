import { agreementVersion } from '@foyer/contract/agreement-version';
import type { RequestContext } from '../../http/request-context.ts';
import type { Stores } from '../../store/stores.ts';

/** Stores the consent to the agreement in force, and records it unless it was given before. */
export async function giveConsent({ audit, consents }: Stores, account: string, context: RequestContext) {
  if (!(await consents.add(account, context.language))) return;
  await audit.record({ account, type: 'consentGiven', details: { version: agreementVersion } }, context);
}
