import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** The common interface of PGlite and PostgreSQL. */
export type Sql = PgDatabase<PgQueryResultHKT>;

export interface Database {
  sql: Sql;
  /** For the work of no request, whose transactions may take longer and wait for no request's connection. */
  tasks: Sql;
  /** The database's own time, in milliseconds. */
  time(): Promise<number>;
  /** Whether it can be written to; rejects if it does not answer. */
  state(): Promise<DatabaseState>;
  /** The names of the migrations that the database lacked when it was opened. */
  migrations: readonly string[];
  /** The connections at the moment; undefined for the embedded database, which has none. */
  pool?(): PoolState;
  close(): Promise<void>;
}

/**
 * `readOnly`: a standby, or a primary that refuses to write. `full`: it has just had no space left. `newerSchema`: its tables
 * lack what this version needs.
 */
export type DatabaseState = 'writable' | 'readOnly' | 'full' | 'newerSchema';

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

/** A statement has waited for a lock for as long as it may. */
export const isLockTimeout = (error: unknown) => hasCode(error, '55P03');

/** The database has no space left to store anything. */
export const isDatabaseFull = (error: unknown) => hasCode(error, '53100');

function hasCode(error: unknown, code: string): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1)
    if ('code' in cause && cause.code === code) return true;
  return false;
}

const connectionErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
const connectionMessages = /timeout|terminated|not queryable|connection.*(ended|closed)/i;

/**
 * SQLSTATE: no connection (08), read-only (25006), out of resources (53), operator's intervention (57), input or output failed
 * (58030), a deadlock that was ended (40P01).
 */
const unavailableStates = /^(08|25006|53|57|58030|40P01)/;

/**
 * The database is unreachable, starting, stopping, read-only, full, too slow or has ended a deadlock: a later retry may succeed.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    const code = 'code' in cause ? String(cause.code) : '';
    if (connectionErrors.has(code) || unavailableStates.test(code)) return true;
    if (code === '' && !('query' in cause) && connectionMessages.test(cause.message)) return true;
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseUnavailable)) return true;
  }
  return false;
}
