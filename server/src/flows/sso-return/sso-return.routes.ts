import { mask } from '@foyer/contract/rules/account-rules';
import type { CallResponse } from '@foyer/contract/call';
import { checkAuthorisation } from '@foyer/contract/flows/sso-return';
import type { FastifyInstance } from 'fastify';
import { type Services, inTransaction } from '../../services.ts';
import { oneOf } from '../../parts/sign-in/counted-factors.ts';
import { completeSignIn } from '../../parts/sign-in/complete-sign-in.ts';
import { recordSignIn } from '../../parts/sign-in/record-sign-in.ts';
import { ssoSignInData, storeAgreementFromRequest } from '../../parts/sso/complete-sso-sign-in.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import type { RequestContext } from '../../http/requests/request-context.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { AccessCode } from '../../store/sign-in/access-codes.ts';

type Response = CallResponse<typeof checkAuthorisation>;
type ReturnResult = { response: Response; method?: string; account?: string };

export function ssoReturnRoutes(server: FastifyInstance, services: Services) {
  handleCall(server, services, checkAuthorisation, async (_, context) => {
    const result = await inTransaction(services, (tx) => redeem(tx, context.accessCode ?? '', context));
    const { response, method = 'sso', account } = result;
    if (account) context.setLoggedAccount(account);
    return recordSignIn(services, context, response, { method, account });
  });
}

async function redeem(tx: Services, code: string, context: RequestContext): Promise<ReturnResult> {
  const { accessCodes, accounts, identities, retries } = tx.stores;
  // A code that was created without cookies is redeemed without them, and one with cookies by the same browser.
  const redeemed = await accessCodes.redeem(
    context.withoutCookies
      ? { code, pageKeys: context.pageKeys, browserId: context.ensureBrowserId() }
      : { code, browserId: context.browserId },
  );
  const accessCode = redeemed ?? (await accessCodes.findRedeemed({ code, browserId: context.browserId }));
  if (!accessCode) return { response: { is: 'ssoExpired' } };

  const { provider, subject, method, redirectUrl } = accessCode;
  const { refusal } = accessCode;
  const company = accessCode.company === null ? undefined : await tx.stores.companies.nameOf(accessCode.company);
  if (refusal === 'ssoCancelled') return { response: { is: refusal, data: { ...(company && { company }) } }, method };
  if (refusal) return { response: { is: refusal }, method };
  const find = async () =>
    provider !== null && subject !== null ? identities.find([{ provider, subject }]) : undefined;
  const found = await find();
  // The owner may unlink the company at this moment.
  if (found) await accounts.lockRow(found.account);
  const linked = found && (await find());
  const account = linked && (await accounts.findByOuid(linked.account));
  if (!account) return { response: { is: 'done', data: bindData(accessCode, company) }, method };

  const { ouid } = account;
  // The first response was lost: a new session replaces the one of that response.
  if (!redeemed && !account.disabledAt && (await retries.revokeSsoSignIn(code)) !== ouid)
    return { response: { is: 'ssoExpired' }, method, account: ouid };
  const signIn = {
    account: await storeAgreementFromRequest(tx, account, accessCode, context),
    method,
    factors: [oneOf(method, provider ?? '')],
    redirectUrl,
    usedHandleHash: sha256(code),
  };
  const result = await completeSignIn(tx, signIn, context);
  if (result.is !== 'done') return { response: result, method, account: ouid };
  const data = { loginStatus: true as const, ...ssoSignInData(account, result.data) };
  return { response: { is: 'done', data }, method, account: ouid };
}

/** An unlinked person binds an account next; the number and address of the company prefill the form. */
const bindData = ({ mobile, email, emailOnly }: AccessCode, company: string | undefined) => ({
  loginStatus: false as const,
  ...(company && { company }),
  ...(mobile && { loginMobile: mask(mobile) }),
  ...(email && { loginEmail: mask(email) }),
  ...(emailOnly && { loginLimit: 'EMAIL' as const }),
});
