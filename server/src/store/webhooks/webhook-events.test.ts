import { days } from '@foyer/contract/time';
import { expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { addEndpoint } from '../../../test/support/flows/test-webhooks.ts';
import { webhooks as limits } from './limits.ts';
import { runSweep } from '../../repeated-tasks.ts';
import { serviceContext } from '../audit.ts';
import { webhookEvents } from '../schema/webhook-schema.ts';
import { auditStore } from '../audit.ts';

const services = await testAppForFile();
const { stores, database, clock } = services;
const onPostgres = Boolean(services.config.databaseUrl);

const happen = (account: string, audit: Pick<typeof stores.audit, 'record'> = stores.audit) =>
  audit.record({ account, type: 'nameChanged' }, serviceContext);
/** The people of the events behind this position. */
async function read(after: number) {
  const found = await stores.webhookEvents.after(after, 1000, []);
  return { people: found.map(({ data }) => data['person']), next: found.at(-1)?.position ?? after };
}

test('an event of a change that is rolled back does not exist', async () => {
  const failing = database.sql.transaction(async (tx) => {
    await happen('rolled-back', auditStore(tx, clock));
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await stores.webhookEvents.publish();
  expect((await read(0)).people).toEqual([]);
});

test.runIf(onPostgres)(
  'an event that is written first and committed last is not missed by who has read the others, and not told before its commit',
  async () => {
    let next = 0;
    await database.sql.transaction(async (tx) => {
      await happen('slow', auditStore(tx, clock));
      clock.move(1);
      await happen('fast');
      while (await stores.webhookEvents.publish());
      const { people, next: position } = await read(0);
      expect(people).toEqual(['fast']);
      next = position;
    });
    while (await stores.webhookEvents.publish());
    expect((await read(next)).people).toEqual(['slow']);
  },
);

test('positions grow in the order of publication, and are published in batches', async () => {
  const { next } = await read(0);
  const people = Array.from({ length: limits.batch + 1 }, (_, n) => `person-${n}`);
  const at = new Date(clock.now());
  await database.sql.insert(webhookEvents).values(
    people.map((person, n) => ({
      at: new Date(at.getTime() + n),
      type: 'person.enabled' as const,
      data: { person },
    })),
  );
  expect(await stores.webhookEvents.publish()).toBe(true);
  expect(await stores.webhookEvents.publish()).toBe(false);
  expect((await stores.webhookEvents.after(next, 2000, [])).map(({ data }) => data['person'])).toEqual(people);
});

test('events and the log of their deliveries are deleted after 30 days', async () => {
  await addEndpoint(services, { id: 'log', url: 'https://example.com' });
  clock.move(limits.retention + days(1));
  await happen('kept');
  await stores.webhookEvents.publish();
  await runSweep(services);
  expect((await read(0)).people).toEqual(['kept']);
  expect(await stores.webhookDeliveries.list('log', { state: undefined, limit: 10 })).toHaveLength(1);
  clock.move(limits.retention + 1);
  await runSweep(services);
  expect(await stores.webhookDeliveries.list('log', { state: undefined, limit: 10 })).toEqual([]);
});
