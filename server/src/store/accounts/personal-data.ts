import type { ExportField, ExportSection } from '@foyer/contract/personal-data-names';
import type { Sql } from '../../database/database.ts';
import type { Account } from './accounts.ts';
import { personalTables } from './personal-tables.ts';

export type ExportRow = Partial<Record<ExportField, unknown>>;
export type PersonalData = Record<ExportSection, ExportRow[]>;

/** The file that a person gets. */
export const personalDataJson = (data: PersonalData, exportedAt: number) =>
  JSON.stringify({ exportedAt: new Date(exportedAt).toISOString(), ...data }, undefined, 2);

/** Everything that is stored about a person, without secrets. */
export function personalDataStore(db: Sql) {
  return {
    async read(account: Account): Promise<PersonalData> {
      const data: Partial<PersonalData> = {};
      for (const { section, table, isOf, shown } of personalTables)
        data[section] = await db.select(shown).from(table).where(isOf(account));
      return data as PersonalData;
    },
  };
}
