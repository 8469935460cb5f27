import type { Sql } from '../../src/database/database.ts';

/** The number of SQL statements that the work runs. */
export async function countStatements(sql: Sql, work: () => Promise<unknown>): Promise<number> {
  const client: unknown = '$client' in sql ? sql.$client : undefined;
  if (typeof client !== 'object' || client === null || !('query' in client) || typeof client.query !== 'function')
    throw new Error('This database cannot be counted');
  const query = client.query.bind(client);
  let count = 0;
  client.query = (...given: unknown[]) => {
    count += 1;
    return query(...given);
  };
  try {
    await work();
  } finally {
    client.query = query;
  }
  return count;
}
