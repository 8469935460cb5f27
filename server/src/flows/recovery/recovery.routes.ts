import type { CallResponse, RequestOf } from '@foyer/contract/call';
import { type RecoveryProof, askRecovery, getRecovery } from '@foyer/contract/flows/recovery';
import { recovery as limits } from '@foyer/contract/limits';
import { mask } from '@foyer/contract/rules/account-rules';
import { hours, minutes, seconds } from '@foyer/contract/time';
import type { FastifyInstance } from 'fastify';
import { handleCall } from '../../parts/access/handle-call.ts';
import type { RequestContext } from '../../http/requests/request-context.ts';
import { checkCode } from '../../parts/one-time-code/code-check.ts';
import { accountQuotaOwner, passwordQuota } from '../../parts/one-time-code/code-quotas.ts';
import { isEveryContactTold } from '../../parts/notices/notices.ts';
import { contactsOf } from '../../parts/recovery/recovery.ts';
import { findPendingSecondFactor } from '../../parts/sign-in/complete-second-factor.ts';
import { factorOf as contactFactors } from '../../parts/contact-change/change-contact.ts';
import { countedFactors, setBy } from '../../parts/sign-in/counted-factors.ts';
import { attemptRefusal, wrongPassword } from '../../parts/sign-in/password-refusals.ts';
import { hashing } from '../../platform/passwords.ts';
import { sha256 } from '../../platform/sha256.ts';
import { type Services, inTransaction } from '../../services.ts';

type Pending = NonNullable<Awaited<ReturnType<typeof findPendingSecondFactor>>>;
type Response = CallResponse<typeof askRecovery>;
type Request = RequestOf<typeof askRecovery>;
type Proven = { is: 'proven'; use(tx: Services): Promise<boolean> };
type Asked = { is: 'asked'; id: number; stopHandle: string; dueAt: Date } | Response;

const factorOf = { email: 'mail', password: 'password' } as const;
const bizTypes = ['RECOVER_FACTOR'] as const;

/** A person whose sign-in waits for a second factor has lost all of them. */
export function recoveryRoutes(server: FastifyInstance, services: Services) {
  const { clock, codeRecipients, config, log, notices, passwords, stores } = services;

  codeRecipients.RECOVER_FACTOR = async (preServiceId, context) => {
    const found = await findPendingSecondFactor(services, preServiceId, context);
    if (!found?.account.email || !proofsOf(services, found).includes('email')) return undefined;
    const { ouid, email } = found.account;
    return { account: ouid, recipient: { kind: 'email', value: email }, isRevealed: true };
  };

  handleCall(server, services, getRecovery, async ({ preServiceId }, context) => {
    const found = await findPendingSecondFactor(services, preServiceId, context);
    if (!found) return { is: 'unknownServiceId' };
    const { account } = found;
    context.setLoggedAccount(account.ouid);
    const proofs = proofsOf(services, found);
    const waiting = await stores.waitingContactChanges.findRecovery(account.ouid);
    return {
      is: 'done',
      data: {
        proofs,
        hours: config.recoveryDelay / hours(1),
        ...(proofs.includes('email') && account.email && { email: mask(account.email) }),
        ...(isNumberLost(services, found) && account.mobile && { mobile: mask(account.mobile) }),
        ...(waiting?.dueAt && { takesPlaceAt: waiting.dueAt.toISOString() }),
      },
    };
  });

  handleCall(server, services, askRecovery, async (request, context) => {
    const found = await findPendingSecondFactor(services, request.preServiceId, context);
    const { ouid } = found?.account ?? {};
    const record = (response: Response): Response => {
      log.info({
        event: 'recoveryAsked',
        id: context.requestId,
        by: request.proof,
        result: response.is,
        account: ouid,
      });
      return response;
    };
    if (!found) return record({ is: 'unknownServiceId' });
    const { account } = found;
    context.setLoggedAccount(account.ouid);
    // Also where the answer to an earlier request was lost. The offer says as much.
    const waiting = await stores.waitingContactChanges.findRecovery(account.ouid);
    if (waiting?.dueAt) return record(begun(waiting.dueAt));
    if (!proofsOf(services, found).includes(request.proof)) return record({ is: 'forbidden' });

    const proof = await prove(found, request, context);
    if (proof.is !== 'proven') return record(proof);
    const quota = { key: sha256('recoveries', account.ouid), limits: [limits.limit] };
    const consumed = await stores.quotas.consume([quota]);
    if (consumed.is === 'refused') return record({ is: 'tooManyRequests', data: { retryAfter: consumed.retryAfter } });
    const asked = await ask(request, proof, context);
    if (asked.is !== 'asked') {
      await consumed.refund();
      return record(asked);
    }
    const { id, stopHandle, dueAt } = asked;
    const told = await notices.sendAndWait(account, 'recoveryAsked', context, { undoHandle: stopHandle, dueAt });
    // Where one contact receives nothing, the other one alone learns of it.
    const reached = told.filter(({ result }) => result === 'accepted').map(({ by }) => by);
    if (isEveryContactTold(account, told) && proofsOf(services, found, reached).includes(request.proof)) {
      await stores.waitingContactChanges.start(id, dueAt);
      return record(begun(dueAt));
    }
    await inTransaction(services, async (tx) => {
      await tx.stores.waitingContactChanges.stop(stopHandle);
      await tx.stores.audit.record({ account: account.ouid, type: 'recoveryDropped' }, context);
    });
    await consumed.refund();
    return record({ is: 'providerError' });
  });

  const begun = (dueAt: Date): Response => ({ is: 'done', data: { takesPlaceAt: dueAt.toISOString() } });

  async function prove({ account }: Pending, request: Request, context: RequestContext): Promise<Proven | Response> {
    if (request.proof === 'email') {
      const lookup = { serviceId: request.serviceId, browserId: context.browserId, bizTypes };
      const checked = await checkCode(services, lookup, request.credentials, context);
      if (checked.is !== 'right') return checked;
      const { previousHandleHash, recipient } = checked.details;
      if (previousHandleHash !== sha256(request.preServiceId) || recipient.value !== account.email)
        return { is: 'unknownServiceId' };
      return { is: 'proven', use: async (tx) => (await tx.stores.codes.useVerified(lookup)) !== undefined };
    }
    const { ouid, passwordHash } = account;
    const principal = account.mobile ?? account.email ?? ouid;
    const slot = passwords.reserveSlot();
    if (!slot) return { is: 'busy', data: { retryAfter: hashing.retryAfter / seconds(1) } };
    try {
      // Whatever the client IP: a sign-in asks for a code instead after many wrong passwords, which the thief of one may have.
      const owner = await accountQuotaOwner(stores, account, context.browserId ?? '');
      const counted = await stores.quotas.consume([passwordQuota(ouid, owner, config.limits.codes)]);
      if (counted.is === 'refused') return { is: 'tooManyRequests', data: { retryAfter: counted.retryAfter } };
      const attempt = await stores.passwordAttempts.count({ principal, account: ouid, clientIp: context.clientIp });
      if (attempt.is !== 'allowed') {
        await counted.refund();
        return attemptRefusal(attempt);
      }
      const isRight = await slot.matches(passwordHash, request.credentials);
      if (!isRight || !attempt.isAccountWithinLimit) {
        await stores.audit.record({ account: ouid, type: 'proofFailed', factor: 'password' }, context);
        return wrongPassword(attempt.attemptsLeft, config.limits.wrongPasswords.lockFor);
      }
      await counted.refund();
    } finally {
      slot.release();
    }
    await stores.passwordAttempts.recordSuccess(principal, ouid, context.clientIp);
    return {
      is: 'proven',
      // A password that was changed while it was compared is wrong now.
      use: async (tx) => (await tx.stores.accounts.lockRowUnlessPasswordChanged(account)) !== undefined,
    };
  }

  /** Every condition is read again under the lock of the account. */
  const ask = ({ preServiceId, proof }: Request, { use }: Proven, context: RequestContext) =>
    inTransaction<Asked>(services, async (tx, rollback) => {
      const { accounts, audit, waitingContactChanges } = tx.stores;
      const before = await findPendingSecondFactor(tx, preServiceId, context);
      if (!before) return { is: 'unknownServiceId' };
      await accounts.lockRow(before.account.ouid);
      const found = await findPendingSecondFactor(tx, preServiceId, context);
      if (!found || !proofsOf(tx, found).includes(proof)) return { is: 'unknownServiceId' };
      const { account, pending } = found;
      const { ouid, email } = account;
      await waitingContactChanges.dropUnstartedRecovery(ouid, clock.now() - minutes(10));
      const proven = [...pending.factors, factorOf[proof]].join(', ');
      const asked = await waitingContactChanges.ask({
        account: ouid,
        kind: 'secondFactor',
        before: contactsOf(account),
        after: contactsOf(isNumberLost(services, found) ? { mobile: null, email } : account),
        reason: proven,
        askedBy: 'person',
      });
      if (!asked) {
        const waiting = await waitingContactChanges.findRecovery(ouid);
        return waiting?.dueAt ? begun(waiting.dueAt) : { is: 'busy' };
      }
      if (!(await use(tx))) return rollback({ is: 'expiredCode' });
      await audit.record({ account: ouid, type: 'recoveryAsked', details: { proven } }, context);
      return { is: 'asked', ...asked, dueAt: new Date(clock.now() + config.recoveryDelay) };
    });
}

/** Also where no code to it was asked for, as after a password that one has set: with the second factor off, one is enough. */
const isNumberLost = ({ messenger }: Services, { account, pending }: Pending) =>
  account.mobile !== null && messenger.sms !== undefined && !pending.factors.includes('sms');

/**
 * What is another proof than those of the sign-in. Only of a sign-in: the first factor of a session may be days old. Without a
 * contact that stays, no one would learn of it.
 */
function proofsOf(
  services: Services,
  found: Pending,
  reached = contactsReachedBy(services.messenger, found.account),
): RecoveryProof[] {
  const { clock, config, messenger } = services;
  const { account, pending, factors } = found;
  const hasMail = account.email !== null && messenger.mail !== undefined;
  const isAsked = pending.awaiting === 'secondFactor' && factors.length > 0;
  const isPossible = config.recoveryDelay > 0 && isAsked && reached.length > 0;
  if (!isPossible || account.disabledAt || (isNumberLost(services, found) && !hasMail)) return [];
  // The only contact learns of it alone: what a code to it has set or linked may be its thief's, however old that is.
  const [only, ...others] = reached.map((kind) => contactFactors[kind]);
  const isByOnly = (factor: string) => others.length === 0 && setBy(account, factor).includes(only ?? '');
  const asProven = (factor: string) => (isByOnly(factor) ? only! : factor);
  const counted = (proven: readonly string[]) => countedFactors(account, proven.map(asProven), clock.now()).length;
  const has: Record<RecoveryProof, boolean> = { password: account.passwordHash !== null, email: hasMail };
  return (Object.keys(has) as RecoveryProof[]).filter(
    (proof) => has[proof] && counted([...pending.factors, factorOf[proof]]) > counted(pending.factors),
  );
}

/** The contacts for which there is a gateway or a mail server. */
const contactsReachedBy = ({ sms, mail }: Services['messenger'], { mobile, email }: Pending['account']) => [
  ...(mobile !== null && sms ? (['mobile'] as const) : []),
  ...(email !== null && mail ? (['email'] as const) : []),
];
