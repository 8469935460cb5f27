import type { Sql } from '../../src/database/database.ts';

type Method = (...given: unknown[]) => unknown;
interface Client {
  query: Method;
  /** Of PostgreSQL: gives a transaction its connection. A statement without a transaction is run by `query` of the pool. */
  connect?: Method;
  /** Of the embedded database. */
  transaction?: Method;
}

/** The number of SQL statements that the work runs, without those that begin and end a transaction. */
export async function countStatements(sql: Sql, work: () => Promise<unknown>): Promise<number> {
  const client = clientOf(sql);
  let count = 0;
  const restores: (() => void)[] = [];
  const replace = (target: Client, name: keyof Client, wrap: (method: Method) => Method) => {
    const method = target[name];
    if (!method) return;
    target[name] = wrap(method.bind(target));
    restores.push(() => void (target[name] = method));
  };
  const countQueries = (target: Client) =>
    replace(target, 'query', (query) => (...given) => {
      if (!/^(begin|commit|rollback)/i.test(textOf(given[0]))) count += 1;
      return query(...given);
    });

  countQueries(client);
  replace(client, 'connect', (connect) => async (...given) => {
    const connection = await connect(...given);
    if (given.length === 0 && isClient(connection)) countQueries(connection);
    return connection;
  });
  replace(
    client,
    'transaction',
    (transaction) => (run) =>
      transaction((inside: Client) => {
        countQueries(inside);
        return (run as Method)(inside);
      }),
  );
  try {
    await work();
  } finally {
    for (const restore of restores.toReversed()) restore();
  }
  return count;
}

/** What runs the statements of the database. */
export function clientOf(sql: Sql): Client {
  const client: unknown = '$client' in sql ? sql.$client : undefined;
  if (!isClient(client)) throw new Error('The statements of this database cannot be seen');
  return client;
}

/** A statement as PostgreSQL or the embedded database gets it. */
export const textOf = (statement: unknown) =>
  typeof statement === 'string' ? statement : String(Reflect.get(Object(statement), 'text'));

const isClient = (value: unknown): value is Client =>
  typeof value === 'object' && value !== null && 'query' in value && typeof value.query === 'function';
