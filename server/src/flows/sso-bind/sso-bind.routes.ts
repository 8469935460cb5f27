import type { Principal } from '@foyer/contract/rules/account-rules';
import type { CallResponse, RequestOf } from '@foyer/contract/call';
import { checkBindCode, sendBindCode } from '@foyer/contract/flows/sso-bind';
import type { FastifyInstance } from 'fastify';
import { type Services, inTransaction } from '../../services.ts';
import { factorOf } from '../../parts/contact-change/change-contact.ts';
import { refuseReservedContact } from '../../parts/contact-change/reserved-contact.ts';
import { completeSignIn } from '../../parts/sign-in/complete-sign-in.ts';
import { recordNewFactor } from '../../parts/sign-in/new-factors.ts';
import { recordSignIn } from '../../parts/sign-in/record-sign-in.ts';
import { checkCode } from '../../parts/one-time-code/code-check.ts';
import { sendCode } from '../../parts/one-time-code/code-sender.ts';
import { ssoSignInData, storeAgreementFromRequest } from '../../parts/sso/complete-sso-sign-in.ts';
import { signOutEverywhere } from '../../parts/sign-in/sign-out-everywhere.ts';
import { isExtraCodeToken } from '../../parts/one-time-code/extra-code.ts';
import { consumeHumanCheckToken } from '../../parts/one-time-code/human-check-token.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import type { RequestContext } from '../../http/requests/request-context.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { AccessCode, AccessCodeLookup } from '../../store/sign-in/access-codes.ts';
import type { AccountWithAgreement } from '../../store/accounts/accounts.ts';
import type { CodeDetails } from '../../store/credentials/codes.ts';

type SendResponse = CallResponse<typeof sendBindCode>;
type Response = CallResponse<typeof checkBindCode>;
type BindResult = { response: Response; method?: string; account?: string };
type Rollback = (result: BindResult) => never;

export function ssoBindRoutes(server: FastifyInstance, services: Services) {
  const { log, metrics, stores } = services;

  handleCall(server, services, sendBindCode, async ({ type, credentials, robotModel }, context) => {
    const kind = type === 'MOBILE' ? 'mobile' : 'email';
    const response = await send(kind, credentials, robotModel, context);
    log.info({ event: 'codeSent', id: context.requestId, bizType: 'SSO_BIND', by: kind, result: response.is });
    metrics.codeSent(kind, 'SSO_BIND', response.is);
    return response;
  });

  async function send(
    kind: Principal['kind'],
    typed: string | undefined,
    humanCheckToken: string | undefined,
    context: RequestContext,
  ): Promise<SendResponse> {
    const access = accessLookupOf(context);
    const accessCode = access && (await stores.accessCodes.findBindable(access));
    if (!accessCode) return { is: 'ssoExpired' };
    if (accessCode.emailOnly && kind === 'mobile') return { is: 'emailOnly' };
    const value = typed ?? accessCode[kind];
    if (!value) return { is: 'malformed' };
    const refusal = await consumeHumanCheckToken(services, humanCheckToken, context);
    if (refusal) return refusal;
    const recipient = { kind, value };
    const message = { bizType: 'SSO_BIND', recipient, previousHandle: access.code, content: 'code' } as const;
    const isExtra = isExtraCodeToken(humanCheckToken);
    const sent = await sendCode(services, { ...message, isExtra, isRevealed: true }, context);
    return sent.is === 'done' ? { is: 'done', data: { authCodeId: sent.serviceId } } : sent;
  }

  handleCall(server, services, checkBindCode, async (request, context) => {
    const access = accessLookupOf(context);
    const expired: BindResult = { response: { is: 'ssoExpired' } };
    const { response, method = 'sso', account } = access ? await checkAndBind(access, request, context) : expired;
    if (account) context.setLoggedAccount(account);
    return recordSignIn(services, context, response, { event: 'companyBound', method, account });
  });

  async function checkAndBind(
    access: AccessCodeLookup,
    { code, authCodeId }: RequestOf<typeof checkBindCode>,
    context: RequestContext,
  ): Promise<BindResult> {
    const lookup = { serviceId: authCodeId, browserId: context.browserId, bizTypes: ['SSO_BIND'] } as const;
    // A code that was sent for another access code proves nothing for this one.
    const isForAccessCode = ({ previousHandleHash }: CodeDetails) => previousHandleHash === sha256(access.code);

    const bindable = await stores.accessCodes.findBindable(access);
    if (!bindable) return inTransaction(services, bindAgain);
    const status = await stores.codes.status(lookup);
    if (status.is === 'unknown' || !isForAccessCode(status.details))
      return { response: { is: 'unknownServiceId' }, method: bindable.method };
    const checked = await checkCode(services, lookup, code, context);
    if (checked.is !== 'right') return { response: checked, method: bindable.method };
    return { method: bindable.method, ...(await inTransaction(services, bind)) };

    async function bind(tx: Services, rollback: Rollback): Promise<BindResult> {
      const { accessCodes, accounts, audit, codes } = tx.stores;
      const verified = await codes.useVerified(lookup, code);
      const accessCode = verified && (await accessCodes.bind(access));
      if (!accessCode) return { response: { is: 'ssoExpired' } };

      const found = await accounts.findLocked(verified.recipient);
      if (found && isInvited(found)) {
        await accounts.removePassword(found.ouid);
        // A thief of the code must not change the contacts then, now that the account can give no other proof.
        await recordNewFactor(tx, found.ouid, 'password', [factorOf[verified.recipient.kind]]);
        await audit.record({ account: found.ouid, type: 'passwordRemoved' }, context);
        await signOutEverywhere(tx.stores, found.ouid);
      }
      if (found) return signIn(tx, rollback, found, accessCode, verified);
      const reserved = await refuseReservedContact(tx, verified.recipient);
      if (reserved) return rollback({ method: accessCode.method, response: reserved });
      const { account, isNew } = await accounts.findOrCreate(verified.recipient);
      if (isNew)
        await audit.record({ account: account.ouid, type: 'accountCreated', method: accessCode.method }, context);
      return signIn(tx, rollback, account, accessCode, verified, isNew);
    }

    /** The first response was lost: a new session replaces the one of that response. */
    async function bindAgain(tx: Services, rollback: Rollback): Promise<BindResult> {
      const { accessCodes, accounts, codes, retries } = tx.stores;
      const accessCode = await accessCodes.findBound(access);
      const used = await codes.status(lookup);
      if (!accessCode || used.is === 'unknown' || !isForAccessCode(used.details))
        return { response: { is: 'ssoExpired' } };
      const ouid = await retries.revokeSignIn(lookup, code);
      // The owner may have replaced the number or address since, and unlinked the company.
      const account = await accounts.findLocked(used.details.recipient);
      return account && account.ouid === ouid
        ? signIn(tx, rollback, account, accessCode, used.details)
        : { response: { is: 'ssoExpired' } };
    }

    async function signIn(
      tx: Services,
      rollback: Rollback,
      account: AccountWithAgreement,
      accessCode: AccessCode,
      { recipient }: CodeDetails,
      isNewAccount = false,
    ): Promise<BindResult> {
      const { method, provider, subject, redirectUrl } = accessCode;
      if (provider === null || subject === null) return { response: { is: 'ssoExpired' } };
      const linking = {
        account: await storeAgreementFromRequest(tx, account, accessCode, context),
        method,
        // The company is linked by this sign-in: it counts from the next one on.
        factors: [factorOf[recipient.kind]],
        redirectUrl,
        usedHandleHash: sha256(authCodeId),
        link: [{ provider, subject }],
        isNewAccount,
      };
      const result = await completeSignIn(tx, linking, context);
      const bound = { method, account: account.ouid };
      // After a rollback the person can use the same access code with another number or address.
      if (result.is === 'boundElsewhere' || result.is === 'accountDisabled')
        return rollback({ ...bound, response: result });
      if (result.is !== 'done') return { ...bound, response: result };
      return { ...bound, response: { is: 'done', data: ssoSignInData(account, result.data) } };
    }
  }
}

/** Every browser has an ID by now, with cookies or without. */
function accessLookupOf({ accessCode, browserId }: RequestContext): AccessCodeLookup | undefined {
  return accessCode !== undefined && browserId !== undefined ? { code: accessCode, browserId } : undefined;
}

/** A company created the account and no one has signed in yet, so the password may not be the person's own. */
const isInvited = ({ idNumber, lastSignInAt, identityCheckedAt }: AccountWithAgreement) =>
  idNumber !== null && lastSignInAt === null && identityCheckedAt === null;
