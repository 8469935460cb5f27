import { type Principal, readAccount } from '@foyer/contract/rules/account-rules';
import type { CallResponse } from '@foyer/contract/call';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { seconds } from '@foyer/contract/time';
import type { FastifyInstance } from 'fastify';
import { type Services, inTransaction } from '../../services.ts';
import { passwordQuota } from '../../parts/one-time-code/code-quotas.ts';
import { consumeHumanCheckToken } from '../../parts/one-time-code/human-check-token.ts';
import { completeSignIn } from '../../parts/sign-in/complete-sign-in.ts';
import { attemptRefusal, wrongPassword } from '../../parts/sign-in/password-refusals.ts';
import { recordSignIn } from '../../parts/sign-in/record-sign-in.ts';
import { rememberedPrincipal } from '../../parts/sign-in/remembered-accounts.ts';
import { resolveRedirect } from '../../parts/sign-in/resolve-redirect.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import type { RequestContext } from '../../http/requests/request-context.ts';
import { hashing } from '../../platform/passwords.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import type { AccountWithAgreement } from '../../store/accounts/accounts.ts';

type Response = CallResponse<typeof commitPassword>;
type RefusalAfterFailures = { is: 'needsCode' | 'needsHumanCheck' | 'humanCheckFailed' | 'humanCheckExpired' };
/** From this many wrong passwords for an account name on, an attempt gets this refusal. */
type FailureLimit = { failures: number; refusal: 'needsCode' | 'needsHumanCheck' };

export function passwordLoginRoutes(server: FastifyInstance, services: Services) {
  const { config, log, messenger, passwords, stores } = services;
  const { accounts, importedPasswords, knownBrowsers, passwordAttempts } = stores;
  const { lockFor, beforeHumanCheck, beforeCode } = config.limits.wrongPasswords;

  handleCall(server, services, commitPassword, async (request, context) => {
    const { credentials, redirectUrl, auth, plain } = request;
    const isRememberedAccount = 'preServiceId' in request;
    const principal = isRememberedAccount
      ? await rememberedPrincipal(services, request.preServiceId, context)
      : readAccount(request.principal);
    if (!principal) return { is: isRememberedAccount ? 'unknownServiceId' : 'malformed' };
    if (plain && sha256Hex(plain.password) !== credentials) return { is: 'malformed' };
    const { clientIp, browserId = '' } = context;
    const sentPassword = { principal: principal.value, clientIp, credentials };
    const record = (response: Response, account?: string) =>
      recordSignIn(services, context, response, { method: 'password', account });

    const slot = passwords.reserveSlot(plain ? 'imported' : 'own');
    if (!slot) return record({ is: 'busy', data: { retryAfter: hashing.retryAfter / seconds(1) } });
    try {
      const [account, hasSignedInHere] = await Promise.all([
        accounts.find(principal),
        knownBrowsers.isKnown(principal, browserId),
      ]);
      const reportUnreadable = () =>
        log.error({ event: 'passwordHashUnreadable', id: context.requestId, account: account?.ouid });

      // A request with `plain` follows a `needsPlainPassword` response. The first request has counted the attempt. With
      // an unknown handle it is a new attempt, which is counted below.
      const countedAttempt = plain && (await importedPasswords.usePlainRequest(plain.serviceId, sentPassword));
      if (plain && countedAttempt) {
        const { hash, compareWith } = await importedPasswords.find(account?.ouid, principal.value);
        const isSame = await slot.matchesImported(compareWith, plain.password, reportUnreadable);
        const isRight = isSame && hash !== undefined && countedAttempt.mayPass;
        // `replace` fails if the person has set a password meanwhile: then the imported one is not valid any more.
        if (
          !account ||
          !isRight ||
          !(await importedPasswords.replace(account.ouid, hash, await slot.hash(credentials)))
        )
          return record(wrongPassword(countedAttempt.attemptsLeft, lockFor), account?.ouid);
        log.info({ event: 'importedPasswordReplaced', id: context.requestId, account: account.ouid });
        return record(await signIn(account, countedAttempt.attemptsLeft), account.ouid);
      }

      const isKnownBrowser =
        account !== undefined && hasSignedInHere && (await hasGuessesLeft(account.ouid, browserId));
      // An attempt that is refused here is not counted, because no password is compared.
      const checked = isKnownBrowser ? { is: 'allowed' as const } : await checkFailures(principal, auth, context);
      if (checked.is !== 'allowed') return record(checked);

      const { limit } = checked;
      const attempt = await passwordAttempts.count({
        principal: principal.value,
        account: account?.ouid ?? principal.value,
        clientIp,
        maxFailures: limit?.failures,
      });
      // Other requests have reached the limit since `checkFailures` read the count. This one stays counted for its account
      // name and client IP.
      if (limit && attempt.is === 'tooManyFailures') return record({ is: limit.refusal });
      // Recorded without the account: nothing is compared, and a script must not fill the account's list of activity.
      if (attempt.is !== 'allowed') return record(attemptRefusal(attempt));

      // At one client IP, the mobile number and the e-mail address of an account share one limit. Over the limit, even the
      // right password gets the response of a wrong one, except in a known browser.
      const mayPass = attempt.isAccountWithinLimit || isKnownBrowser;
      // Without an account or a password, a dummy hash is compared, so that the time reveals nothing.
      const isRight = await slot.matches(account?.passwordHash, credentials, reportUnreadable);
      if (!account || !isRight || !mayPass) {
        const { attemptsLeft } = attempt;
        // While there are imported passwords, every account name is asked for the password itself, so that the answer does
        // not reveal which accounts were imported.
        const serviceId = await importedPasswords.requestPlain(sentPassword, { attemptsLeft, mayPass });
        if (serviceId) return record({ is: 'needsPlainPassword', data: { serviceId } }, account?.ouid);
        return record(wrongPassword(attemptsLeft, lockFor), account?.ouid);
      }

      if (account.passwordHash && passwords.isOutdated(account.passwordHash))
        await accounts.replacePasswordHash(account.ouid, account.passwordHash, await slot.hash(credentials));
      return record(await signIn(account, attempt.attemptsLeft), account.ouid);
    } finally {
      slot.release();
    }

    async function signIn(account: AccountWithAgreement, attemptsLeft: number): Promise<Response> {
      const { ouid } = account;
      context.setLoggedAccount(ouid);
      const proven = { method: 'password', factors: ['password'] } as const;
      const redirect = { redirectUrl: resolveRedirect(config, context, redirectUrl) };
      return inTransaction(services, async (tx): Promise<Response> => {
        // The account may have been changed while the password was compared. A password that was changed is wrong now.
        const locked = await tx.stores.accounts.lockRowUnlessPasswordChanged(account);
        if (!locked) return wrongPassword(attemptsLeft, lockFor);
        const current = { ...account, ...locked };
        const failedAttempts = await tx.stores.passwordAttempts.recordSuccess(sentPassword.principal, ouid, clientIp);
        return completeSignIn(tx, { ...proven, ...redirect, account: current, failedAttempts }, context);
      });
    }
  });

  async function hasGuessesLeft(account: string, browserId: string) {
    const quota = passwordQuota(account, browserId, config.limits.codes);
    return (await stores.quotas.consume([quota])).is === 'consumed';
  }

  /**
   * After many wrong passwords for an account name from any client IP, an unknown browser needs a human check, and after
   * many more a code instead.
   */
  async function checkFailures(
    { kind, value }: Principal,
    auth: string | undefined,
    context: RequestContext,
  ): Promise<{ is: 'allowed'; limit?: FailureLimit } | RefusalAfterFailures> {
    const failures = await passwordAttempts.failures(value);
    // Where no code can be sent, the human check is all that can be asked for.
    const canSendCode = messenger[kind === 'mobile' ? 'sms' : 'mail'] !== undefined;
    if (canSendCode && failures >= beforeCode) return { is: 'needsCode' };
    if (failures < beforeHumanCheck)
      return { is: 'allowed', limit: { failures: beforeHumanCheck, refusal: 'needsHumanCheck' } };
    const refusal = await consumeHumanCheckToken(services, auth, context);
    if (refusal) return refusal;
    return { is: 'allowed', ...(canSendCode && { limit: { failures: beforeCode, refusal: 'needsCode' } }) };
  }
}
