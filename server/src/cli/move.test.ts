import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { runSql } from '../../test/setup/postgres-database.ts';
import { openedOnce } from '../../test/setup/reused-database.ts';
import { createTestApp, newTestDatabase } from '../../test/support/test-app.ts';
import { testCli } from '../../test/support/test-cli.ts';
import { codeHelpers, codeTestSettings } from '../../test/support/flows/test-codes.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { openDatabase } from '../create-services.ts';

const server = process.env['TEST_DATABASE_URL'] ?? '';
const settings = { ...codeTestSettings, OIDC: 'on' };

/** Values that a copy by way of numbers, dates or its own quotes would change. */
const awkward: Record<string, string> = {
  text: String.raw`'NULL {"a,b}\ 孟' || chr(10) || 'x'`,
  'text[]': String.raw`array['', 'NULL', '{"a,b}\ 孟', null]`,
  boolean: 'true',
  integer: '2147483647',
  'integer[]': 'array[2147483647, null]',
  bigint: '9007199254740993',
  jsonb: `'{"b": 1.10, "a": [null, "\\u00e4", 9007199254740993]}'`,
  date: `'2024-02-29'`,
  uuid: `'0190a5c8-7a1b-7c3d-8e4f-123456789abc'`,
  'timestamp with time zone[]': `array['2026-01-02 03:04:05.123456+05:45'::timestamptz, null]`,
  'timestamp with time zone': `'2026-01-02 03:04:05.123456+05:45'`,
};

interface Column {
  table: string;
  name: string;
  type: string;
  /** The table of the foreign key, and its column. */
  refers: string | null;
  key: string | null;
}
const columnsOfAll = `
  select relname as table, attname as name, format_type(atttypid, atttypmod) as type,
    (select confrelid::regclass::text from pg_constraint
      where contype = 'f' and conrelid = pg_class.oid and conkey = array[attnum]) as refers,
    (select other.attname from pg_constraint join pg_attribute other on other.attrelid = confrelid and other.attnum = confkey[1]
      where contype = 'f' and conrelid = pg_class.oid and conkey = array[pg_attribute.attnum]) as key
  from pg_class join pg_attribute on attrelid = pg_class.oid
  where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped order by 1, attnum`;

type Row = Record<string, unknown>;
type Select = <Result extends object = Row>(query: string) => Promise<Result[]>;

/** Every row of every table, as the database writes it. */
async function everyRow(select: Select) {
  const tables: Record<string, unknown[]> = {};
  for (const table of new Set((await select<Column>(columnsOfAll)).map((column) => column.table))) {
    const rows = await select(`select "${table}"::text as row from "${table}"`);
    tables[table] = rows.map(({ row }) => String(row)).sort();
  }
  return tables;
}

const data = temporaryFolder(afterAll);
const { open, close } = openedOnce(data);
afterAll(close);
const env = { ...settings, DATA_DIR: data };
/** Opens the embedded database once for all tests. */
const move = testCli({
  env,
  openDatabase: (config, ...more) => (config.databaseUrl ? openDatabase(config, ...more) : open()),
});
const before = server ? await fill() : {};

/** Fills the embedded database by the sandbox, and every table that it leaves empty. */
async function fill() {
  const services = await createTestApp({ env, openDatabase: open, sandbox: true });
  const { sql: db } = services.database;
  const select = async <Result = Row>(query: string) => ((await db.execute(sql.raw(query))) as { rows: Result[] }).rows;
  const columns = await select<Column>(columnsOfAll);
  const rows = await everyRow(select);
  const isReferredTo = (table: string) => columns.some(({ refers }) => refers === table);
  const left = Object.keys(rows).filter((table) => rows[table]!.length === 0);
  for (const table of left.sort((a, b) => Number(isReferredTo(b)) - Number(isReferredTo(a)))) {
    const own = columns.filter((column) => column.table === table);
    const values = own.map(({ type, refers, key }) =>
      refers ? `(select ${key} from ${refers} limit 1)` : awkward[type],
    );
    const names = own.map(({ name }) => `"${name}"`).join();
    await select(`insert into "${table}" (${names}) overriding system value values (${values.join()})`);
  }
  await select('alter sequence contact_changes_id_seq restart with 41');
  await services.close();
  return everyRow(select);
}

/** An empty database that belongs to a user who is no superuser. */
async function emptyTarget() {
  const target = await newTestDatabase({ bare: true });
  const url = new URL(target.env['DATABASE_URL']!);
  const name = url.pathname.slice(1);
  url.username = `owner_of_${name}`;
  await runSql(server, `create role ${url.username} login`);
  await runSql(server, `alter database ${name} owner to ${url.username}`);
  onTestFinished(async () => {
    await target.clear();
    await runSql(server, `drop role ${url.username}`);
  });
  const client = new Client({ connectionString: url.href, options: '-c timezone=UTC' });
  await client.connect();
  // Before the database is removed: the last hook runs first.
  onTestFinished(() => client.end());
  const select = async <Result extends object = Row>(query: string) => (await client.query<Result>(query)).rows;
  return { url: url.href, select };
}

test.runIf(server)(
  'every row of the embedded database is in PostgreSQL after the move, and people register there [BE-03]',
  async () => {
    for (const [table, rows] of Object.entries(before)) expect(rows.length, table).toBeGreaterThan(0);
    const { url, select } = await emptyTarget();
    const { code, stdout, stderr } = await move('move', '--to', url);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const [table, rows] of Object.entries(before))
      expect(stdout).toMatch(new RegExp(`^  ${table} +${rows.length}$`, 'm'));
    expect(stdout).not.toContain(url);

    const { audit_events: audit, ...after } = await everyRow(select);
    const { audit_events: auditBefore, ...others } = before;
    expect(after).toEqual(others);
    // One more: the command itself.
    expect(audit).toHaveLength(auditBefore!.length + 1);
    expect(audit).toEqual(expect.arrayContaining(auditBefore!));
    expect(await select(`select nextval('contact_changes_id_seq')::text as next`)).toEqual([{ next: '41' }]);
    await expect(select('delete from audit_events')).rejects.toThrow('append-only');
    expect(await select(`select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'`)).toEqual([]);

    // Still of the sandbox: one of its people signs in, and a new one registers. The row of this test is no picture.
    await select('delete from pictures');
    const services = await createTestApp({ env: { ...settings, DATABASE_URL: url }, sandbox: true });
    onTestFinished(services.close);
    const { sendAndVerify, commit } = codeHelpers(services);
    const browser = services.browser();
    expect(await browser.signIn('13800138000', 'Foyer-2026')).toMatchObject({ code: 0 });
    const serviceId = await sendAndVerify(browser, '15900000001');
    expect(await commit(browser, '15900000001', serviceId, { agreed: true })).toMatchObject({ code: 0 });

    const again = await move('move', '--to', url);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toMatch(/^Nothing was moved to this database: its table "\w+" has rows already$/);
  },
);

test.runIf(server)('a move that fails says why in one line and leaves the target without a row', async () => {
  const { url, select } = await emptyTarget();
  expect(await testCli({ env: { DATABASE_URL: url } })('migrate')).toMatchObject({ code: 0 });
  const failures: [problem: string, undo: string, message: RegExp][] = [
    [
      'create table invoices (id integer)',
      'drop table invoices',
      /^Nothing was moved to this database: it has a table "invoices", which this version does not know$/,
    ],
    [
      "insert into secrets values ('codes', 'of another service')",
      'delete from secrets',
      /^Nothing was moved to this database: its table "secrets" has rows already$/,
    ],
    [
      'alter table consents alter agreed_at type timestamptz(3)',
      'alter table consents alter agreed_at type timestamptz',
      /^Nothing was moved to this database: table "consents" is another one there: give a database of the same version$/,
    ],
    [
      'alter table sessions add constraint refused check (false)',
      'alter table sessions drop constraint refused',
      /^Nothing was moved, a statement failed: new row for relation "sessions" violates check constraint "refused"$/,
    ],
    [
      `create function shorten() returns trigger as 'begin new.name = left(new.name, 1); return new; end' language plpgsql;
        create trigger shorten before insert on accounts for each row execute function shorten();
        alter table accounts enable always trigger shorten`,
      'drop function shorten() cascade',
      /^Nothing was moved to this database: table "accounts" differs after the copy, (\d+) rows before and \1 after, checksums \d+ and \d+$/,
    ],
  ];
  for (const [problem, undo, message] of failures) {
    await select(problem);
    expect(await move('move', '--to', url)).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(message) });
    await select(undo);
    expect(Object.values(await everyRow(select)).flat()).toEqual([]);
    expect(await select(`select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'`)).toEqual([]);
  }
});

test('a move has to be from an embedded database that exists and is used by no other, and to one that answers', async () => {
  const empty = temporaryFolder(onTestFinished);
  const from = (settingsOf: Record<string, string>) => testCli({ env: settingsOf });
  const to = ['move', '--to', 'postgres://foyer:very-secret@127.0.0.1:1/foyer'];
  expect(await from({ DATA_DIR: empty, DATABASE_URL: 'postgres://h/d' })(...to)).toMatchObject({
    code: 1,
    stderr: 'DATABASE_URL is set: remove it until the embedded database has been moved',
  });
  expect(await from({ DATA_DIR: empty })(...to)).toMatchObject({
    code: 1,
    stderr: `There is no embedded database in ${empty}: set DATA_DIR to its folder`,
  });
  await open();
  expect(await from(env)(...to)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining(`${data} is in use by process ${process.pid}: stop that one first`),
  });
  expect(await move(...to)).toMatchObject({
    code: 3,
    stderr:
      '--to leads to 127.0.0.1:1, which does not answer (ECONNREFUSED): start the database, or set another address',
  });
  expect(await move('move', '--to', 'mysql://foyer:very-secret@h/d')).toMatchObject({
    code: 3,
    stderr: '--to is "…": give a URL that starts with postgres:// or postgresql://',
  });
});
