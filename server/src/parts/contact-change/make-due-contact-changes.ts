import { minutes } from '@foyer/contract/time';
import { defaultLanguage } from '@foyer/contract/language';
import type { ChangeNotMade } from '@foyer/contract/texts/service-texts';
import { mask } from '@foyer/contract/rules/account-rules';
import { isUniqueViolation } from '../../database/database.ts';
import { type Services, inTransaction } from '../../services.ts';
import type { WaitingContactChange } from '../../store/accounts/waiting-contact-changes.ts';
import { serviceContext } from '../../store/audit.ts';
import { setBySupport } from '../sign-in/counted-factors.ts';
import { type ContactChangeResult, changeContactOf, contactNotice } from './change-contact.ts';

/** Changes of contacts that an operator was asked for: how many are read at a time once they are due. */
export const contactChangeTask = { batch: 100, interval: minutes(5) } as const;

/** What support has set says no more than what a caller may know or read: the thief of one of them may be who has called. */
export const provenToSupport = {
  mobile: [setBySupport, 'password', 'mail'],
  email: [setBySupport, 'password', 'sms'],
} as const;

type Result = ContactChangeResult | { is: 'ended' | 'changedMeanwhile' };
type Dropped = Exclude<Result['is'], 'changed' | 'ended'>;

const notMade: Record<Dropped, ChangeNotMade> = {
  unchanged: 'changedMeanwhile',
  changedMeanwhile: 'changedMeanwhile',
  contactTaken: 'contactTaken',
  lastContact: 'lastWayIn',
  lastWayIn: 'lastWayIn',
  secondFactorNeedsMobile: 'secondFactorNeedsMobile',
};

/**
 * Makes the changes whose waiting time is over, and tells the people of those that are halfway there again. Nodes may do so at
 * the same time: each change is made once, and each person told once.
 */
export async function makeDueContactChanges(services: Services) {
  await remind(services);
  for (;;) {
    const due = await services.stores.waitingContactChanges.listDue(contactChangeTask.batch);
    for (const change of due) await makeOrDrop(services, change);
    if (due.length < contactChangeTask.batch) return;
  }
}

/** A person who has missed the first notice has half of the time left. */
async function remind({ config, notices, stores }: Services) {
  const { waitingContactChanges, accounts } = stores;
  for (;;) {
    const halfway = await waitingContactChanges.listToRemind(config.supportChangeDelay / 2, contactChangeTask.batch);
    for (const { id, kind, account: ouid, dueAt } of halfway) {
      const account = await accounts.findByOuid(ouid);
      const undoHandle = await waitingContactChanges.remind(id);
      if (!account || !undoHandle || !dueAt) continue;
      const context = { ...serviceContext, language: account.language ?? defaultLanguage };
      notices.send(account, `${kind}ChangeAsked`, context, { undoHandle, dueAt, byOperator: true });
    }
    if (halfway.length < contactChangeTask.batch) return;
  }
}

/** The change may have ended since it was read. */
export async function makeOrDrop(services: Services, change: WaitingContactChange) {
  const { log, notices } = services;
  const { kind, after, account: ouid } = change;
  const result = await make(services, change).catch((error: unknown): Result => {
    // Another account has got the contact at this moment.
    if (isUniqueViolation(error)) return { is: 'contactTaken' };
    throw error;
  });
  if (result.is === 'ended') return;
  log.info({ event: 'waitingContactChange', by: kind, result: result.is, account: ouid });
  if (result.is !== 'changed') return drop(services, change, result.is);
  const { account, undoHandle } = result;
  const context = { ...serviceContext, language: account.language ?? defaultLanguage };
  notices.send(account, contactNotice(kind, account[kind], after), context, { undoHandle, byOperator: true });
}

/** The account is locked first, as by every other change of its contacts. */
const make = (services: Services, { id, account: ouid, kind, before, after, askedBy }: WaitingContactChange) =>
  inTransaction<Result>(services, async (tx, rollback) => {
    const { accounts, waitingContactChanges } = tx.stores;
    await accounts.lockRow(ouid);
    if (!(await waitingContactChanges.endDue(id, 'done'))) return { is: 'ended' };
    const account = await accounts.findByOuid(ouid);
    if (account?.[kind] !== before) return rollback({ is: 'changedMeanwhile' });
    const contact = { kind, after, proven: provenToSupport[kind] };
    const changed = await changeContactOf(tx, ouid, contact, serviceContext, { by: askedBy });
    return changed.is === 'changed' ? changed : rollback(changed);
  });

/** The person, or another one, has changed something since it was asked for. */
async function drop(services: Services, change: WaitingContactChange, result: Dropped) {
  const { id, account: ouid, kind, after } = change;
  const account = await inTransaction(services, async ({ stores }) => {
    if (!(await stores.waitingContactChanges.endDue(id, 'dropped'))) return null;
    const details = { kind, result, ...(after && { after: mask(after) }) };
    await stores.audit.record({ account: ouid, type: 'contactChangeDropped', details }, serviceContext);
    return (await stores.accounts.findByOuid(ouid)) ?? null;
  });
  if (!account) return;
  const context = { ...serviceContext, language: account.language ?? defaultLanguage };
  services.notices.send(account, 'contactChangeStopped', context, { notMade: notMade[result] });
}
