import { code as limits } from '@foyer/contract/limits';
import { type SQL, and, eq, exists, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Sql } from '../../database/database.ts';
import { consuming, countedSince, wantedUses } from '../limits/quotas.ts';
import { knownBrowsers } from '../schema/browser-schema.ts';
import { accounts, codes } from '../schema/schema.ts';
import { statement } from '../statement.ts';

const value = sql.placeholder;

const matchesLookup = and(
  eq(codes.handleHash, value('handleHash')),
  eq(codes.browserId, value('codeBrowserId')),
  sql`${codes.bizType} = any(${value('bizTypes')})`,
);
const isUsable = and(
  isNull(codes.usedAt),
  gt(codes.expiresAt, value('now')),
  lt(codes.failedAttempts, limits.maxAttempts),
);

const detailColumns = {
  bizType: codes.bizType,
  kind: codes.kind,
  recipient: codes.recipient,
  account: codes.account,
  previousHandleHash: codes.previousHandleHash,
};
export type Details = Pick<typeof codes.$inferSelect, keyof typeof detailColumns>;

export const readingStatus = statement((db) => {
  const isKnownAs = (column: typeof accounts.mobile | typeof accounts.email) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(knownBrowsers)
        .innerJoin(accounts, eq(accounts.ouid, knownBrowsers.account))
        .where(and(eq(column, codes.recipient), eq(knownBrowsers.browserId, codes.browserId))),
    );
  const { usedAt, expiresAt, failedAttempts, verifiedAt } = codes;
  return db
    .select({
      ...detailColumns,
      usedAt,
      expiresAt,
      failedAttempts,
      verifiedAt,
      isKnownBrowser: sql<boolean>`case ${codes.kind} when 'mobile' then ${isKnownAs(accounts.mobile)} else ${isKnownAs(accounts.email)} end`,
    })
    .from(codes)
    .where(matchesLookup)
    .prepare('code_status');
});

export const comparing = statement((db) => {
  const isRight = sql<boolean>`${codes.codeHash} = ${value('codeHash')}`;
  // Locks the code before the quota, in the same order as a sign-in that uses the code, so that two requests cannot deadlock.
  const code = db.$with('code').as(
    db
      .select({ isRight: isRight.as('is_right') })
      .from(codes)
      .where(and(matchesLookup, isUsable))
      .for('update'),
  );
  const attempt = db.$with('attempt').as(
    consuming(db, {
      from: code,
      uses: sql`case when ${code.isRight} then 0 else ${wantedUses} end`,
      deletedUntil: sql`case when excluded.used_at = '{}' then ${value('deletedUntil')}::timestamptz else ${countedSince} end`,
    }),
  );
  const isFirst = sql`${isRight} and ${codes.verifiedAt} is null`;
  const compared = db.$with('compared').as(
    db
      .update(codes)
      .set({
        failedAttempts: sql`${codes.failedAttempts} + case when ${isRight} then 0 else 1 end`,
        verifiedAt: sql`case when ${isFirst} then ${value('now')}::timestamptz else ${codes.verifiedAt} end`,
        expiresAt: sql`case when ${isFirst} then ${value('verifiedUntil')}::timestamptz else ${codes.expiresAt} end`,
      })
      .where(and(matchesLookup, isUsable, sql`exists (select 1 from ${attempt})`))
      .returning({ failedAttempts: codes.failedAttempts }),
  );
  return db
    .with(code, attempt, compared)
    .select({ isRight: code.isRight, failedAttempts: compared.failedAttempts })
    .from(code)
    .leftJoin(compared, sql`true`)
    .prepare('compare_code');
});

export const countingMisuse = statement((db) =>
  db
    .update(codes)
    .set({ failedAttempts: sql`${codes.failedAttempts} + 1` })
    .where(and(eq(codes.handleHash, value('handleHash')), isUsable))
    .returning({ kind: codes.kind, recipient: codes.recipient })
    .prepare('count_code_misuse'),
);

/** A statement that uses a verified code, once, under a further condition. */
export const usingVerifiedCode = (db: Sql, condition?: SQL) =>
  db
    .update(codes)
    .set({ usedAt: sql`${value('now')}::timestamptz`, usedWithHash: sql`${value('usedWithHash')}` })
    .where(and(matchesLookup, isNotNull(codes.verifiedAt), isUsable, condition))
    .returning(detailColumns);

export const usingVerified = statement((db) => usingVerifiedCode(db).prepare('use_verified_code'));

export const findingUsed = statement((db) =>
  db
    .select({ ouid: codes.account, usedWithHash: codes.usedWithHash })
    .from(codes)
    .where(and(matchesLookup, isNotNull(codes.usedAt), gt(codes.expiresAt, value('now'))))
    .prepare('find_used_code'),
);
