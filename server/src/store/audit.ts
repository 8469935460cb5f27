import type { AuditType } from '@foyer/contract/flows/account';
import { and, desc, eq, gte, lt, notInArray, sql } from 'drizzle-orm';
import type { Sql } from '../database/database.ts';
import type { Clock } from '../platform/clock.ts';
import { audit } from '../config/account-settings.ts';
import { sha256 } from '../platform/sha256.ts';
import { auditEvents } from './schema/audit-schema.ts';
import { sessions } from './schema/schema.ts';
import { webhookEvents } from './schema/webhook-schema.ts';
import { webhookEventOf } from './webhooks/event-of-audit.ts';

export type AuditEvent = typeof auditEvents.$inferSelect;

interface NewAuditEvent {
  /** Undefined where no account is known. */
  account: string | undefined;
  type: AuditType;
  method?: string | undefined;
  factor?: string | undefined;
  /** Masked values only: no secrets and no complete numbers. */
  details?: AuditEvent['details'];
}

interface ListOptions {
  before?: number;
  limit?: number;
  /** Leaves events of these types out. */
  without?: readonly AuditType[];
}

export interface AuditFilter {
  account?: string | undefined;
  since?: Date | undefined;
  type?: AuditType | undefined;
  limit: number;
}

/** Where it came from: a request context, `operatorContext` or `serviceContext`. */
export interface AuditContext {
  requestId: string;
  maskedIp: string;
  deviceLabel: string;
  /** The session in which it happened. A sign-in passes the token of the session that it has opened. */
  sessionToken?: string | undefined;
}

/** The context of `npx foyer`, which is used on the machine of the service. */
export const operatorContext: AuditContext = { requestId: '', maskedIp: '', deviceLabel: 'npx foyer' };

/** The context of what the service does by itself. */
export const serviceContext: AuditContext = { requestId: '', maskedIp: '', deviceLabel: '' };

/** The context of a request that has just given its session a new token. */
export const inSession = (
  { requestId, maskedIp, deviceLabel }: AuditContext,
  sessionToken: string | undefined,
): AuditContext => ({ requestId, maskedIp, deviceLabel, sessionToken });

/**
 * The audit trail. It is written with the stores of the transaction that makes the change, so that neither is without the
 * other. What applications are told of it is written by the same statement.
 */
export function auditStore(db: Sql, clock: Clock) {
  return {
    async record({ account, type, method, factor, details = {} }: NewAuditEvent, context: AuditContext) {
      const { requestId, maskedIp, deviceLabel, sessionToken } = context;
      const sid = sessionToken
        ? sql`(select ${sessions.sid} from ${sessions} where ${sessions.tokenHash} = ${sha256(sessionToken)})`
        : null;
      const actor = context === operatorContext ? 'operator' : context === serviceContext ? 'service' : 'person';
      const at = new Date(clock.now());
      const record = db.insert(auditEvents).values({
        at,
        // Null and not left out: the statement is the same whether or not there is an account.
        account: account ?? null,
        type,
        actor,
        method: method ?? null,
        factor: factor ?? null,
        details,
        requestId,
        maskedIp,
        device: deviceLabel,
        sid,
      });
      const event = webhookEventOf({ account, type, method, details });
      if (!event) return void (await record);
      const recorded = db.$with('recorded').as(record.returning({ id: auditEvents.id }));
      await db
        .with(recorded)
        .insert(webhookEvents)
        .values({ at, ...event });
    },

    /** The newest first, of one page; `before` is the id of the last event of the page before. */
    async listByAccount(account: string, { before, limit = audit.pageSize, without = [] }: ListOptions = {}) {
      return db
        .select()
        .from(auditEvents)
        .where(
          and(
            eq(auditEvents.account, account),
            before === undefined ? undefined : lt(auditEvents.id, before),
            without.length === 0 ? undefined : notInArray(auditEvents.type, [...without]),
          ),
        )
        .orderBy(desc(auditEvents.id))
        .limit(limit);
    },

    /** The newest first, of all accounts or of one, also after it was erased. */
    async list({ account, since, type, limit }: AuditFilter): Promise<AuditEvent[]> {
      const { at, id } = auditEvents;
      return db
        .select()
        .from(auditEvents)
        .where(
          and(
            account === undefined ? undefined : eq(auditEvents.account, account),
            since === undefined ? undefined : gte(at, since),
            type === undefined ? undefined : eq(auditEvents.type, type),
          ),
        )
        .orderBy(desc(at), desc(id))
        .limit(limit);
    },

    async find(account: string, id: number): Promise<AuditEvent | undefined> {
      const [found] = await db
        .select()
        .from(auditEvents)
        .where(and(eq(auditEvents.account, account), eq(auditEvents.id, id)));
      return found;
    },
  };
}

/** Without it the trigger refuses to delete a row: it allows it for those before the time that the transaction names. */
export const allowAuditDeletion = (tx: Sql, before: string) =>
  tx.execute(sql`select set_config('foyer.delete_audit_before', ${before}, true)`);
