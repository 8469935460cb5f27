import { hasPasskeys } from '../parts/passkey/support.ts';
import { isSharedComputer } from '../platform/storage/shared-computer.ts';
import type { PageContext } from '../platform/page-context.ts';
import type { Step } from './journey.ts';

/** Offers a passkey between a sign-in and the redirect, if one is due. Without an answer the sign-in continues. */
export async function withPasskeyOffer(step: Step, page: PageContext): Promise<Step> {
  if (step.at !== 'redirect' || !page.config.methods.passkey || !hasPasskeys() || isSharedComputer()) return step;
  try {
    const { isOfferDue } = await import('../flows/passkey/passkey-offer.service.ts');
    return (await isOfferDue(page)) ? { at: 'passkeyOffer', url: step.url } : step;
  } catch {
    return step;
  }
}
