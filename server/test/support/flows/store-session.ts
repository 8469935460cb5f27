import { days } from '@foyer/contract/time';
import { sha256 } from '../../../src/platform/sha256.ts';
import { sessions } from '../../../src/store/schema/schema.ts';
import type { TestApp } from '../test-app.ts';

/** Stores an open session of the account without a sign-in, and returns its token. */
export async function storeSession(
  { clock, database, random }: TestApp,
  account: string,
  method: string,
): Promise<string> {
  const token = random.token();
  const now = new Date(clock.now());
  await database.sql.insert(sessions).values({
    id: random.token(16),
    tokenHash: sha256(token),
    account,
    state: 'open',
    method,
    factors: [method],
    device: '',
    maskedIp: '',
    createdAt: now,
    provenAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + days(7)),
  });
  return token;
}
