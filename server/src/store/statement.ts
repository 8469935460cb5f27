import type { Sql } from '../database/database.ts';

/**
 * A statement that is built at its first use and then run on any connection or transaction, because building it takes longer
 * than running it. Its values are placeholders.
 */
export function statement<Prepared extends object>(build: (db: Sql) => Prepared): (db: Sql) => Prepared {
  /** One for each driver. */
  const built = new Map<unknown, Prepared>();
  return (db) => {
    const { session } = db._;
    const prepared = built.get(session.constructor) ?? build(db);
    built.set(session.constructor, prepared);
    // A prepared statement of Drizzle runs on its `client`. This copy has that of the given connection or transaction.
    return Object.create(prepared, { client: { value: Reflect.get(session, 'client') } }) as Prepared;
  };
}
