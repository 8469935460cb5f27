import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Outbox } from './outbox.ts';
import { type Service, startService } from './service.ts';
import { test as journey } from './journey.ts';

/** A visit to a service that no other test uses, for what a person can do only once. */
export const test = journey.extend<{ ownService: Service }>({
  ownService: async ({}, lend) => {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-e2e-'));
    await cp(process.env.DATA_TEMPLATE!, folder, { recursive: true });
    const service = await startService(folder);
    await lend(service);
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  },

  baseURL: ({ ownService }, lend) => lend(ownService.origin),
  outbox: ({ ownService }, lend) => lend(new Outbox(ownService)),
});
