import type { Sql } from './database.ts';

/** Everything or nothing: what `undo` is given is the answer, and what was begun is taken back. */
export async function withRollback<Told>(
  sql: Sql,
  work: (tx: Sql, undo: (told: Told) => never) => Promise<Told>,
): Promise<Told> {
  const instead: Told[] = [];
  const undo = (told: Told): never => {
    instead.push(told);
    throw new Error('Undone');
  };
  return sql
    .transaction((tx) => work(tx, undo))
    .catch((error: unknown) => {
      const [told] = instead;
      if (told === undefined) throw error;
      return told;
    });
}
