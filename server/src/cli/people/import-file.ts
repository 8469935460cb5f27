import { days } from '@foyer/contract/time';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { random } from '../../platform/random.ts';
import { createNameMemory, peopleStore, uniqueNamesOf } from '../../store/accounts/people.ts';
import { attributeStore } from '../../store/accounts/attributes.ts';
import { oidcClientStore } from '../../store/oidc/oidc-clients.ts';
import { recordAct } from '../command.ts';
import { type ImportResult, type ImportTarget, importPeople } from './import-people.ts';
import { type Declared, fieldsWith } from './person-fields.ts';
import { type Chunks, readLines } from './read-lines.ts';

interface Options {
  dryRun: boolean;
  assumeVerified: boolean;
  fromStart: boolean;
  /** Who imports it. */
  by: string;
  /** How long imported passwords are accepted. */
  passwordDays: number;
  onRefused(line: number, reason: string): void;
}

/** Imports a file of CSV or JSON lines into the database. */
export async function importFile(
  { sql }: Database,
  clock: Clock,
  chunks: Chunks,
  { dryRun, passwordDays, by, ...options }: Options,
): Promise<ImportResult> {
  const now = clock.now();
  const declared = await readDeclared(sql);
  const importInto = (target: ImportTarget) =>
    importPeople(readLines(chunks, [...declared.fields]), target, { ...options, now, declared });
  if (dryRun) return sql.transaction(async (tx) => importInto(await createDryRun(tx, clock)));
  const { findProgress, takenNames } = peopleStore(sql, clock, random);
  const passwordsUntil = now + days(passwordDays);
  return importInto({
    findProgress,
    takenNames,
    // Refused lines are reported before the batch is stored: an interruption may repeat them and never loses them.
    add: (batch, progress, report) =>
      sql.transaction(async (tx) => {
        const ids = await peopleStore(tx, clock, random).add(batch, progress, passwordsUntil);
        const added = ids.map((id) => id !== undefined);
        const imported = added.filter(Boolean).length;
        await recordAct(tx, clock, { command: 'people import', by, details: { import: progress.id, imported } });
        report(added);
      }),
  });
}

/** What an installation has declared, to which people of a file may refer. */
export async function readDeclared(sql: Database['sql']): Promise<Declared> {
  const clients = await oidcClientStore(sql).all();
  const attributes = await attributeStore(sql).all();
  return { clients: new Set(clients.map(({ id }) => id)), attributes, fields: new Set(fieldsWith(attributes)) };
}

/** Compares with the accounts and with the earlier lines, and stores nothing. */
async function createDryRun(sql: Database['sql'], clock: Clock): Promise<ImportTarget> {
  const { findProgress, takenNames } = peopleStore(sql, clock, random);
  const memory = await createNameMemory(sql);
  return {
    findProgress,
    async takenNames(names) {
      return new Set([...(await takenNames(names)), ...(await memory.known(names))]);
    },
    async add(people, _, report) {
      await memory.add(people.flatMap(uniqueNamesOf));
      report(people.map(() => true));
    },
  };
}
