import { seconds } from '@foyer/contract/time';
import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Sql } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { sha256 } from '../../platform/sha256.ts';
import { oidcRecords } from '../schema/oidc-schema.ts';

type Payload = Record<string, unknown>;

/** The grant itself is named like the records that belong to it. */
const grantModel = 'Grant';

/** Codes, tokens, grants and interactions of the OpenID provider. An id is stored only as a hash. */
export function oidcRecordStore(db: Sql, clock: Clock) {
  const byId = db
    .select()
    .from(oidcRecords)
    .where(
      and(
        eq(oidcRecords.model, sql.placeholder('model')),
        eq(oidcRecords.idHash, sql.placeholder('idHash')),
        gt(oidcRecords.expiresAt, sql.placeholder('now')),
      ),
    )
    .prepare('oidc_record_by_id');
  const put = db
    .insert(oidcRecords)
    .values({
      model: sql.placeholder('model'),
      idHash: sql.placeholder('idHash'),
      payload: sql.placeholder('payload'),
      grantId: sql.placeholder('grantId'),
      account: sql.placeholder('account'),
      createdAt: sql.placeholder('createdAt'),
      expiresAt: sql.placeholder('expiresAt'),
    })
    .onConflictDoUpdate({
      target: [oidcRecords.model, oidcRecords.idHash],
      set: {
        payload: sql`excluded.payload`,
        grantId: sql`excluded.grant_id`,
        account: sql`excluded.account`,
        expiresAt: sql`excluded.expires_at`,
      },
    })
    .prepare('put_oidc_record');
  const consume = db
    .update(oidcRecords)
    .set({ consumedAt: sql`${sql.placeholder('now')}` })
    .where(
      and(
        eq(oidcRecords.model, sql.placeholder('model')),
        eq(oidcRecords.idHash, sql.placeholder('idHash')),
        isNull(oidcRecords.consumedAt),
      ),
    )
    .returning({ idHash: oidcRecords.idHash })
    .prepare('consume_oidc_record');
  const isRecord = (model: string, id: string) => and(eq(oidcRecords.model, model), eq(oidcRecords.idHash, sha256(id)));

  const sessionUid = sql`${oidcRecords.payload} ->> 'sessionUid'`;

  /** `lifetime` in seconds. */
  function rowOf(model: string, id: string, { jti: _, ...payload }: Payload, lifetime: number) {
    const now = clock.now();
    const text = (name: string) => (typeof payload[name] === 'string' ? payload[name] : null);
    return {
      model,
      idHash: sha256(id),
      payload,
      grantId: model === grantModel ? id : text('grantId'),
      account: text('accountId'),
      createdAt: new Date(now),
      expiresAt: new Date(now + seconds(lifetime)),
    };
  }

  return {
    async put(model: string, id: string, payload: Payload, lifetime: number) {
      await put.execute(rowOf(model, id, payload, lifetime));
    },

    /** False when there is a record with this id. */
    async add(model: string, id: string, payload: Payload, lifetime: number): Promise<boolean> {
      const added = await db
        .insert(oidcRecords)
        .values(rowOf(model, id, payload, lifetime))
        .onConflictDoNothing()
        .returning({ idHash: oidcRecords.idHash });
      return added.length > 0;
    },

    async find(model: string, id: string) {
      const [row] = await byId.execute({ model, idHash: sha256(id), now: new Date(clock.now()) });
      const payload: Payload = { ...row?.payload, jti: id };
      return row && { ...row, payload };
    },

    /** False when the record was consumed before: of several simultaneous requests one consumes it. */
    async consume(model: string, id: string): Promise<boolean> {
      const consumed = await consume.execute({ model, idHash: sha256(id), now: new Date(clock.now()) });
      return consumed.length > 0;
    },

    async remove(model: string, id: string) {
      await db.delete(oidcRecords).where(isRecord(model, id));
    },

    /** Ends all codes and tokens of a grant. */
    async removeByGrant(model: string, grantId: string) {
      await db.delete(oidcRecords).where(and(eq(oidcRecords.model, model), eq(oidcRecords.grantId, grantId)));
    },

    /** Ends the grant that this record belongs to, with all its codes and tokens. */
    async removeFamily(model: string, id: string) {
      const family = db.select({ grantId: oidcRecords.grantId }).from(oidcRecords).where(isRecord(model, id));
      await db.delete(oidcRecords).where(or(isRecord(model, id), inArray(oidcRecords.grantId, family)));
    },

    /** What the codes and refresh tokens of a session say from now on of how it is proven. None says more than before. */
    async lowerProof(account: string, sid: string, proof: { acr: string; amr: string[] }, least: string) {
      const acr = sql`${oidcRecords.payload} ->> 'acr'`;
      await db
        .update(oidcRecords)
        .set({ payload: sql`${oidcRecords.payload} || ${JSON.stringify(proof)}::jsonb` })
        .where(
          and(
            eq(oidcRecords.account, account),
            inArray(oidcRecords.model, ['AuthorizationCode', 'DeviceCode', 'RefreshToken']),
            sql`${sessionUid} = ${sid}`,
            proof.acr === least ? undefined : eq(acr, proof.acr),
          ),
        );
    },

    /** Ends what applications have of one session, also what outlives it. With its grant: a refresh may be under way. */
    async endOfSession(account: string, sid: string) {
      const ofAccount = eq(oidcRecords.account, account);
      const families = db
        .select({ grantId: oidcRecords.grantId })
        .from(oidcRecords)
        .where(and(ofAccount, sql`${sessionUid} = ${sid}`));
      await db.delete(oidcRecords).where(and(ofAccount, inArray(oidcRecords.grantId, families)));
    },

    /** Ends what one application has of an account. */
    async endForClient(account: string, client: string) {
      await db
        .delete(oidcRecords)
        .where(and(eq(oidcRecords.account, account), sql`${oidcRecords.payload} ->> 'clientId' = ${client}`));
    },

    async endAll(account: string) {
      await db.delete(oidcRecords).where(eq(oidcRecords.account, account));
    },
  };
}
