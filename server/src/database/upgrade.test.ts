import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestApp, newTestDatabase } from '../../test/support/test-app.ts';

const dump = readFileSync(new URL('dump-before-release.sql', import.meta.url), 'utf8');

test.runIf(process.env['TEST_DATABASE_URL'])(
  'an installation from before the first release upgrades with nothing lost',
  async () => {
    const [upgraded, fresh] = [await connect({ bare: true }), await connect()];
    await upgraded.query(dump);
    await upgraded.query('reset search_path');
    const tables = await upgraded.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
    );
    const before = await rowsOf(upgraded, tables);
    expect(before['accounts']).toHaveLength(12);

    const services = await createTestApp({ env: upgraded.env });
    onTestFinished(services.close);
    const after = await rowsOf(upgraded, tables);
    // The start adds secrets of its own.
    expect(after['secrets']).toEqual(expect.arrayContaining(before['secrets']!));
    for (const [table, rows] of Object.entries(before))
      if (table !== 'secrets') expect(after[table], table).toMatchObject(rows);
    expect(await schemaOf(upgraded)).toEqual(await schemaOf(fresh));
    const signedIn = await services.browser().signIn('13800138000', 'Foyer-2026');
    expect(signedIn).toMatchObject({ code: 0, data: { needAgreement: false } });
  },
);

async function connect(options: { bare?: boolean } = {}) {
  const { env, clear } = await newTestDatabase(options);
  const client = new Client({ connectionString: env['DATABASE_URL'] });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await clear();
  });
  return Object.assign(client, { env });
}

type Row = Record<string, unknown>;

async function rowsOf(client: Client, { rows: tables }: { rows: { name: string }[] }): Promise<Record<string, Row[]>> {
  const all: Record<string, Row[]> = {};
  for (const { name } of tables)
    all[name] = (await client.query<Row>(`select * from "${name}" as t order by to_jsonb(t)`)).rows;
  return all;
}

/** What the tables are, without names of keys and without what only tells whether old rows were checked. */
async function schemaOf(client: Client) {
  const columns = await client.query<Row>(
    `select table_name, column_name, data_type, is_nullable, column_default, is_identity
       from information_schema.columns where table_schema = 'public' order by 1, 2`,
  );
  const definitions = await client.query<{ definition: string }>(
    `select regexp_replace(indexdef, 'INDEX \\S+_pkey ', 'INDEX ') as definition from pg_indexes where schemaname = 'public'
     union all select conrelid::regclass || ' ' || replace(pg_get_constraintdef(oid), ' NOT VALID', '')
       from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
     union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
     union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
     order by 1`,
  );
  return { columns: columns.rows, definitions: definitions.rows.map(({ definition }) => definition) };
}
