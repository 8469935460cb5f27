import { sql } from 'drizzle-orm';
import { timestamp } from 'drizzle-orm/pg-core';

/** A column for a time. Every time that is stored comes from the service's clock, which follows the database's. */
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** A time in milliseconds as a value inside raw SQL. */
export const sqlTime = (milliseconds: number) => sql`${new Date(milliseconds).toISOString()}::timestamptz`;
