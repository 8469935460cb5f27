import { agreementVersion } from '@foyer/contract/agreement-version';
import type { SignedIn } from '@foyer/contract/flows/sign-in';
import type { Services } from '../../services.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { Account, KnownAccount } from '../../store/accounts.ts';
import { consentStore } from '../../store/consents.ts';

/** What the two ends of a company's sign-in, known and newly bound, have in common. */
export function createCompleteSsoSignIn({ database, clock }: Services) {
  const consents = consentStore(database.sql);

  return {
    /** The agreement was ticked before leaving for the company; who it was is known only now. */
    async agreeIfTicked(
      account: KnownAccount,
      { agreed }: { agreed: boolean },
      context: RequestContext,
    ): Promise<KnownAccount> {
      if (!agreed || account.agreed || account.disabledAt) return account;
      const { language } = context;
      const agreedAt = new Date(clock.now());
      await consents.add({ account: account.ouid, version: agreementVersion, language, agreedAt });
      return { ...account, agreed: true };
    },

    /** A sign-in in the words of the company's calls. */
    told: (
      { realNameAt }: Account,
      { ouid, url, mobile, preServiceId, loginDoubleCheck, needAgreement }: SignedIn,
    ) => ({
      ...(url && { targetUrl: url }),
      realNameStatus: realNameAt !== null,
      accountId: ouid,
      loginDoubleCheck,
      ...(mobile && { mobile }),
      ...(preServiceId && { preServiceId }),
      needAgreement,
    }),
  };
}
