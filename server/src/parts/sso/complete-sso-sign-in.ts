import type { SignedIn } from '@foyer/contract/flows/sign-in';
import type { Services } from '../../services.ts';
import { acceptAgreement } from '../sign-in/accept-agreement.ts';
import type { RequestContext } from '../../http/requests/request-context.ts';
import type { Account, AccountWithAgreement } from '../../store/accounts/accounts.ts';

/** Stores the agreement that the person gave before leaving for the company, when the account was not known yet. */
export async function storeAgreementFromRequest(
  { stores }: Services,
  account: AccountWithAgreement,
  { agreed }: { agreed: boolean },
  context: RequestContext,
): Promise<AccountWithAgreement> {
  if (!agreed || account.agreed || account.disabledAt) return account;
  await acceptAgreement(stores, account.ouid, context);
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
