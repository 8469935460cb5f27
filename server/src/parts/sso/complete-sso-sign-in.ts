import type { SignedIn } from '@foyer/contract/flows/sign-in';
import type { Services } from '../../services.ts';
import { giveConsent } from '../sign-in/give-consent.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { Account, AccountWithConsent } from '../../store/accounts/accounts.ts';

/** Stores the consent that the person gave before leaving for the company, when the account was not known yet. */
export async function storeConsentFromRequest(
  { stores }: Services,
  account: AccountWithConsent,
  { agreed }: { agreed: boolean },
  context: RequestContext,
): Promise<AccountWithConsent> {
  if (!agreed || account.agreed || account.disabledAt) return account;
  await giveConsent(stores, account.ouid, context);
  return { ...account, agreed: true };
}

/** The data of a completed sign-in, in the shape of the SSO calls. */
export const ssoSignInData = (
  { realNameAt }: Account,
  { ouid, url, mobile, preServiceId, secondFactors, secondFactorDueBy, loginDoubleCheck, needAgreement }: SignedIn,
) => ({
  ...(url && { targetUrl: url }),
  realNameStatus: realNameAt !== null,
  accountId: ouid,
  loginDoubleCheck,
  ...(mobile && { mobile }),
  ...(preServiceId && { preServiceId }),
  ...(secondFactors && { secondFactors }),
  ...(secondFactorDueBy && { secondFactorDueBy }),
  needAgreement,
});
