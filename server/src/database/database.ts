import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** The SQL that PGlite and PostgreSQL both speak. */
export type Sql = PgDatabase<PgQueryResultHKT>;

export interface Database {
  sql: Sql;
  /** The database's own time, in milliseconds. */
  time(): Promise<number>;
  close(): Promise<void>;
}

const lost = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
const lostMessages = /timeout|terminated|not queryable|connection.*(ended|closed)/i;

/** The database cannot be reached, is starting, stopping, full or late: trying again later may help. */
export function isAway(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    const code = 'code' in cause ? String(cause.code) : '';
    if (lost.has(code) || /^(08|53|57)/.test(code)) return true;
    if (code === '' && !('query' in cause) && lostMessages.test(cause.message)) return true;
    if (cause instanceof AggregateError && cause.errors.some(isAway)) return true;
  }
  return false;
}
