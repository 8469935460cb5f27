import { eq, sql } from 'drizzle-orm';
import type { Sql } from '../../database/database.ts';
import { oidcSessions } from '../schema/oidc-schema.ts';
import { sessions } from '../schema/schema.ts';

export type OidcSession = typeof oidcSessions.$inferSelect;

/** What a session of ours means to applications. */
export function oidcSessionStore(db: Sql) {
  return {
    async find(sid: string): Promise<OidcSession | undefined> {
      const [found] = await db.select().from(oidcSessions).where(eq(oidcSessions.sid, sid));
      return found;
    },

    /**
     * Adds to what is stored, because two tabs may sign in to two applications at once. Locks the session: a sign-out
     * comes before this and nothing is stored, or after it and tells these applications as well.
     */
    async save({ sid, authorizations, state }: OidcSession) {
      const json = (value: unknown) => sql`${value === null ? null : JSON.stringify(value)}::jsonb`;
      await db.execute(sql`
        insert into ${oidcSessions} (sid, authorizations, state)
        select ${sid}, ${json(authorizations)}, ${json(state)}
        from (select 1 from ${sessions} where ${sessions.sid} = ${sid} limit 1 for share) as open_session
        on conflict (sid) do update
        set authorizations = ${oidcSessions.authorizations} || excluded.authorizations, state = excluded.state`);
    },
  };
}
