import { type SQL, and, like, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Sql } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Account, isNotErased } from './accounts.ts';
import { accounts } from '../schema/schema.ts';
import { sqlTime } from '../schema/timestamp.ts';

/** The search of operators for people. */
export function peopleSearchStore(db: Sql, clock: Clock) {
  /**
   * One statement for each column, so that each uses the index of its column, however many accounts there are. Without an
   * order, because another index could give that and would be read from its beginning.
   */
  function statements(beginning: string, limit: number) {
    const startsWith = (column: PgColumn | SQL, text: string) =>
      db
        .select()
        .from(accounts)
        .where(and(like(column, `${text.replace(/[\\%_]/g, '\\$&')}%`), isNotErased(sqlTime(clock.now()))))
        .limit(limit);
    const lowerCase = beginning.toLowerCase();
    const digits = beginning.replace(/[\s-]/g, '').replace(/^(\+86|0086)/, '');
    return [
      ...(/^\d+$/.test(digits) ? [startsWith(accounts.mobile, digits)] : []),
      startsWith(accounts.email, lowerCase),
      startsWith(accounts.name, beginning),
      startsWith(sql`lower(${accounts.latinName})`, lowerCase),
    ];
  }

  return {
    statements,

    /** The accounts whose mobile number, e-mail address or name begins so, at most `limit`. */
    async find(beginning: string, limit: number): Promise<Account[]> {
      const found = new Map<string, Account>();
      for (const statement of statements(beginning, limit))
        for (const account of await statement) found.set(account.ouid, account);
      return [...found.values()].slice(0, limit);
    },
  };
}
