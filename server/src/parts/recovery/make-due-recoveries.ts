import { defaultLanguage } from '@foyer/contract/language';
import { recovery } from '@foyer/contract/limits';
import { contactChangeTask } from '../contact-change/make-due-contact-changes.ts';
import { type Services, inTransaction } from '../../services.ts';
import type { Account } from '../../store/accounts/accounts.ts';
import type { WaitingRecovery } from '../../store/accounts/waiting-contact-changes.ts';
import { serviceContext } from '../../store/audit.ts';
import { type ContactChangeResult, changeContactOf } from '../contact-change/change-contact.ts';
import { setBy } from '../sign-in/counted-factors.ts';
import { resetSecondFactor } from '../stored-factor/reset-second-factor.ts';
import { contactsOf } from './recovery.ts';

/** Tells the contacts again. A recovery takes place only after its last reminder. */
export async function remindOfRecoveries(services: Services) {
  const { clock, config, log, notices, stores } = services;
  for (const [count, after] of recovery.reminders.entries()) {
    const left = Math.round((1 - after) * config.recoveryDelay);
    for (const { id } of await stores.waitingContactChanges.listRecoveriesToRemind(
      count,
      left,
      contactChangeTask.batch,
    )) {
      const reminded = await stores.waitingContactChanges.remindOfRecovery(id, count, left);
      const account = reminded && (await stores.accounts.findByOuid(reminded.change.account));
      // Where it is not offered any more, it ends when it is due.
      if (!account || config.recoveryDelay === 0) continue;
      log.info({ event: 'recoveryReminder', account: account.ouid });
      const context = { ...serviceContext, language: account.language ?? defaultLanguage };
      const dueAt = new Date(clock.now() + left);
      notices.send(account, 'recoveryAsked', context, { undoHandle: reminded.stopHandle, dueAt, byOperator: true });
    }
  }
}

/** Makes the recoveries whose waiting time is over. Nodes may do so at the same time: each is made once. */
export async function makeDueRecoveries(services: Services) {
  for (;;) {
    const due = await services.stores.waitingContactChanges.listDueRecoveries(contactChangeTask.batch);
    for (const recovering of due) await makeOrDropRecovery(services, recovering);
    if (due.length < contactChangeTask.batch) return;
  }
}

type Result = ContactChangeResult | { is: 'ended' | 'changedMeanwhile' } | { is: 'reset'; account: Account };

/** The recovery may have ended since it was read. */
export async function makeOrDropRecovery(services: Services, recovering: WaitingRecovery) {
  const { log, notices } = services;
  const { account: ouid } = recovering;
  const result = await make(services, recovering);
  if (result.is === 'ended') return;
  log.info({ event: 'recovery', result: result.is, account: ouid });
  if (result.is !== 'changed' && result.is !== 'reset') return drop(services, recovering, result.is);
  const { account } = result;
  const context = { ...serviceContext, language: account.language ?? defaultLanguage };
  notices.send(account, 'recoveryMade', context, { byOperator: true });
  // Without a link that undoes it: the new holder of the number could take the account by it.
  if (result.is === 'changed') notices.send(account, 'mobileRemoved', context, { byOperator: true });
}

/**
 * Removes what is lost, and the number where it is lost too: with the second factor off, a code to it would be enough to sign
 * in. The account is locked first, as by every other change of it.
 */
const make = (services: Services, recovering: WaitingRecovery) =>
  inTransaction<Result>(services, async (tx, rollback) => {
    const { id, account: ouid, before, after } = recovering;
    const { accounts, audit, contactChanges, passkeys, waitingContactChanges } = tx.stores;
    await accounts.lockRow(ouid, 'update');
    if (!(await waitingContactChanges.endDue(id, 'done'))) return { is: 'ended' };
    const account = await accounts.findByOuid(ouid);
    const isOffered = services.config.recoveryDelay > 0 && !account?.disabledAt;
    // Also where they are the same again: who had one of them meanwhile could undo that, and what is lost with it.
    const haveChanged = !account || contactsOf(account) !== before || (await contactChanges.hasUndoable(ouid));
    if (haveChanged || !isOffered) return rollback({ is: 'changedMeanwhile' });
    await resetSecondFactor(tx, ouid);
    await passkeys.removeAll(ouid);
    await audit.record({ account: ouid, type: 'recoveryMade' }, serviceContext);
    if (after === before) return { is: 'reset', account };
    if (isPasswordByNumber(account, recovering)) await accounts.removePassword(ouid);
    const removed = await changeContactOf(tx, ouid, { kind: 'mobile', after: null, proven: [] }, serviceContext);
    return removed.is === 'changed' ? removed : rollback(removed);
  });

/** The holder of the lost number may have set it by a code, unless it is older than the recovery and was a proof of it. */
function isPasswordByNumber(account: Account, { reason, askedAt }: WaitingRecovery): boolean {
  const { since } = account.newFactors['password'] ?? {};
  const isOlder = since !== undefined && Date.parse(since) < askedAt.getTime();
  const isProven = isOlder && reason.split(', ').includes('password');
  return setBy(account, 'password').includes('sms') && !isProven;
}

/** The account has other contacts than those that were told of it, is disabled, or no way in would be left. */
async function drop(services: Services, { id, account: ouid }: WaitingRecovery, result: string) {
  const account = await inTransaction(services, async ({ stores }) => {
    if (!(await stores.waitingContactChanges.endDue(id, 'dropped'))) return null;
    await stores.audit.record({ account: ouid, type: 'recoveryDropped', details: { result } }, serviceContext);
    return (await stores.accounts.findByOuid(ouid)) ?? null;
  });
  if (!account) return;
  const context = { ...serviceContext, language: account.language ?? defaultLanguage };
  services.notices.send(account, 'recoveryStopped', context, { byOperator: true });
}
