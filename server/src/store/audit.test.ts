import { days } from '@foyer/contract/time';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { testAppForFile } from '../../test/support/test-app.ts';
import { testRequestContext } from '../../test/support/test-request-context.ts';
import { inTransaction } from '../services.ts';
import { operatorContext } from './audit.ts';
import { auditEvents } from './schema/audit-schema.ts';
import { sweep } from './sweep.ts';

const services = await testAppForFile();
const db = services.database.sql;
const { audit } = services.stores;
const context = testRequestContext('b');

const countOf = async (account: string) => (await audit.listByAccount(account)).length;
/** What the database says of a statement that it refuses. */
const reasonOf = async (statement: Promise<unknown>) =>
  statement.then(
    () => 'done',
    ({ cause, message }: Error) => (cause instanceof Error ? cause.message : message),
  );

describe('the audit trail', () => {
  test('has who, what, when and where, without the full client IP', async () => {
    await audit.record({ account: 'a1', type: 'signIn', method: 'code', factor: 'sms', details: { n: 1 } }, context);
    expect(await audit.listByAccount('a1')).toEqual([
      {
        id: expect.any(Number),
        at: new Date(services.clock.now()),
        account: 'a1',
        type: 'signIn',
        actor: 'person',
        method: 'code',
        factor: 'sms',
        details: { n: 1 },
        requestId: 'r',
        maskedIp: '203.0.113.*',
        device: 'Chrome · Windows',
        sid: null,
      },
    ]);
  });

  test('says when an operator did it by the command line', async () => {
    await audit.record({ account: 'a2', type: 'operatorCommand' }, operatorContext);
    expect(await audit.listByAccount('a2')).toMatchObject([{ actor: 'operator', maskedIp: '', device: 'npx foyer' }]);
  });

  test('lists the newest first, page by page', async () => {
    for (const n of [1, 2, 3]) await audit.record({ account: 'a3', type: 'signIn', details: { n } }, context);
    const first = await audit.listByAccount('a3', { limit: 2 });
    const rest = await audit.listByAccount('a3', { limit: 2, before: first[1]!.id });
    expect([first, rest].map((page) => page.map(({ details }) => details['n']))).toEqual([[3, 2], [1]]);
  });

  test('has no record of a change that is rolled back', async () => {
    await inTransaction(services, async (tx, rollback) => {
      await tx.stores.audit.record({ account: 'a4', type: 'passwordChanged' }, context);
      return rollback('undone');
    });
    expect(await countOf('a4')).toBe(0);
  });

  test('refuses to change, delete or truncate its rows', async () => {
    await audit.record({ account: 'a5', type: 'signIn' }, context);
    const attempts = [
      db.update(auditEvents).set({ type: 'signedOut' }).where(eq(auditEvents.account, 'a5')),
      db.delete(auditEvents).where(eq(auditEvents.account, 'a5')),
      db.execute(sql`truncate audit_events`),
    ];
    for (const attempt of attempts) expect(await reasonOf(attempt)).toMatch(/audit_events is append-only/);
    expect(await countOf('a5')).toBe(1);
  });

  test('is kept for exactly as long as configured', async () => {
    await audit.record({ account: 'a6', type: 'signIn' }, context);
    await sweep(db, services.clock.now() + days(30), { auditRetention: days(30) });
    expect(await countOf('a6')).toBe(1);
    await sweep(db, services.clock.now() + days(30) + 1, { auditRetention: days(30) });
    expect(await countOf('a6')).toBe(0);
  });

  test('refuses in the sweep to delete a row that is not older than its retention', async () => {
    await audit.record({ account: 'a7', type: 'signIn' }, context);
    const deletion = db.transaction(async (tx) => {
      const now = new Date(services.clock.now()).toISOString();
      await tx.execute(sql`select set_config('foyer.delete_audit_before', ${now}, true)`);
      await tx.delete(auditEvents).where(eq(auditEvents.account, 'a7'));
    });
    expect(await reasonOf(deletion)).toMatch(/append-only/);
    expect(await countOf('a7')).toBe(1);
  });
});
