import { databasePool } from '../../src/platform/database-limits.ts';

/**
 * Twice the connections of two nodes: all of them are in use, and further requests wait. The embedded database has one
 * connection, and no limit of attempts is above ten.
 */
const size = process.env['TEST_DATABASE_URL'] ? 4 * databasePool.maxConnections : 12;

/** Runs the same action many times at once. */
export const concurrently = <Result>(act: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: size }, (_, index) => act(index)));
