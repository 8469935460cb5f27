import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallService } from '@foyer/sandbox/service-client';
import type { Sandbox } from '@foyer/sandbox/sandbox';
import type { FastifyInstance } from 'fastify';
import { afterAll, onTestFinished } from 'vitest';
import { type AppOptions, createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { type StartSandbox, createServices, openDatabase } from '../../src/create-services.ts';
import { type Clock, createClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { fillDatabase, startSandbox } from '../../src/sandbox-seed/sandbox.ts';
import type { accounts as accountTable } from '../../src/store/schema/schema.ts';
import { type TestDatabase, openedOnce, reuseDatabase } from '../setup/reused-database.ts';
import { runSql, databaseAt } from '../setup/postgres-database.ts';
import { template } from '../setup/database-template.ts';
import { sha256Hex } from '../../src/platform/sha256.ts';
import { createBrowser } from './test-browser.ts';

export type Environment = Record<string, string>;
const redisUrl = process.env['TEST_REDIS_URL'];
/** On a busy machine an answer takes longer than the service would wait for it. */
const redis: Environment = redisUrl ? { REDIS_URL: redisUrl, REDIS_TIMEOUT_MS: '30000' } : {};
/** Many tests wait for one server, and a hash of the service takes 20 ms of a core. */
const patient: Environment = { DATABASE_TIMEOUT_MS: '30000' };
const cheapHashes = { memoryKiB: 64, passes: 1, lanes: 1 };

/**
 * A database of its own: a copied folder, or a database on the PostgreSQL server of TEST_DATABASE_URL; with our tables, or
 * empty.
 */
export async function newTestDatabase({ bare = false } = {}): Promise<TestDatabase> {
  const server = process.env['TEST_DATABASE_URL'];
  if (server) {
    const name = `foyer_test_${process.pid}_${Math.random().toString(36).slice(2)}`;
    await runSql(server, `create database ${name}${bare ? '' : ` template ${process.env['TEST_DATABASE_TEMPLATE']}`}`);
    return {
      env: { ...redis, ...patient, DATABASE_URL: databaseAt(server, name) },
      openDatabase,
      clear: async () => void (await runSql(server, `drop database ${name} with (force)`)),
    };
  }
  const data = mkdtempSync(join(tmpdir(), 'foyer-'));
  cpSync(template, data, { recursive: true });
  const { open, close } = openedOnce(data);
  return {
    env: { ...redis, DATA_DIR: data },
    openDatabase: open,
    async clear() {
      await close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

interface Options {
  env?: Environment;
  appOptions?: AppOptions;
  /** Seeds the sandbox's people and companies and serves its pages. */
  sandbox?: boolean;
  /** Without the identity service, which the sandbox always offers. */
  withoutIdentityService?: boolean;
  openDatabase?: TestDatabase['openDatabase'];
  /** By default a clock of its own, which stands at the time of the start. */
  clock?: Clock;
}

/** A complete service, called without a network port, whose clock the test moves. */
export async function createTestApp({
  env = {},
  appOptions = {},
  sandbox = false,
  withoutIdentityService = false,
  openDatabase: open = openDatabase,
  clock,
}: Options = {}) {
  const lines: string[] = [];
  // Queues are read at any time, also while a test counts statements.
  const read = readConfig({ LOG_LEVEL: 'info', OIDC: 'off', WEBHOOKS: 'off', ...env });
  const config = withoutIdentityService ? { ...read, sso: { ...read.sso, identity: undefined } } : read;
  const { log } = createLog(config.logLevel, { write: (line) => void lines.push(line) });
  let startedSandbox: Sandbox | undefined;
  const callService: CallService = async (path, { method, headers = {}, body }) => {
    const response = await app.inject({ url: path, method, headers, ...(body !== undefined && { payload: body }) });
    return { status: response.statusCode, body: response.body };
  };
  const startTestSandbox: StartSandbox = async (controls) =>
    (startedSandbox = await startSandbox({ ...controls, callService }));
  const services = await createServices(config, log, {
    makeClock: clock ? async () => clock : stoppedClock,
    startSandbox: startTestSandbox,
    hashCost: cheapHashes,
    open,
  });
  if (startedSandbox && sandbox) await fillDatabase(services, startedSandbox);
  const app: FastifyInstance = await createApp(services, {
    ...appOptions,
    ...(startedSandbox && sandbox && { sandbox: startedSandbox.routes }),
  });
  const { accounts, agreements } = services.stores;
  let isOpen = true;

  async function hashed(password: string) {
    const slot = services.passwords.reserveSlot()!;
    try {
      return await slot.hash(sha256Hex(password));
    } finally {
      slot.release();
    }
  }

  return {
    ...services,
    app,
    lines,
    /** The sandbox: sent messages and the fault modes of its gateways. */
    get sandbox() {
      if (!startedSandbox) throw new Error('This service has no sandbox');
      return startedSandbox;
    },
    moveClock: services.clock.move,
    browser: (options?: Parameters<typeof createBrowser>[2]) => createBrowser(app, config, options),
    async addAccount({ password, agreed = true, ...account }: NewAccount) {
      const ouid = services.random.token(16);
      const passwordHash = password === undefined ? null : await hashed(password);
      await accounts.add({ ouid, createdAt: new Date(services.clock.now()), passwordHash, ...account });
      if (agreed) await agreements.add(ouid, 'zh-CN');
      return ouid;
    },
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await app.close();
      await services.close();
    },
  };
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;
type NewAccount = Omit<Partial<typeof accountTable.$inferInsert>, 'ouid'> & { password?: string; agreed?: boolean };

/** One database for all tests of a file, without a row at first. */
export async function testDatabaseForFile() {
  const { env, openDatabase: open, clear } = (await reuseDatabase()) ?? (await newTestDatabase());
  afterAll(clear);
  return { env: { ...redis, ...patient, ...env }, openDatabase: open };
}

/** One service for all tests of a file, removed after the last one. */
export async function testAppForFile(options: Options = {}): Promise<TestApp> {
  const database = await testDatabaseForFile();
  const services = await createTestApp({ ...database, ...options, env: { ...database.env, ...options.env } });
  // Runs before the database is emptied: the last hook runs first.
  afterAll(services.close);
  return services;
}

/** The database of a service, for commands and other nodes; on PostgreSQL they have connections of their own. */
export function databaseOf({ config: { databaseUrl }, database }: TestApp): Omit<TestDatabase, 'clear'> {
  if (databaseUrl) return { env: { ...patient, DATABASE_URL: databaseUrl }, openDatabase };
  return { env: {}, openDatabase: async () => ({ ...database, close: async () => {} }) };
}

/**
 * Another node of the same installation, closed when the test ends: on the same database and by the same clock. Clocks that
 * stopped at different times would let a node take a request of the same moment for a later one. A node that stayed open
 * would go on writing to the database that the next file uses.
 */
export async function openNode(services: TestApp, env: Environment = {}): Promise<TestApp> {
  const database = databaseOf(services);
  const settings = { SANDBOX: 'off', ...env, ...database.env };
  const node = await createTestApp({ ...database, env: settings, clock: services.clock });
  onTestFinished(node.close);
  return node;
}

/** A clock that only the test moves. */
async function stoppedClock(databaseTime: () => Promise<number>): Promise<Clock> {
  const clock = await createClock(databaseTime, () => 0);
  return { ...clock, synchronize: async () => {} };
}
