import { type SQL, type SQLWrapper, sql as statement } from 'drizzle-orm';
import type { Sql } from './database.ts';
import { oldestVersionName } from './run-migrations.ts';

/** The databases cannot be copied; the message says why. */
export class CannotCopy extends Error {}

interface Column {
  name: string;
  type: string;
  /** Computed from other columns, so that it cannot be set. */
  generated: boolean;
}

interface Content {
  rows: number;
  /** The same for the same rows in any order. */
  checksum: string;
}

const rowsOfBatch = 200;

/** How values are written as text, so that both databases write the same. */
const textForm = {
  timezone: 'UTC',
  datestyle: 'ISO, YMD',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
};

/**
 * Why these tables cannot receive rows: one has rows already, or is none of ours. The catalog names the tables, so that a new one
 * is never forgotten.
 */
export async function obstacleIn(target: Sql, source: Sql): Promise<string | undefined> {
  const ours = await readTables(source);
  for (const table of (await readTables(target)).keys()) {
    if (!ours.has(table)) return `it has a table "${table}", which this version does not know`;
    // A migration may have written this row, which the copy replaces.
    const others = table === 'secrets' ? statement` where name <> ${oldestVersionName}` : statement``;
    const [{ filled } = { filled: true }] = await select<{ filled: boolean }>(
      target,
      statement`select exists (select from ${name(table)}${others}) as filled`,
    );
    if (filled) return `its table "${table}" has rows already`;
  }
  return undefined;
}

/**
 * Copies every row of every table, and the sequences, between transactions of two databases with the same tables. Compares what
 * both hold, and returns the number of rows of each table.
 */
export async function copyDatabase(source: Sql, target: Sql): Promise<Record<string, number>> {
  for (const db of [source, target])
    for (const [setting, value] of Object.entries(textForm))
      await db.execute(statement`select set_config(${setting}, ${value}, true)`);
  const tables = await readTables(source);
  requireSame(tables, await readTables(target));
  const obstacle = await obstacleIn(target, source);
  if (obstacle) throw new CannotCopy(obstacle);
  await target.execute(statement`delete from secrets where name = ${oldestVersionName}`);

  // They would count a second time what the copied rows say already.
  const triggers = await insertTriggers(target);
  for (const { table, trigger } of triggers)
    await target.execute(statement`alter table ${name(table)} disable trigger ${name(trigger)}`);
  for (const table of await inOrderOfReferences(source, [...tables.keys()]))
    await copyRows(source, target, table, tables.get(table)!);
  for (const { table, trigger } of triggers)
    await target.execute(statement`alter table ${name(table)} enable trigger ${name(trigger)}`);
  await copySequences(source, target);
  return compareRows(source, target, tables);
}

/** After the last table: a trigger of one could have changed another. */
async function compareRows(source: Sql, target: Sql, tables: ReadonlyMap<string, readonly Column[]>) {
  const counts: Record<string, number> = {};
  for (const [table, columns] of tables) {
    const before = await contentOf(source, table, columns);
    const after = await contentOf(target, table, columns);
    if (before.rows !== after.rows || before.checksum !== after.checksum)
      throw new CannotCopy(
        `table "${table}" differs after the copy, ${before.rows} rows before and ${after.rows} after, checksums ${before.checksum} and ${after.checksum}`,
      );
    counts[table] = after.rows;
  }
  return counts;
}

async function readTables(db: Sql): Promise<Map<string, Column[]>> {
  const columns = await select<Column & { table: string }>(
    db,
    statement`select relname as table, attname as name, format_type(atttypid, atttypmod) as type, attgenerated <> '' as generated
      from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
      order by relname collate "C", attname collate "C"`,
  );
  const tables = new Map<string, Column[]>();
  for (const { table, ...column } of columns) tables.set(table, [...(tables.get(table) ?? []), column]);
  return tables;
}

function requireSame(source: Map<string, Column[]>, target: Map<string, Column[]>) {
  for (const table of new Set([...source.keys(), ...target.keys()]))
    if (JSON.stringify(source.get(table)) !== JSON.stringify(target.get(table)))
      throw new CannotCopy(`table "${table}" is another one there: give a database of the same version`);
}

/** A table after those that it refers to. */
async function inOrderOfReferences(db: Sql, tables: readonly string[]): Promise<string[]> {
  const references = await select<{ from: string; to: string }>(
    db,
    statement`select a.relname as from, b.relname as to from pg_constraint
      join pg_class a on a.oid = conrelid join pg_class b on b.oid = confrelid
      where contype = 'f' and a.relnamespace = current_schema()::regnamespace`,
  );
  const ordered: string[] = [];
  while (ordered.length < tables.length) {
    const next = tables.filter(
      (table) => !ordered.includes(table) && references.every(({ from, to }) => from !== table || ordered.includes(to)),
    );
    if (next.length === 0) throw new Error('Tables refer to each other in a circle');
    ordered.push(...next);
  }
  return ordered;
}

/** Every value goes as the text that its type writes and reads: nothing is rounded or interpreted on the way. */
async function copyRows(source: Sql, target: Sql, table: string, columns: readonly Column[]) {
  const copied = columns.filter(({ generated }) => !generated);
  const key = (index: number) => name(`c${index}`);
  const list = (item: (column: Column, index: number) => SQLWrapper) =>
    statement.join(
      copied.map((column, index) => statement`${item(column, index)}`),
      statement`, `,
    );
  const asText = list((column, index) => statement`${name(column.name)}::text as ${key(index)}`);
  const keys = list((_, index) => key(index));
  const values = list(({ type }, index) => statement`${key(index)}::${statement.raw(type)}`);
  const names = list((column) => name(column.name));

  await source.execute(statement`declare moved no scroll cursor for select ${asText} from ${name(table)}`);
  for (;;) {
    const rows = await select<Record<string, string | null>>(
      source,
      statement`fetch ${statement.raw(`${rowsOfBatch}`)} from moved`,
    );
    if (rows.length === 0) break;
    const arrays = list((_, index) => statement`${statement.param(rows.map((row) => row[`c${index}`]))}::text[]`);
    await target.execute(
      statement`insert into ${name(table)} (${names}) overriding system value
        select ${values} from unnest(${arrays}) as batch (${keys})`,
    );
  }
  await source.execute(statement`close moved`);
}

async function contentOf(db: Sql, table: string, columns: readonly Column[]): Promise<Content> {
  const row = statement.join(
    columns.map((column) => name(column.name)),
    statement`, `,
  );
  const [content] = await select<{ rows: string; checksum: string }>(
    db,
    statement`select count(*)::text as rows,
      coalesce(sum(('x' || left(md5(row(${row})::text), 15))::bit(60)::bigint), 0)::text as checksum from ${name(table)}`,
  );
  return { rows: Number(content!.rows), checksum: content!.checksum };
}

/** Our own triggers for new rows; those of foreign keys stay on. */
const insertTriggers = (db: Sql) =>
  select<{ table: string; trigger: string }>(
    db,
    statement`select relname as table, tgname as trigger from pg_trigger join pg_class on pg_class.oid = tgrelid
      where relnamespace = current_schema()::regnamespace and not tgisinternal and tgenabled = 'O' and tgtype & 4 > 0`,
  );

/** Also the numbers of rows that were deleted are not given again. */
async function copySequences(source: Sql, target: Sql) {
  const sequences = await select<{ sequence: string }>(
    source,
    statement`select relname as sequence from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'S'`,
  );
  for (const { sequence } of sequences) {
    const [state] = await select<{ last: string; called: boolean }>(
      source,
      statement`select last_value::text as last, is_called as called from ${name(sequence)}`,
    );
    await target.execute(
      statement`select setval(quote_ident(${sequence})::regclass, ${state!.last}::bigint, ${state!.called})`,
    );
  }
}

const name = (identifier: string) => statement.identifier(identifier);

async function select<Row>(db: Sql, query: SQL): Promise<Row[]> {
  return ((await db.execute(query)) as { rows: Row[] }).rows;
}
