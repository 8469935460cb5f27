import { readEmail } from '@foyer/contract/rules/account-rules';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Sql } from '../../database/database.ts';
import type { Log } from '../../platform/log.ts';
import { accounts, notAscii } from '../schema/schema.ts';

/** By the ids of the accounts. */
type NormalizedEmail =
  | { is: 'normalized'; account: string }
  /** Another account has the same mailbox. Both stay as they are: only a person can tell which one is right. */
  | { is: 'collision'; account: string; other: string }
  /** The address is refused today, so it cannot sign in. */
  | { is: 'refused'; account: string };

/**
 * Brings stored e-mail addresses into the form in which they are compared, where an earlier version stored another one.
 * Older accounts come first. Accounts are never merged.
 */
export async function normalizeEmails(db: Sql): Promise<NormalizedEmail[]> {
  const candidates = await db
    .select({ account: accounts.ouid, email: accounts.email })
    .from(accounts)
    .where(notAscii(accounts.email))
    .orderBy(asc(accounts.createdAt), asc(accounts.ouid));
  const results: NormalizedEmail[] = [];
  for (const { account, email } of candidates) {
    const normalized = readEmail(email ?? '');
    if (normalized === email) continue;
    results.push(normalized === undefined ? { is: 'refused', account } : await normalize(db, account, normalized));
  }
  return results;
}

async function normalize(db: Sql, account: string, email: string): Promise<NormalizedEmail> {
  const isFree = sql`not exists (select 1 from ${accounts} other where other.email = ${email})`;
  const updated = await db
    .update(accounts)
    .set({ email })
    .where(and(eq(accounts.ouid, account), isFree))
    .returning({ ouid: accounts.ouid });
  if (updated.length > 0) return { is: 'normalized', account };
  const [other] = await db.select({ ouid: accounts.ouid }).from(accounts).where(eq(accounts.email, email));
  return { is: 'collision', account, other: other?.ouid ?? '' };
}

/** An operator has to decide about collisions, so they are reported at every start. */
export function reportEmails(log: Log, emails: readonly NormalizedEmail[]) {
  for (const email of emails) {
    const { account } = email;
    if (email.is === 'collision') log.warn({ event: 'emailCollision', account, other: email.other });
    if (email.is === 'refused') log.warn({ event: 'emailRefused', account });
  }
  const count = emails.filter(({ is }) => is === 'normalized').length;
  if (count > 0) log.info({ event: 'emailsNormalized', count });
}
