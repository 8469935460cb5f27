import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallService } from '@foyer/sandbox/service-client';
import { people as everybody } from '@foyer/sandbox/people';
import { type Sandbox, startSandbox } from '@foyer/sandbox/sandbox';
import type { FastifyInstance } from 'fastify';
import { afterAll } from 'vitest';
import { type AppOptions, createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { type StartSandbox, createServices } from '../../src/create-services.ts';
import { type Clock, createClock } from '../../src/platform/clock.ts';
import type { Database } from '../../src/database/database.ts';
import { createLog } from '../../src/platform/log.ts';
import { seedCompanies } from '../../src/sandbox-seed/seed-companies.ts';
import { seedPeople } from '../../src/sandbox-seed/seed-people.ts';
import type { accounts as accountTable } from '../../src/store/schema/schema.ts';
import { borrowDatabase } from '../setup/reused-database.ts';
import { askServer, databaseAt } from '../setup/postgres-database.ts';
import { template } from '../setup/database-template.ts';
import { sha256 } from './sha256.ts';
import { createBrowser } from './test-browser.ts';

export type Environment = Record<string, string>;
const redis: Environment = process.env['TEST_REDIS_URL'] ? { REDIS_URL: process.env['TEST_REDIS_URL'] } : {};

/**
 * A database of its own: a copied folder, or a database on the PostgreSQL server of TEST_DATABASE_URL; with our tables, or
 * empty.
 */
export async function newTestDatabase({ bare = false } = {}): Promise<{ env: Environment; clear(): Promise<void> }> {
  const server = process.env['TEST_DATABASE_URL'];
  if (server) {
    const name = `foyer_test_${process.pid}_${Math.random().toString(36).slice(2)}`;
    await askServer(
      server,
      `create database ${name}${bare ? '' : ` template ${process.env['TEST_DATABASE_TEMPLATE']}`}`,
    );
    return {
      env: { ...redis, DATABASE_URL: databaseAt(server, name) },
      clear: () => askServer(server, `drop database ${name} with (force)`),
    };
  }
  const data = mkdtempSync(join(tmpdir(), 'foyer-'));
  cpSync(template, data, { recursive: true });
  return { env: { ...redis, DATA_DIR: data }, clear: async () => rmSync(data, { recursive: true, force: true }) };
}

interface Options {
  env?: Environment;
  doors?: AppOptions;
  /** Starts the sandbox with its people, companies and pages. */
  sandbox?: boolean;
  open?: () => Promise<Database>;
}

/** A complete service in memory, whose clock the test moves. */
export async function createTestApp({ env = {}, doors = {}, sandbox = false, open: openBase }: Options = {}) {
  const lines: string[] = [];
  const config = readConfig({ LOG_LEVEL: 'info', ...env });
  const { log } = createLog(config.logLevel, { write: (line) => void lines.push(line) });
  let outside: Sandbox | undefined;
  const callService: CallService = async (path, { method, headers = {}, body }) => {
    const answer = await app.inject({ url: path, method, headers, ...(body !== undefined && { payload: body }) });
    return { status: answer.statusCode, body: answer.body };
  };
  const startTestSandbox: StartSandbox = async (controls) =>
    (outside = await startSandbox({ ...controls, callService }));
  const services = await createServices(config, log, {
    makeClock: stoppedClock,
    startSandbox: startTestSandbox,
    ...(openBase && { open: openBase }),
  });
  if (outside && sandbox) {
    await seedPeople(services, everybody, outside.alipay.appId);
    await seedCompanies(services, outside, everybody);
  }
  const app: FastifyInstance = await createApp(services, {
    ...doors,
    ...(outside && sandbox && { sandbox: outside.routes }),
  });
  const { accounts, consents } = services.stores;
  let open = true;

  async function hashed(secret: string) {
    const slot = services.passwords.reserveSlot()!;
    try {
      return await slot.hash(secret);
    } finally {
      slot.release();
    }
  }

  return {
    ...services,
    app,
    lines,
    /** The sandbox: sent messages and the fault modes of its gateways. */
    get outside() {
      if (!outside) throw new Error('This services has no sandbox');
      return outside;
    },
    moveClock: services.clock.move,
    browser: (options?: Parameters<typeof createBrowser>[2]) => createBrowser(app, config, options),
    async addAccount({ password, agreed = true, ...account }: NewAccount) {
      const ouid = services.random.token(16);
      const passwordHash = password === undefined ? null : await hashed(sha256(password));
      await accounts.add({ ouid, createdAt: new Date(services.clock.now()), passwordHash, ...account });
      if (agreed) await consents.add(ouid, 'zh-CN');
      return ouid;
    },
    async close() {
      if (!open) return;
      open = false;
      await app.close();
      await services.close();
    },
  };
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;
type NewAccount = Omit<Partial<typeof accountTable.$inferInsert>, 'ouid'> & { password?: string; agreed?: boolean };

/** One service for all tests of a file, removed after the last one. */
export async function testAppForFile(options: Options = {}): Promise<TestApp> {
  const borrowed = borrowDatabase();
  const testDatabase = borrowed ? { env: { ...redis, DATA_DIR: borrowed.data } } : await newTestDatabase();
  const services = await createTestApp({ ...options, ...borrowed, env: { ...testDatabase.env, ...options.env } });
  afterAll(async () => {
    await services.close();
    if ('clear' in testDatabase) await testDatabase.clear();
  });
  return services;
}

/** Time passes because the test says so. */
async function stoppedClock(databaseTime: () => Promise<number>): Promise<Clock> {
  const clock = await createClock(databaseTime, () => 0);
  return { ...clock, synchronize: async () => {} };
}
