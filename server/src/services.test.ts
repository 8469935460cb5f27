import { expect, test } from 'vitest';
import { testAppForFile } from '../test/support/test-app.ts';
import { testRequestContext } from '../test/support/test-request-context.ts';
import { inTransaction } from './services.ts';

const services = await testAppForFile();

test('a notice is sent after its transaction is committed, and not when it is rolled back', async () => {
  const email = 'notices@example.com';
  const account = (await services.stores.accounts.findByOuid(await services.addAccount({ email })))!;
  const sentMails = async () => {
    await services.backgroundTasks.settled();
    return services.sandbox.outbox.sent(email);
  };
  await inTransaction(services, async (tx, rollback) => {
    tx.notices.send(account, 'secondFactorOn', testRequestContext('b'));
    return rollback('undone');
  });
  expect(await sentMails()).toEqual([]);
  await inTransaction(services, async (tx) => {
    tx.notices.send(account, 'secondFactorOff', testRequestContext('b'));
    expect(await sentMails()).toEqual([]);
  });
  expect(await sentMails()).toHaveLength(1);
});
