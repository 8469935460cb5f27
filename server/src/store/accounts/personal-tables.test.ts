import { readdirSync } from 'node:fs';
import { exportFields, exportSections } from '@foyer/contract/personal-data-names';
import { days } from '@foyer/contract/time';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { type PgColumn, PgTable, getTableConfig } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { eraseClosedAccounts } from '../../parts/account-closure/erase-closed-accounts.ts';
import { personalTables } from './personal-tables.ts';
import { attributes } from '../schema/attribute-schema.ts';
import { oidcClients } from '../schema/oidc-schema.ts';
import { accounts, sessions } from '../schema/schema.ts';

const services = await testAppForFile();
const db = services.database.sql;

/** Tables that hold nothing which belongs to an account. */
const aboutNoAccount: Record<string, string> = {
  attempts: 'its keys are hashes',
  budgets: 'its keys are hashes',
  human_checks: 'puzzles and tokens',
  secrets: 'of the service',
  scans: 'what an app says about a person who is not signed in, for minutes; deleted within two days',
  handoffs: 'two browsers, and the id of a session, for minutes; deleted within two days',
  unlinked_identities: 'what a session can link again, for a minute; deleted within two days',
  verified_mobiles: 'hashes',
  companies: 'settings',
  sso_requests: 'a browser that has left for a company, for minutes; deleted within two days',
  access_codes: 'what a company says about a person who is not signed in, for minutes; deleted within two days',
  seen_assertions: 'hashes',
  banners: 'content',
  pictures: 'content',
  articles: 'content',
  article_hits: 'counts',
  event_counts: 'counts',
  plain_password_requests: 'hashes',
  people_imports: 'files',
  attributes: 'settings',
  oidc_apis: 'settings',
  oidc_clients: 'applications',
  oidc_keys: 'of the service',
  oidc_device_codes: 'hashes',
  webhook_events: 'what applications are told, which names people by their `ouid` alone, for 30 days',
  webhook_deliveries: 'which application was told',
  webhook_endpoints: 'settings',
  sandbox_entries: 'people that the sandbox has invented',
};

/** The law asks for these. Their rows name the account by its `ouid` only, which names nothing else any more. */
const kept = ['audit_events'];

const folder = new URL('../schema/', import.meta.url);
const modules: Record<string, unknown>[] = await Promise.all(
  readdirSync(folder)
    .filter((file) => file.endsWith('schema.ts'))
    .map((file) => import(new URL(file, folder).href)),
);
const tables = modules.flatMap((module) => Object.values(module)).filter((value) => is(value, PgTable));
const names = personalTables.map(({ table }) => getTableName(table));

test('every table of the schema is exported or holds nothing that belongs to an account', () => {
  expect(tables.length).toBeGreaterThan(30);
  const unknown = tables.map(getTableName).filter((name) => !names.includes(name) && !(name in aboutNoAccount));
  expect(unknown).toEqual([]);
  for (const table of tables.filter((one) => getTableName(one) in aboutNoAccount)) {
    expect(Object.keys(getTableColumns(table)), getTableName(table)).not.toContain('account');
    const referred = getTableConfig(table).foreignKeys.map((key) => key.reference().foreignTable);
    expect(referred, getTableName(table)).not.toContain(accounts);
    expect(referred, getTableName(table)).not.toContain(sessions);
  }
});

test.each(personalTables)('each column of $section is shown or hidden for a reason', ({ table, shown, hidden }) => {
  const columns = Object.keys(getTableColumns(table));
  expect(Object.keys(hidden).filter((name) => !columns.includes(name))).toEqual([]);
  expect(columns.filter((name) => !(name in shown) && !(name in hidden))).toEqual([]);
  expect(columns.filter((name) => name in shown && name in hidden)).toEqual([]);
  expect(Object.keys(shown).filter((name) => !(exportFields as readonly string[]).includes(name))).toEqual([]);
});

test('every section and every field is used', () => {
  expect(personalTables.map(({ section }) => section).sort()).toEqual([...exportSections].sort());
  const used = new Set(personalTables.flatMap(({ shown }) => Object.keys(shown)));
  expect(exportFields.filter((field) => !used.has(field))).toEqual([]);
});

test('an export shows a row of every table and no secret; erasing the account leaves only what must be kept', async () => {
  const ouid = await services.addAccount({ mobile: '13660000001', email: 'all@example.com', agreed: false });
  const now = new Date(services.clock.now());
  await db.insert(oidcClients).values({
    id: 'app',
    name: 'App',
    authentication: 'none',
    redirectUris: [],
    postLogoutRedirectUris: [],
    firstParty: false,
    requirePushedRequests: false,
    requireSignedRequests: false,
    createdAt: now,
  });
  const department = { name: 'department', scope: 'work', label: 'Department', thirdParty: false } as const;
  await db.insert(attributes).values({ ...department, type: 'string', createdAt: now });
  const others = personalTables.filter(({ table }) => table !== accounts);
  // Sessions first, because others refer to them.
  for (const one of others.toSorted((a, b) => Number(b.table === sessions) - Number(a.table === sessions)))
    await db.insert(one.table).values(sampleOf(one, ouid));

  const account = (await services.stores.accounts.findByOuid(ouid))!;
  const data = await services.stores.personalData.read(account);
  for (const section of exportSections) expect(data[section], section).toHaveLength(1);
  expect(JSON.stringify(data)).not.toContain('SECRET');

  await services.stores.accounts.close(ouid);
  services.moveClock(days(14));
  await eraseClosedAccounts(services);
  for (const { table } of personalTables.filter((one) => !kept.includes(getTableName(one.table))))
    expect(await db.select().from(table), getTableName(table)).toEqual([]);
});

/** A row with a value in every column; what an export hides is recognized by its text. */
function sampleOf({ table, hidden }: (typeof personalTables)[number], ouid: string) {
  const references = new Map(
    getTableConfig(table).foreignKeys.flatMap((key) => {
      const { columns, foreignTable } = key.reference();
      return columns.map((column) => [column.name, foreignTable] as const);
    }),
  );
  const valueOf = (name: string, column: PgColumn): unknown => {
    const referred = references.get(column.name);
    if (referred === accounts || name === 'account') return ouid;
    if (referred === sessions || (table === sessions && name === 'id')) return 'SECRET session';
    if (name === 'sid') return 'SECRET sid';
    if (referred === oidcClients) return 'app';
    if (referred === attributes) return 'department';
    const text = hidden[name] ? `SECRET ${name}` : name;
    if (column.enumValues?.length) return column.enumValues[0];
    if (column.dataType.startsWith('date')) return new Date(services.clock.now() + days(30));
    if (column.dataType.startsWith('boolean')) return true;
    if (column.dataType.startsWith('number')) return 1;
    if (column.dataType.startsWith('array')) return [text];
    return column.dataType.startsWith('json') ? { app: {}, clientId: 'app' } : text;
  };
  const columns: [string, PgColumn][] = Object.entries(getTableColumns(table));
  return Object.fromEntries(
    columns.filter(([, column]) => !column.generatedIdentity).map(([name, column]) => [name, valueOf(name, column)]),
  );
}
