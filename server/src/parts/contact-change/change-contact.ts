import type { ContactKind } from '@foyer/contract/flows/contact-change';
import { mask } from '@foyer/contract/rules/account-rules';
import { maskApart } from '@foyer/contract/rules/mask-apart';
import type { ChangeResult } from '../../store/accounts/contact-changes.ts';
import type { AuditContext, AuditEvent } from '../../store/audit.ts';
import { recordNewFactor } from '../sign-in/new-factors.ts';
import { type FactorDependencies, secondFactorsOf } from '../sign-in/second-factors.ts';
import { waysIn } from '../sign-in/ways-in.ts';

/** The factor that a code to it is. */
export const factorOf = { mobile: 'sms', email: 'mail' } as const;

export interface NewContact {
  kind: ContactKind;
  /** Null removes it. */
  after: string | null;
  /** What the person has proven who changes it: the new one says no more than that for 72 hours. Nothing where it is removed. */
  proven: readonly string[];
  /** The session in which it is changed. */
  session?: string;
}

export type ContactChangeResult = ChangeResult | { is: 'lastWayIn' };

/**
 * Adds, replaces or removes a contact, with its record in the audit trail. It needs the stores of a transaction, which the
 * caller rolls back unless the contact has changed.
 */
export async function changeContactOf(
  tx: FactorDependencies,
  ouid: string,
  { kind, after, proven, session }: NewContact,
  context: AuditContext,
  details: AuditEvent['details'] = {},
): Promise<ContactChangeResult> {
  const { stores } = tx;
  if (after !== null) await stores.accounts.releaseContacts({ [kind]: after });
  const changed =
    after === null
      ? await stores.contactChanges.remove(ouid, kind)
      : await stores.contactChanges.change(ouid, { kind, value: after });
  if (changed.is !== 'changed') return changed;
  const { account } = changed;
  if (after === null) {
    if ((await waysIn(tx, ouid)).length === 0) return { is: 'lastWayIn' };
    const left = await secondFactorsOf(tx, { ...account, [kind]: null }, []);
    if (account.secondFactor && left.every((factor) => factor === 'backupCode'))
      return { is: 'secondFactorNeedsMobile' };
  }
  // Also of one that is removed: without the contact that support has removed, a thief of the other one must not change that one.
  await recordNewFactor(tx, ouid, factorOf[kind], proven);
  const before = account[kind];
  const type = kind === 'mobile' ? 'mobileChanged' : 'emailChanged';
  await stores.audit.record({ account: ouid, type, details: { ...maskedChange(before, after), ...details } }, context);
  // A sign-in that waits for a code to the earlier number does not go on.
  await stores.pendingSignIns.endAll(ouid);
  await stores.sessions.forgetOtherProofs(ouid, session);
  return changed;
}

/** The notice to the contacts that the account had before. */
export const contactNotice = (kind: ContactKind, before: string | null, after: string | null) =>
  `${kind}${after === null ? 'Removed' : before === null ? 'Added' : 'Changed'}` as const;

/** What a notice, its page and the audit trail say of a change. */
export const maskedChange = (before: string | null | undefined, after: string | null | undefined) =>
  before && after
    ? maskApart(before, after)
    : { ...(before && { before: mask(before) }), ...(after && { after: mask(after) }) };
