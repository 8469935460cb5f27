import { sql } from 'drizzle-orm';
import { afterAll } from 'vitest';
import type { TestApp } from '../test-app.ts';

/** What lasts: a change of it belongs in the audit trail. When a session was last used does not count. */
const events: Record<string, string> = {
  accounts: 'insert or update or delete',
  consents: 'insert or update or delete',
  identities: 'insert or update or delete',
  contact_changes: 'insert or update or delete',
  waiting_contact_changes: 'insert or delete or update of ended_at',
  sessions: 'insert or delete or update of token_hash, state, factors',
  trusted_browsers: 'insert or update or delete',
  oidc_permissions: 'insert or update or delete',
  oidc_logouts: 'delete',
  passkeys: 'insert or update or delete',
  authenticators: 'insert or update or delete',
  backup_codes: 'insert or update or delete',
  id_number_claims: 'insert or update or delete',
};

interface TrackedRow {
  id: number;
  /** The transaction. */
  tx: string;
  changed: string;
}

/** The name of a row in the audit trail, and of one that tells applications of it. */
export const recordOf = (type: string) => `audit ${type}`;
export const webhookOf = (type: string) => `webhook ${type}`;

/** Notes which transaction changes which table, until the tests of the file have ended. */
export async function trackChanges({ database: { sql: db } }: TestApp) {
  const run = (statement: string) => db.execute(sql.raw(statement));
  await run('create table tracked_changes (id serial primary key, tx text not null, changed text not null)');
  await run(`
    create function track_change() returns trigger language plpgsql as $$
    declare changed text := tg_table_name;
    begin
      if tg_table_name = 'audit_events' then changed := '${recordOf('')}' || new.type; end if;
      if tg_table_name = 'webhook_events' then changed := '${webhookOf('')}' || new.type; end if;
      insert into tracked_changes (tx, changed) values (txid_current()::text, changed);
      return null;
    end $$`);
  for (const [table, event] of Object.entries({ ...events, audit_events: 'insert', webhook_events: 'insert' }))
    await run(`create trigger track_change after ${event} on ${table} for each row execute function track_change()`);
  // The embedded database is used again by other files.
  afterAll(async () => {
    await run('drop function track_change() cascade');
    await run('drop table tracked_changes');
  });

  async function rowsAfter(id: number) {
    const found = await db.execute(sql`select id, tx, changed from tracked_changes where id > ${id} order by id`);
    return (found as { rows: TrackedRow[] }).rows;
  }

  return {
    /** What each transaction of `work` has changed: tables, and rows of the audit trail by their type. */
    async during(work: () => Promise<void>): Promise<string[][]> {
      const before = (await rowsAfter(0)).at(-1)?.id ?? 0;
      await work();
      const transactions = new Map<string, Set<string>>();
      for (const { tx, changed } of await rowsAfter(before))
        transactions.set(tx, (transactions.get(tx) ?? new Set()).add(changed));
      return [...transactions.values()].map((changed) => [...changed]);
    },
  };
}
