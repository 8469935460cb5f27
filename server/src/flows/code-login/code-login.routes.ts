import { readAccount } from '@foyer/contract/rules/account-rules';
import { agreementVersion } from '@foyer/contract/agreement-version';
import type { CallResponse } from '@foyer/contract/call';
import { commitCode } from '@foyer/contract/flows/code-login';
import type { FastifyInstance } from 'fastify';
import { type Services, inTransaction } from '../../services.ts';
import { type ProvenSignIn, completeSignIn } from '../../parts/sign-in/complete-sign-in.ts';
import { refuseReservedContact } from '../../parts/contact-change/reserved-contact.ts';
import { acceptAgreement } from '../../parts/sign-in/accept-agreement.ts';
import { recordSignIn } from '../../parts/sign-in/record-sign-in.ts';
import { codeStatus, countMisuse } from '../../parts/one-time-code/code-check.ts';
import { rememberedPrincipal } from '../../parts/sign-in/remembered-accounts.ts';
import { resolveRedirect } from '../../parts/sign-in/resolve-redirect.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { AccountWithAgreement } from '../../store/accounts/accounts.ts';

type Response = CallResponse<typeof commitCode>;
type SignInOutcome = { response: Response; ouid?: string };

/** A person who wanted to register and already has an account signs in with the code of the registration. */
const bizTypes = ['REGISTER_LOGIN', 'REGISTER'] as const;

export function codeLoginRoutes(server: FastifyInstance, services: Services) {
  const { config, stores } = services;

  handleCall(server, services, commitCode, async (request, context) => {
    const { serviceId, agreed, redirectUrl } = request;
    const record = (response: Response, account?: string) =>
      recordSignIn(services, context, response, { method: 'code', account });

    const lookup = { serviceId, browserId: context.browserId, bizTypes };
    const principal =
      'preServiceId' in request
        ? await rememberedPrincipal(services, request.preServiceId, context)
        : readAccount(request.principal);
    const status = principal ? await codeStatus(services, lookup, principal) : await countMisuse(services, lookup);
    if (status.is !== 'verified' && status.is !== 'usedOrExpired') return record({ is: 'unknownServiceId' });
    const { details } = status;

    if (status.is === 'usedOrExpired') return finish(await inTransaction(services, signInAgain));
    const found = await stores.accounts.find(details.recipient);
    if (!found && details.bizType === 'REGISTER') {
      await countMisuse(services, lookup);
      return record({ is: 'unknownServiceId' });
    }
    const reserved = found ? undefined : await refuseReservedContact(services, details.recipient);
    if (reserved) return record(reserved);
    // A new account needs agreement first. The verified code stays valid, so that the same call can be repeated with agreement.
    if (!found && !agreed) return record({ is: 'needsAgreement', data: { version: agreementVersion } });
    // Usually one statement uses the code and opens the session. A disabled account goes through the transaction below, so
    // that its code is used too.
    if (found && !found.disabledAt) {
      const code = { lookup, recipient: details.recipient.value };
      const response = await completeSignIn(services, { ...provenBy(found), code }, context);
      if (response.is !== 'codeNotUsed') return finish({ response, ouid: found.ouid });
    }
    return finish(await inTransaction(services, (tx) => signIn(tx, found !== undefined)));

    async function finish({ response, ouid }: SignInOutcome): Promise<Response> {
      if (ouid) context.setLoggedAccount(ouid);
      return record(response, ouid);
    }

    async function signIn(tx: Services, isFound: boolean): Promise<SignInOutcome> {
      const { audit, codes, accounts } = tx.stores;
      if (!(await codes.useVerified(lookup))) return { response: { is: 'expiredCode' } };
      // Read again: the owner may have replaced the contact, or switched the second factor on, since the call began.
      const existing = isFound ? await accounts.findLocked(details.recipient) : undefined;
      if (isFound && !existing) return { response: { is: 'expiredCode' } };
      if (existing) return complete(tx, existing, false);
      const { account, isNew } = await accounts.findOrCreate(details.recipient);
      if (!isNew) return complete(tx, account, false);
      await audit.record({ account: account.ouid, type: 'accountCreated', method: 'code' }, context);
      await acceptAgreement(tx.stores, account.ouid, context);
      await codes.setCreatedAccount(serviceId, account.ouid);
      return complete(tx, { ...account, agreed: true }, true);
    }

    /** The first response was lost: a new session replaces the one of that response. */
    async function signInAgain(tx: Services): Promise<SignInOutcome> {
      // Locked first, as by a sign-out everywhere, which ends the session too.
      const account = await tx.stores.accounts.findLocked(details.recipient);
      const ouid = account && (await tx.stores.retries.revokeSignIn(lookup));
      const isSame = ouid !== undefined && ouid === account?.ouid;
      return isSame ? complete(tx, account, details.account === ouid) : { response: { is: 'expiredCode' } };
    }

    function provenBy(account: AccountWithAgreement): ProvenSignIn {
      return {
        account,
        method: 'code',
        factors: [details.recipient.kind === 'mobile' ? 'sms' : 'mail'],
        redirectUrl: resolveRedirect(config, context, redirectUrl),
        usedHandleHash: sha256(serviceId),
      };
    }

    async function complete(tx: Services, account: AccountWithAgreement, isNew: boolean): Promise<SignInOutcome> {
      const { ouid } = account;
      const result = await completeSignIn(tx, provenBy(account), context);
      if (!isNew || result.is !== 'done') return { response: result, ouid };
      const setPwdServiceId = await tx.stores.passwordSetups.create(ouid);
      return { response: { is: 'done', data: { ...result.data, newUser: true, setPwdServiceId } }, ouid };
    }
  });
}
