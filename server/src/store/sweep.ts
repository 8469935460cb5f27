import { lt } from 'drizzle-orm';
import type { Sql } from '../database/database.ts';
import { audit, rememberedAccounts as rememberedLimits, sweeping } from '../platform/service-limits.ts';
import { knownBrowsers, rememberedAccounts, trustedBrowsers } from './schema/browser-schema.ts';
import { accessCodes, ssoRequests, seenAssertions } from './schema/company-schema.ts';
import { contactChanges } from './schema/contact-schema.ts';
import { authenticatorSetups } from './schema/factor-schema.ts';
import { humanChecks } from './schema/human-check-schema.ts';
import { importedPasswords, plainPasswordRequests } from './schema/import-schema.ts';
import { oidcRecords } from './schema/oidc-schema.ts';
import { passkeyChallenges } from './schema/passkey-schema.ts';
import { personSearches } from './schema/person-schema.ts';
import { deleteAuditBefore } from './audit.ts';
import { deleteEventCountsBefore } from './event-counts.ts';
import { attempts, quotas, codes, pendingSignIns, passwordSetups, scans, sessions } from './schema/schema.ts';

const expiringTables = [
  sessions,
  pendingSignIns,
  trustedBrowsers,
  authenticatorSetups,
  personSearches,
  scans,
  attempts,
  codes,
  quotas,
  humanChecks,
  ssoRequests,
  accessCodes,
  seenAssertions,
  passwordSetups,
  contactChanges,
  passkeyChallenges,
  oidcRecords,
  importedPasswords,
  plainPasswordRequests,
];

/** Deletes the rows that expired more than a day ago, and the audit trail that is older than its retention. */
export async function sweep(db: Sql, now: number, auditRetention: number = audit.retention) {
  const before = new Date(now - sweeping.retention);
  for (const table of expiringTables) await db.delete(table).where(lt(table.expiresAt, before));
  await db.delete(knownBrowsers).where(lt(knownBrowsers.lastSeenAt, new Date(now - sweeping.browserRetention)));
  const forgottenBefore = new Date(now - rememberedLimits.lifetime);
  await db.delete(rememberedAccounts).where(lt(rememberedAccounts.lastUsedAt, forgottenBefore));
  await deleteEventCountsBefore(db, now - sweeping.eventCountRetention);
  await deleteAuditBefore(db, now - auditRetention);
}
