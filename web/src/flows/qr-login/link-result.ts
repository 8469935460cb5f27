import type { CallResult } from '@foyer/contract/call';
import type { finishAppLink } from '@foyer/contract/flows/link-identity';
import type { ScanApp } from '@foyer/contract/pages/page-config';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';
import type { Translate } from '../../platform/i18n/texts.ts';

type Reply = Exclude<CallResult<typeof finishAppLink>, { is: 'needsFreshProof' }> | { is: 'cancelled' };
type LinkResult =
  | { is: 'pending'; scanned: boolean; linked?: true }
  | { is: 'noSuchScan' | 'noResponse' }
  | { is: 'failed'; failure: Failure | 'declined' };

/** What the call that links an app says, as the result of a poll. */
export function linkResult(t: Translate, reply: Reply, onLinked: (app: ScanApp) => void): LinkResult {
  switch (reply.is) {
    case 'done':
      onLinked(reply.data.app);
      // Whoever polls ends: the dialog closes.
      return { is: 'pending', scanned: true, linked: true };
    case 'pending':
      return { is: 'pending', scanned: reply.data.scanned };
    case 'authorisationExpired':
      return { is: 'noSuchScan' };
    case 'noResponse':
      return { is: 'noResponse' };
    case 'scanDeclined':
      return { is: 'failed', failure: 'declined' };
    case 'scanFromOtherCountry':
      return { is: 'failed', failure: { message: t('link.otherCountry') } };
    case 'cancelled':
      return { is: 'failed', failure: { message: t('proof.lead') } };
    case 'notSignedIn':
    case 'boundElsewhere':
    case 'identityTaken':
    case 'refused':
      return { is: 'failed', failure: failureOf(reply) };
  }
}
