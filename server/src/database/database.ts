import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** The common interface of PGlite and PostgreSQL. */
export type Sql = PgDatabase<PgQueryResultHKT>;

export interface Database {
  sql: Sql;
  /** The database's own time, in milliseconds. */
  time(): Promise<number>;
  /** The names of the migrations that the database lacked when it was opened. */
  migrations: readonly string[];
  /** The connections at the moment; undefined for the embedded database, which has none. */
  pool?(): PoolState;
  close(): Promise<void>;
}

export interface PoolState {
  max: number;
  open: number;
  idle: number;
  /** Requests that wait for a connection. */
  waiting: number;
}

/** A value that has to be unique exists already. */
export const isUniqueViolation = (error: unknown) => hasCode(error, '23505');

/** A table, or the schema it belongs to, does not exist. */
export const isMissingTable = (error: unknown) => hasCode(error, '42P01') || hasCode(error, '3F000');

function hasCode(error: unknown, code: string): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1)
    if ('code' in cause && cause.code === code) return true;
  return false;
}

const connectionErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
const connectionMessages = /timeout|terminated|not queryable|connection.*(ended|closed)/i;

/** The database is unreachable, starting, stopping, full, too slow or has ended a deadlock: a later retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    const code = 'code' in cause ? String(cause.code) : '';
    if (connectionErrors.has(code) || /^(08|53|57|40P01)/.test(code)) return true;
    if (code === '' && !('query' in cause) && connectionMessages.test(cause.message)) return true;
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseUnavailable)) return true;
  }
  return false;
}
