import { minutes, seconds } from '@foyer/contract/time';

export const databasePool = {
  maxConnections: 10,
  connectTimeout: seconds(2),
  /** `statement_timeout` is the connection timeout plus this. */
  statementMargin: seconds(1),
  /** `query_timeout`, which the client enforces if the database does not answer, is the connection timeout plus this. */
  queryMargin: seconds(2),
  idleTimeout: seconds(30),
  migrationTimeout: minutes(2),
  /** After a statement that found no space, the node reports that it is not ready for this long. */
  fullFor: seconds(5),
} as const;

/** What no request waits for: the sweep, and erasing accounts. */
export const databaseTasks = { statementTimeout: minutes(1) } as const;

/** A migration waits for a lock of a table for this long, during which requests wait behind it; then it tries again later. */
export const migrationLocks = { timeout: seconds(1), attempts: 60, pause: seconds(2), askAgain: 200 } as const;
