import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { time } from './timestamp.ts';

/**
 * What the sandbox has put into this database: an entry is made before what it names. As long as there is one, the service
 * does not start without the sandbox, whose passwords and keys everyone knows.
 */
export const sandboxEntries = pgTable(
  'sandbox_entries',
  {
    /**
     * `account` by its `ouid`, `company` by its slug, `client` by its id. `contact`: a mobile number or e-mail address of its
     * people, who may register with it later. `provider`: where only the sandbox knows people, as a company of it does.
     */
    kind: text('kind', { enum: ['account', 'contact', 'company', 'provider', 'client'] }).notNull(),
    name: text('name').notNull(),
    since: time('since').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.name] })],
);
