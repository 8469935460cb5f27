import { languages } from '@foyer/contract/language';
import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { time } from './timestamp.ts';

/** Tables of the content and of analytics; they hold no personal data. */

const language = () => text('language', { enum: languages }).notNull();

export const banners = pgTable(
  'banners',
  {
    id: text('id').notNull(),
    language: language(),
    position: integer('position').notNull(),
    /** The name of a row in `pictures`. */
    picture: text('picture').notNull(),
    alt: text('alt').notNull(),
    link: text('link'),
    shownFrom: time('shown_from'),
    shownUntil: time('shown_until'),
  },
  (table) => [primaryKey({ columns: [table.id, table.language] })],
);

/** In the database rather than in a folder, so that every node has them and one backup holds everything. */
export const pictures = pgTable('pictures', {
  /** Its hash and file extension. */
  name: text('name').primaryKey(),
  base64: text('base64').notNull(),
});

export const articles = pgTable(
  'articles',
  {
    /** The same in every language, so that changing the language keeps the article open. */
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
    /** The names of the refusals that it helps with. */
    explains: text('explains').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.id, table.language] })],
);

/** Not a column of `articles`: articles may come from a CMS, and a new version of one keeps its count. */
export const articleHits = pgTable(
  'article_hits',
  { article: text('article').notNull(), language: language(), hits: integer('hits').notNull() },
  (table) => [primaryKey({ columns: [table.article, table.language] })],
);

/** How often each analytics event happened on a day. Name and details come from the lists of the contract. */
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
