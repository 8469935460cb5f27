import type { CallResponse } from '@foyer/contract/call';
import {
  type ContactKind,
  changeContact,
  getContactUndo,
  removeContact,
  sendContactCode,
  undoContactChange,
} from '@foyer/contract/flows/contact-change';
import { mask, readAccount } from '@foyer/contract/rules/account-rules';
import type { FastifyInstance } from 'fastify';
import { type Services, inTransaction } from '../../services.ts';
import { type ContactRefusal, handleCall } from '../../parts/access/handle-call.ts';
import type { RequestContext } from '../../http/requests/request-context.ts';
import { startClosure } from '../../parts/account-closure/start-closure.ts';
import {
  type ContactChangeResult,
  changeContactOf,
  contactNotice,
  factorOf,
  maskedChange,
} from '../../parts/contact-change/change-contact.ts';
import { checkCode, codeStatus } from '../../parts/one-time-code/code-check.ts';
import { sendCode } from '../../parts/one-time-code/code-sender.ts';
import { isExtraCodeToken } from '../../parts/one-time-code/extra-code.ts';
import { consumeHumanCheckToken } from '../../parts/one-time-code/human-check-token.ts';
import { removedBy, stoppedNotice, stoppedValues } from '../../parts/recovery/recovery.ts';
import { recordNewFactor } from '../../parts/sign-in/new-factors.ts';
import { signOutEverywhere } from '../../parts/sign-in/sign-out-everywhere.ts';
import { serviceContext } from '../../store/audit.ts';
import type { TakenBack, UndoResult } from '../../store/accounts/contact-changes.ts';
import { isUniqueViolation } from '../../database/database.ts';

type Changed = ContactChangeResult & { is: 'changed' };
type ChangeResponse = CallResponse<typeof changeContact>;
const isUnproven = (result: { is: string }): result is ContactRefusal =>
  ['notSignedIn', 'needsFreshProof', 'contactsTooSoon'].includes(result.is);
const bizTypes = ['CHANGE_CONTACT'] as const;
const undoBizTypes = ['UNDO_CONTACT'] as const;

export function contactChangeRoutes(server: FastifyInstance, services: Services) {
  const { config, log, metrics, notices, stores } = services;

  handleCall(server, services, sendContactCode, async ({ principal, auth }, context, proof) => {
    const recipient = readAccount(principal);
    if (!recipient) return { is: 'malformed' };
    const refusal = await consumeHumanCheckToken(services, auth, context);
    if (refusal) return refusal;
    // Also to a contact of another account: only a person who receives the code learns that it has one.
    const message = { bizType: bizTypes[0], recipient, account: proof.account.ouid, content: 'code' } as const;
    const isExtra = isExtraCodeToken(auth);
    const sent = await sendCode(services, { ...message, isExtra, isRevealed: true }, context);
    const line = { bizType: bizTypes[0], by: recipient.kind, result: sent.is, address: context.maskedIp };
    log.info({ event: 'codeSent', id: context.requestId, ...line });
    metrics.codeSent(recipient.kind, bizTypes[0], sent.is);
    return sent.is === 'done' ? { is: 'done', data: { serviceId: sent.serviceId } } : sent;
  });

  handleCall(server, services, changeContact, async ({ serviceId, credentials }, context, proof) => {
    const { ouid } = proof.account;
    const lookup = { serviceId, browserId: context.browserId, bizTypes };
    const status = await codeStatus(services, lookup);
    // A code that was sent while another account was signed in proves nothing for this one.
    if (status.is === 'unknown' || status.details.account !== ouid) return { is: 'unknownServiceId' };
    if (status.is === 'usedOrExpired') return repeatedResponse();
    const checked = await checkCode(services, lookup, credentials, context);
    if (checked.is !== 'right') return checked;

    const { kind } = checked.details.recipient;
    const result = await proof
      .change<ContactChangeResult | { is: 'expiredCode' }>(async (tx, current, rollback) => {
        const verified = await tx.stores.codes.useVerified(lookup, credentials);
        if (!verified) return rollback({ is: 'expiredCode' });
        const { id: session, factors: proven } = current.session;
        const contact = { kind, after: verified.recipient.value, proven, session };
        return changeContactOf(tx, ouid, contact, context);
      })
      .catch((error: unknown): ContactChangeResult => {
        // Another account has got the contact at this moment.
        if (isUniqueViolation(error)) return { is: 'contactTaken' };
        throw error;
      });
    log.info({ event: 'contactChanged', id: context.requestId, by: kind, result: result.is, account: ouid });
    if (isUnproven(result)) return result;
    if (result.is === 'expiredCode') return repeatedResponse();
    if (result.is === 'contactTaken') return { is: 'contactTaken', data: { kind } };
    if (result.is === 'changed') notify(result, kind, checked.details.recipient.value, context);
    return { is: 'done', data: null };

    /** The response may have been lost: the same code again gets the same response. */
    async function repeatedResponse(): Promise<ChangeResponse> {
      const wasUsed = await stores.retries.wasUsedWith(lookup, credentials);
      const recipient = status.is === 'unknown' ? undefined : status.details.recipient;
      const isDone = wasUsed && recipient && proof.account[recipient.kind] === recipient.value;
      return isDone ? { is: 'done', data: null } : { is: 'expiredCode' };
    }
  });

  handleCall(server, services, removeContact, async ({ kind }, context, proof) => {
    const { ouid } = proof.account;
    const result = await proof.change<ContactChangeResult>(async (tx, current, rollback) => {
      const contact = { kind, after: null, proven: [], session: current.session.id };
      const removed = await changeContactOf(tx, ouid, contact, context);
      return removed.is === 'changed' ? removed : rollback(removed);
    });
    log.info({ event: 'contactChanged', id: context.requestId, by: kind, result: result.is, account: ouid });
    if (isUnproven(result)) return result;
    if (result.is === 'changed') notify(result, kind, null, context);
    if (result.is === 'lastContact') return { is: 'lastContact' };
    if (result.is === 'lastWayIn') return { is: 'lastWayIn' };
    if (result.is === 'secondFactorNeedsMobile') return { is: 'secondFactorNeedsMobile' };
    return { is: 'done', data: null };
  });

  /** The contacts that the account had before the change learn of it, each with the way to undo it. */
  function notify({ account, undoHandle }: Changed, kind: ContactKind, after: string | null, context: RequestContext) {
    notices.send(account, contactNotice(kind, account[kind], after), context, { undoHandle });
  }

  handleCall(server, services, getContactUndo, async ({ undoHandle }) => {
    const change = await stores.contactChanges.find(undoHandle);
    if (!change) return waitingOffer(undoHandle);
    const { kind, before, after, changedAt, expiresAt, undoneAt } = change;
    return {
      is: 'done',
      data: {
        kind,
        ...maskedChange(before, after),
        changedAt: changedAt.toISOString(),
        undoUntil: expiresAt.toISOString(),
        ...(undoneAt && { undoneAt: undoneAt.toISOString() }),
      },
    };
  });

  async function waitingOffer(stopHandle: string): Promise<CallResponse<typeof getContactUndo>> {
    const change = await stores.waitingContactChanges.find(stopHandle);
    if (!change || change.outcome === 'done') return { is: 'undoExpired' };
    const { kind, askedAt, dueAt, endedAt } = change;
    const takesPlaceAt = (dueAt ?? new Date(askedAt.getTime() + config.supportChangeDelay)).toISOString();
    const { before, after } = kind === 'secondFactor' ? removedBy(change) : change;
    return {
      is: 'done',
      data: {
        kind,
        ...maskedChange(before, after),
        changedAt: askedAt.toISOString(),
        undoUntil: takesPlaceAt,
        takesPlaceAt,
        ...(endedAt && { undoneAt: endedAt.toISOString() }),
      },
    };
  }

  /** Nothing has changed yet, so that nothing else ends. */
  async function stopWaiting(stopHandle: string, context: RequestContext): Promise<boolean> {
    const result = await inTransaction(services, async ({ stores: tx }) => {
      const stopped = await tx.waitingContactChanges.stop(stopHandle);
      if (!stopped) return null;
      const { account: ouid, kind } = stopped;
      const type = stoppedNotice(kind);
      await tx.audit.record({ account: ouid, type, details: { kind } }, context);
      const account = await tx.accounts.findByOuid(ouid);
      return account ? { account, type } : null;
    });
    if (!result) return false;
    const { account, type } = result;
    log.info({ event: type, id: context.requestId, account: account.ouid });
    context.setLoggedAccount(account.ouid);
    notices.send(account, type, context, stoppedValues(type, 'stoppedByLink'));
    return true;
  }

  services.codeRecipients.UNDO_CONTACT = async (undoHandle, _context, kind) => {
    const restored = await stores.contactChanges.restored(undoHandle);
    const value = restored?.contacts[kind];
    return value ? { account: restored?.account, recipient: { kind, value }, isRevealed: true } : undefined;
  };

  handleCall(server, services, undoContactChange, async ({ undoHandle, serviceId, credentials }, context) => {
    if (await stopWaiting(undoHandle, context)) return { is: 'done', data: null };
    if (serviceId !== undefined && credentials !== undefined) {
      // A change that is undone says so, also where the code was used for it.
      if (!(await stores.contactChanges.restored(undoHandle))) return { is: 'undoExpired' };
      const lookup = { serviceId, browserId: context.browserId, bizTypes: undoBizTypes };
      const checked = await checkCode(services, lookup, credentials, context);
      if (checked.is !== 'right') return checked;
    }
    const result = await undo(undoHandle, context).catch((error: unknown) => {
      // An account has been made with the contact at this moment. Now it is found, and gives the contact back.
      if (isUniqueViolation(error)) return undo(undoHandle, context);
      throw error;
    });
    const line = { event: 'contactChangeUndone', id: context.requestId, result: result.is };
    if (result.is === 'undone') {
      const { account, before } = result;
      log.info({ ...line, account: account.ouid });
      context.setLoggedAccount(account.ouid);
      notices.send(account, 'contactChangeUndone', context);
      // Without the device and the network of the person who undid the change.
      const { requestId, language } = context;
      const noticeContext = { ...serviceContext, requestId, language };
      // The link may be in the hands of who has an earlier contact now: the person learns of it at the one it removed.
      const removedOf = (kind: ContactKind) => (before[kind] === account[kind] ? null : before[kind]);
      const removed = { mobile: removedOf('mobile'), email: removedOf('email') };
      notices.send({ ...account, ...removed }, 'contactChangeUndone', noticeContext);
      for (const { kind, other, closesAt, isSecondFactorOff } of result.takenBack) {
        if (closesAt) notices.send(other, 'closureRequested', noticeContext, { closesAt });
        else notices.send(other, `${kind}Removed`, noticeContext);
        if (isSecondFactorOff) notices.send(other, 'secondFactorOff', noticeContext);
      }
      return { is: 'done', data: null };
    }
    log.info(line);
    if (result.is === 'needsContactCode') {
      const { kind, value } = result.contact;
      return { is: 'needsContactCode', data: { kind, contact: mask(value) } };
    }
    if (result.is === 'accountDisabled') return { is: 'accountDisabled' };
    const change = result.is === 'contactTaken' && (await stores.contactChanges.find(undoHandle));
    return change ? { is: 'contactTaken', data: { kind: change.kind } } : { is: 'undoExpired' };
  });

  const undo = (undoHandle: string, context: RequestContext) =>
    inTransaction<UndoResult>(services, async (tx, rollback) => {
      const { codes, accounts, contactChanges } = tx.stores;
      const restored = await contactChanges.restored(undoHandle);
      for (const [kind, value] of Object.entries(restored?.contacts ?? {}))
        if (value) await accounts.releaseContacts({ [kind]: value });
      const lookup = { browserId: context.browserId, bizTypes: undoBizTypes };
      const undone = await contactChanges.undo(undoHandle, (to) => codes.useVerifiedAt(to, lookup, undoHandle));
      if (undone.is !== 'undone') return rollback(undone);
      const { ouid } = undone.account;
      // The person who made the change may know it.
      await accounts.removePassword(ouid);
      // A thief of the link must not change the contacts with a code to one of them, now that there is no password.
      await recordNewFactor(tx, ouid, 'password', [factorOf[undone.change.kind]]);
      // Nor sign in with both, where one that comes back was new when it was replaced or removed.
      for (const factor of Object.values(factorOf)) await recordNewFactor(tx, ouid, factor, []);
      await signOutEverywhere(tx.stores, ouid);
      // The person who made the change may have asked support for another one.
      await tx.stores.waitingContactChanges.stopAll(ouid);
      const details = { kind: undone.change.kind };
      await tx.stores.audit.record({ account: ouid, type: 'contactChangeUndone', details }, context);
      for (const taken of undone.takenBack) await recordTakenBack(tx, taken);
      return undone;
    });

  /** Another account has lost a contact to the one that had it before. */
  async function recordTakenBack({ stores: tx }: Services, taken: TakenBack) {
    const { kind, other, isClosed, isSecondFactorOff } = taken;
    const { ouid } = other;
    const type = kind === 'mobile' ? 'mobileChanged' : 'emailChanged';
    await tx.audit.record({ account: ouid, type, details: { before: mask(other[kind] ?? '') } }, serviceContext);
    // A sign-in that waits for a code to the number does not go on.
    await tx.pendingSignIns.endAll(ouid);
    if (isClosed) taken.closesAt = await startClosure(tx, ouid, serviceContext);
    if (!isSecondFactorOff) return;
    await tx.trustedBrowsers.endAll(ouid);
    await tx.audit.record({ account: ouid, type: 'secondFactorOff' }, serviceContext);
  }
}
