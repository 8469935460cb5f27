import type { Language } from '@foyer/contract/language';
import { boolean, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { accounts } from './schema.ts';
import { time } from './timestamp.ts';

/** How the value of an attribute is given and checked; `strings` is a list of texts, `date` a day such as 2026-01-31. */
export const attributeTypes = ['string', 'number', 'boolean', 'date', 'strings'] as const;
export type AttributeValue = string | number | boolean | string[];

/** What the operator keeps about people beyond the account, such as a department. */
export const attributes = pgTable('attributes', {
  /** The claim in which applications get it. */
  name: text('name').primaryKey(),
  type: text('type', { enum: attributeTypes }).notNull(),
  /** With which applications ask for it. */
  scope: text('scope').notNull(),
  /** What people read that it is, on the access question. */
  label: text('label').notNull(),
  /** In the languages in which it is called otherwise. */
  labels: jsonb('labels').$type<Partial<Record<Language, string>>>(),
  /** Applications of someone else may ask the person for it; otherwise it is for the operator's own alone. */
  thirdParty: boolean('third_party').notNull(),
  createdAt: time('created_at').notNull(),
});

export const accountAttributes = pgTable(
  'account_attributes',
  {
    account: text('account')
      .notNull()
      .references(() => accounts.ouid, { onDelete: 'cascade' }),
    attribute: text('attribute')
      .notNull()
      .references(() => attributes.name, { onDelete: 'cascade' }),
    value: jsonb('value').$type<AttributeValue>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.attribute] })],
);
