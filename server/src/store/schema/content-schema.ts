import { languages } from '@foyer/contract/language';
import { date, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

/** What stands around the door: nothing in these tables is about a person. */

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const language = () => text('language', { enum: languages }).notNull();

export const banners = pgTable(
  'banners',
  {
    id: text('id').notNull(),
    language: language(),
    position: integer('position').notNull(),
    /** The name of a picture of ours. */
    picture: text('picture').notNull(),
    alt: text('alt').notNull(),
    link: text('link'),
    shownFrom: time('shown_from'),
    shownUntil: time('shown_until'),
  },
  (table) => [primaryKey({ columns: [table.id, table.language] })],
);

/** Here and not in a folder, so that every node has them and one backup holds everything. */
export const pictures = pgTable('pictures', {
  /** Its hash, and what it is. */
  name: text('name').primaryKey(),
  base64: text('base64').notNull(),
});

export const articles = pgTable(
  'articles',
  {
    /** The same in every language, so that a change of language keeps the article. */
    id: text('id').notNull(),
    language: language(),
    position: integer('position').notNull(),
    area: text('area').notNull(),
    /** Null for every product. */
    product: text('product'),
    title: text('title').notNull(),
    summary: text('summary').notNull(),
    body: text('body').notNull(),
    link: text('link'),
    /** The refusals that it helps with, by name. */
    explains: text('explains').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.id, table.language] })],
);

/** Apart from the articles: they may come from elsewhere, and a new version of one keeps its readers. */
export const articleHits = pgTable(
  'article_hits',
  { article: text('article').notNull(), language: language(), hits: integer('hits').notNull() },
  (table) => [primaryKey({ columns: [table.article, table.language] })],
);

/** How often something happened on a day. Name and details come from the lists of the contract. */
export const eventCounts = pgTable(
  'event_counts',
  {
    /** In UTC. */
    day: date('day', { mode: 'string' }).notNull(),
    name: text('name').notNull(),
    details: text('details').array().notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.name, table.details] })],
);
