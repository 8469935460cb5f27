import { timestamp } from 'drizzle-orm/pg-core';

/** Every time in the database was given by the service's clock, which is the database's. */
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
