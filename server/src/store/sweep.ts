import { days, hours } from '@foyer/contract/time';
import { contactUndo } from '@foyer/contract/limits';
import { sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { getTableName } from 'drizzle-orm';
import type { Sql } from '../database/database.ts';
import { audit } from '../config/account-settings.ts';
import { rememberedLimits } from './sign-in/remembered-accounts.ts';
import { webhooks } from './webhooks/limits.ts';
import { knownBrowsers, rememberedAccounts, trustedBrowsers } from './schema/browser-schema.ts';
import { auditEvents } from './schema/audit-schema.ts';
import { accessCodes, ssoRequests, seenAssertions } from './schema/company-schema.ts';
import { contactChanges, waitingContactChanges } from './schema/contact-schema.ts';
import { eventCounts } from './schema/content-schema.ts';
import { authenticatorSetups } from './schema/factor-schema.ts';
import { humanChecks } from './schema/human-check-schema.ts';
import { importedPasswords, plainPasswordRequests } from './schema/import-schema.ts';
import { oidcDeviceCodes, oidcRecords } from './schema/oidc-schema.ts';
import { passkeyChallenges } from './schema/passkey-schema.ts';
import { personSearches } from './schema/real-name-schema.ts';
import { webhookEvents } from './schema/webhook-schema.ts';
import { allowAuditDeletion } from './audit.ts';
import { dayOf } from './event-counts.ts';
import {
  attempts,
  quotas,
  codes,
  handoffs,
  pendingSignIns,
  passwordSetups,
  scans,
  sessions,
  unlinkedIdentities,
} from './schema/schema.ts';

/** Expired rows are kept for support questions, then deleted. */
export const sweeping = {
  interval: hours(1),
  /** Rows that one statement deletes. */
  batch: 1000,
  retention: hours(24),
  /** As long as the browser's cookie lives. */
  browserRetention: days(400),
  eventCountRetention: days(400),
} as const;

const expiringTables = [
  // Before the sessions: no index finds the rows that are deleted with a session.
  passwordSetups,
  sessions,
  pendingSignIns,
  trustedBrowsers,
  authenticatorSetups,
  personSearches,
  scans,
  handoffs,
  unlinkedIdentities,
  attempts,
  codes,
  quotas,
  humanChecks,
  ssoRequests,
  accessCodes,
  seenAssertions,
  contactChanges,
  passkeyChallenges,
  oidcDeviceCodes,
  oidcRecords,
  importedPasswords,
  plainPasswordRequests,
];

/** An arbitrary number, the same for all processes. */
const sweepLock = 7_366_938;

interface Sweeping {
  auditRetention?: number;
  /** What to do while another process deletes: leave the rest to it, or wait until its batch is done. */
  ifBusy?: 'leave' | 'wait';
  /** Ends the sweep after the batch that runs. */
  signal?: AbortSignal;
}

export interface SweepReport {
  /** The number of deleted rows by table, of tables that had any. */
  deleted: Record<string, number>;
  /** Tables that could not be swept to the end. */
  failed: { table: string; error: unknown }[];
  /** Another process was deleting, or the process is about to end. */
  isLeft: boolean;
}

interface Part {
  table: PgTable;
  column: PgColumn;
  /** Rows before this are deleted. */
  before: string;
  /** Runs at the beginning of each transaction. */
  prepare?: (tx: Sql) => Promise<unknown>;
}

/**
 * Deletes the rows that expired more than a day ago, and the audit trail that is older than its retention. Each batch is a
 * transaction of its own that holds the lock of the sweep, so that one process deletes at a time, no lock outlives its
 * process, and nothing is done again after an interruption. A table that cannot be swept does not keep the others.
 */
export async function sweep(
  db: Sql,
  now: number,
  { auditRetention = audit.retention, ifBusy = 'leave', signal }: Sweeping = {},
): Promise<SweepReport> {
  const report: SweepReport = { deleted: {}, failed: [], isLeft: false };
  for (const part of partsAt(now, auditRetention)) {
    const table = getTableName(part.table);
    try {
      let from = '-infinity';
      for (let batch: Batch | undefined; ; from = batch.last) {
        batch = signal?.aborted ? undefined : await deleteBatch(db, part, from, ifBusy);
        if (!batch) return { ...report, isLeft: true };
        if (batch.count > 0) report.deleted[table] = (report.deleted[table] ?? 0) + batch.count;
        if (batch.count < sweeping.batch) break;
      }
    } catch (error) {
      report.failed.push({ table, error });
    }
  }
  return report;
}

function partsAt(now: number, auditRetention: number): Part[] {
  const ago = (age: number) => new Date(now - age).toISOString();
  const auditBefore = ago(auditRetention);
  return [
    ...expiringTables.map((table) => ({ table, column: table.expiresAt, before: ago(sweeping.retention) })),
    { table: waitingContactChanges, column: waitingContactChanges.endedAt, before: ago(contactUndo.lifetime) },
    { table: knownBrowsers, column: knownBrowsers.lastSeenAt, before: ago(sweeping.browserRetention) },
    { table: rememberedAccounts, column: rememberedAccounts.lastUsedAt, before: ago(rememberedLimits.lifetime) },
    { table: eventCounts, column: eventCounts.day, before: dayOf(now - sweeping.eventCountRetention) },
    // The deliveries are deleted with their event.
    { table: webhookEvents, column: webhookEvents.at, before: ago(webhooks.retention) },
    {
      table: auditEvents,
      column: auditEvents.at,
      before: auditBefore,
      prepare: (tx) => allowAuditDeletion(tx, auditBefore),
    },
  ];
}

interface Batch {
  count: number;
  /** The highest value that was deleted: the next batch begins there, and does not read again what is deleted. */
  last: string;
}

/** Undefined while another process deletes. Rows that a request changes at the moment are left for the next sweep. */
function deleteBatch(db: Sql, { table, column, before, prepare }: Part, from: string, ifBusy: Sweeping['ifBusy']) {
  return db.transaction(async (tx): Promise<Batch | undefined> => {
    if (ifBusy === 'wait') await tx.execute(sql`select pg_advisory_xact_lock(${sweepLock})`);
    else if (!(await firstRow(tx, sql`select pg_try_advisory_xact_lock(${sweepLock}) as locked`))?.['locked'])
      return undefined;
    await prepare?.(tx);
    const row = await firstRow(
      tx,
      sql`with deleted as (
        delete from ${table} where ctid = any(array(
          select ctid from ${table} where ${column} >= ${from} and ${column} < ${before}
          order by ${column} limit ${sweeping.batch} for update skip locked
        )) returning ${column} as value
      ) select count(*)::int as count, max(value)::text as last from deleted`,
    );
    return { count: Number(row?.['count']), last: String(row?.['last']) };
  });
}

async function firstRow(tx: Sql, query: ReturnType<typeof sql>): Promise<Record<string, unknown> | undefined> {
  const { rows } = (await tx.execute(query)) as { rows: Record<string, unknown>[] };
  return rows[0];
}
