import { eq } from 'drizzle-orm';
import { sessions } from '../../../src/store/schema/schema.ts';
import type { TestApp } from '../test-app.ts';

/** Gives the sessions of a person a second factor, as if a code to the mobile number had been proven in them. */
export async function raiseSessions({ database }: TestApp, account: string) {
  await database.sql
    .update(sessions)
    .set({ factors: ['password', 'sms'] })
    .where(eq(sessions.account, account));
}
