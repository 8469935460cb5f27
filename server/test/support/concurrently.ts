import { databasePool } from '../../src/platform/service-limits.ts';

/** Twice the connections of two nodes: all of them are in use, and further requests wait. */
const size = 4 * databasePool.maxConnections;

/** Runs the same action many times at once. */
export const concurrently = <Result>(act: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: size }, (_, index) => act(index)));
