import { lt } from 'drizzle-orm';
import type { Sql } from '../database/database.ts';
import { sweeping } from '../platform/service-limits.ts';
import { knownBrowsers, trustedBrowsers } from './schema/browser-schema.ts';
import { accessCodes, ssoRequests, seenAssertions } from './schema/company-schema.ts';
import { forgetEventCounts } from './event-counts.ts';
import {
  budgets,
  codes,
  pendingSignIns,
  humanChecks,
  passwordOffers,
  personSearches,
  scans,
  sessions,
  passwordAttempts,
} from './schema/schema.ts';

/** Takes away what ended a day ago. */
export async function sweep(db: Sql, now: number) {
  const before = new Date(now - sweeping.keptFor);
  await db.delete(sessions).where(lt(sessions.expiresAt, before));
  await db.delete(pendingSignIns).where(lt(pendingSignIns.expiresAt, before));
  await db.delete(trustedBrowsers).where(lt(trustedBrowsers.expiresAt, before));
  await db.delete(personSearches).where(lt(personSearches.expiresAt, before));
  await db.delete(knownBrowsers).where(lt(knownBrowsers.lastSeenAt, new Date(now - sweeping.browsersKeptFor)));
  await db.delete(scans).where(lt(scans.expiresAt, before));
  await db.delete(passwordAttempts).where(lt(passwordAttempts.forgottenAt, before));
  await db.delete(codes).where(lt(codes.expiresAt, before));
  await db.delete(budgets).where(lt(budgets.forgottenAt, before));
  await db.delete(humanChecks).where(lt(humanChecks.expiresAt, before));
  await db.delete(ssoRequests).where(lt(ssoRequests.expiresAt, before));
  await db.delete(accessCodes).where(lt(accessCodes.expiresAt, before));
  await db.delete(seenAssertions).where(lt(seenAssertions.expiresAt, before));
  await db.delete(passwordOffers).where(lt(passwordOffers.expiresAt, before));
  await forgetEventCounts(db, now - sweeping.eventCountsKeptFor);
}
