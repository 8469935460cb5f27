import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createTestApp, testDatabaseForFile } from '../../../test/support/test-app.ts';
import { accounts } from '../schema/schema.ts';

const database = await testDatabaseForFile();
const password = 'Foyer-2026';

test('a start brings stored e-mail addresses into one form and reports collisions, without merging [D-37]', async () => {
  const before = await createTestApp(database);
  const add = async (email: string, createdAt: string) =>
    before.addAccount({ email, password, createdAt: new Date(createdAt) });
  const alone = await add('mei@exämple.com', '2026-01-01');
  const unicode = await add('lin@exämple.com', '2026-01-02');
  const ascii = await add('lin@xn--exmple-cua.com', '2026-01-03');
  const older = await add('a\u034fb@example.com', '2026-01-01');
  const newer = await add('a\ufe0fb@example.com', '2026-01-02');
  const emoji = await add('😀@example.com', '2026-01-01');
  const unchanged = await add('小美@example.com', '2026-01-01');
  await before.close();

  const after = await createTestApp(database);
  const emailOf = async (ouid: string) =>
    (await after.database.sql.select().from(accounts).where(eq(accounts.ouid, ouid)))[0]?.email;
  expect(await Promise.all([alone, unicode, ascii, older, newer, emoji, unchanged].map(emailOf))).toEqual([
    'mei@xn--exmple-cua.com',
    'lin@exämple.com',
    'lin@xn--exmple-cua.com',
    'ab@example.com',
    'a\ufe0fb@example.com',
    '😀@example.com',
    '小美@example.com',
  ]);
  const reported = after.lines.map((line) => JSON.parse(line)).filter(({ event }) => String(event).startsWith('email'));
  expect(reported).toHaveLength(4);
  expect(reported).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ event: 'emailCollision', level: 'warn', account: newer, other: older }),
      expect.objectContaining({ event: 'emailCollision', level: 'warn', account: unicode, other: ascii }),
      expect.objectContaining({ event: 'emailRefused', level: 'warn', account: emoji }),
      expect.objectContaining({ event: 'emailsNormalized', level: 'info', count: 2 }),
    ]),
  );
  for (const spelling of ['mei@exämple.com', 'mei@xn--exmple-cua.com'])
    expect(await after.browser().signIn(spelling, password)).toMatchObject({ code: 0, data: { ouid: alone } });
  await after.close();
});
