import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Config } from './config/config.ts';
import type { Services } from './services.ts';
import { createCommonPasswords } from './parts/common-passwords/common-passwords.ts';
import { createContent } from './parts/content/content.ts';
import { createNotices } from './parts/notices/notices.ts';
import { createBackgroundTasks } from './platform/background-tasks.ts';
import { readAssets } from './http/assets.ts';
import { createPollCache } from './cache/poll-cache.ts';
import { createRateLimit } from './cache/rate-limit.ts';
import { random } from './platform/random.ts';
import { type Clock, createClock } from './platform/clock.ts';
import type { Database } from './database/database.ts';
import { type Log, faultOf } from './platform/log.ts';
import { createMetrics } from './platform/metrics.ts';
import type { Pages, RenderDocument } from './http/pages.ts';
import { createPasswords } from './platform/passwords.ts';
import { beacon, clockSync, content as contentLimits, cspReport, funnel, sweeping } from './platform/service-limits.ts';
import { cmsAt } from './providers/cms.ts';
import { type SandboxCompanies, createSsoConnections } from './providers/sso/sso-connections.ts';
import { type SandboxMessaging, createMessenger } from './providers/messaging/messenger.ts';
import { createIdentity } from './providers/identity-verification.ts';
import { createWecom } from './providers/wecom/wecom.ts';
import { type SandboxScanApps, createScanApps } from './providers/scan-apps.ts';
import { type EventCount, eventCountStore } from './store/event-counts.ts';
import { keepSecret } from './store/secrets.ts';
import { suiteTicketStore } from './store/suite-tickets.ts';
import { sweep } from './store/sweep.ts';

interface Hand {
  now(): number;
  moveClock(by: number): void;
  resetClock(): void;
  publicUrl: string;
  apiBase: string;
  eventCounts(): Promise<EventCount[]>;
}
type World = SandboxMessaging & SandboxScanApps & SandboxCompanies & { cms: { url: string }; close(): Promise<void> };
export type StartSandbox = (hand: Hand) => Promise<World>;
interface Ways {
  makeClock?: typeof createClock;
  open?: typeof openDatabase;
  startOutside?: StartSandbox;
}

/** Opens everything the service stands on; closing gives it all back. */
export async function createServices(
  config: Config,
  log: Log,
  { makeClock = createClock, open = openDatabase, startOutside }: Ways = {},
): Promise<Services & { close(): Promise<void> }> {
  const database = await open(config, log);
  const redis = config.redisUrl ? (await import('./cache/redis.ts')).openRedis(config.redisUrl, log) : undefined;
  const clock = await makeClock(database.time);
  const { publicUrl, page } = config;
  const eventCounts = () => eventCountStore(database.sql, clock).since(funnel.period);
  const hand = {
    now: clock.now,
    moveClock: clock.move,
    resetClock: clock.reset,
    publicUrl,
    apiBase: page.apiBase,
    eventCounts,
  };
  const outside = config.sandbox ? await startOutside?.(hand) : undefined;
  const passwords = await createPasswords(random);
  const secret = (name: string) => keepSecret(database.sql, name, random.token());
  const secrets = {
    codes: await secret('codes'),
    humanCheck: config.humanCheck.secret ?? (await secret('humanCheck')),
    scans: await secret('scans'),
  };

  const messenger = createMessenger(config, clock, log, outside);
  const backgroundTasks = createBackgroundTasks(log);
  const notices = createNotices({ config, clock, log, messenger, backgroundTasks });
  const cmsUrl = config.cmsUrl ?? outside?.cms.url;
  const content = await createContent({ config, database, clock, log, cms: cmsUrl ? cmsAt(cmsUrl) : undefined });
  // Nobody waits for a CMS at the start: what is here already is shown meanwhile.
  backgroundTasks.run('contentNotRead', content.refresh);

  const repeat = (every: number, name: string, work: () => Promise<void>) =>
    setInterval(
      () => void work().catch((error: unknown) => log.error({ event: name, ...faultOf(error) })),
      every,
    ).unref();
  const timers = [
    repeat(clockSync.interval, 'clockNotCompared', clock.compare),
    repeat(contentLimits.refreshInterval, 'contentNotRead', content.refresh),
    repeat(sweeping.every, 'notSwept', () => sweep(database.sql, clock.now())),
  ];

  return {
    config,
    database,
    redis,
    pollCache: createPollCache({
      redis,
      clock,
      singleProcess: config.databaseUrl === undefined,
      pollsPerMinute: config.limits.scanPollsPerMinute,
    }),
    clock,
    random,
    passwords,
    isCommonPassword: createCommonPasswords([...Object.values(config.page.brand), config.page.productCode]),
    callRateLimit: createRateLimit(config.limits.callsPerMinute, redis),
    reportRateLimit: createRateLimit(cspReport.perMinute, redis, 'reports'),
    qrRateLimit: createRateLimit(config.limits.qrRequestsPerMinute, redis, 'qrs'),
    eventRateLimit: createRateLimit(beacon.perMinute, redis, 'events'),
    clickRateLimit: createRateLimit(contentLimits.hitsPerMinute, redis, 'hits'),
    log,
    metrics: createMetrics(passwords.queueLength),
    secrets,
    messenger,
    scanApps: createScanApps(config, clock, random, outside),
    ssoConnections: createSsoConnections(config, clock, outside),
    wecom: openWecom(config, database, clock, outside),
    identity: openIdentity(config, clock, outside),
    backgroundTasks,
    codeRecipients: {},
    notices,
    content,
    async close() {
      for (const timer of timers) clearInterval(timer);
      await backgroundTasks.settled();
      messenger.close();
      await outside?.close();
      redis?.close();
      await database.close();
    },
  };
}

function openWecom({ sso, scan }: Config, { sql }: Database, clock: Clock, outside?: World) {
  const access = sso.wecom === 'sandbox' ? outside?.wecom : sso.wecom;
  if (!access) return undefined;
  const suiteId = access.app.is === 'suite' ? access.app.suiteId : '';
  return createWecom(access, clock, scan.timeout, suiteTicketStore(sql, clock, suiteId).latest);
}

function openIdentity({ sso }: Config, clock: Clock, outside?: World) {
  const access = sso.identity === 'sandbox' ? outside?.identity : sso.identity;
  return access && createIdentity(access, clock);
}

/** Only the one that is used is loaded: both together would make every start slower. */
export async function openDatabase({ databaseUrl, folders, scripts }: Config, log: Log): Promise<Database> {
  if (!databaseUrl)
    return (await import('./database/embedded-database.ts')).openEmbedded(folders, scripts.prepareDatabase);
  const { openPostgres } = await import('./database/postgres.ts');
  return openPostgres(databaseUrl, folders.migrations, (error) =>
    log.error({ event: 'databaseConnectionLost', ...faultOf(error) }),
  );
}

/** The pages as they were built; undefined where nobody built them. */
export async function builtPages({ folders, scripts }: Config): Promise<Pages | undefined> {
  if (!existsSync(scripts.render)) return undefined;
  const { renderDocument }: { renderDocument: RenderDocument } = await import(
    /* @vite-ignore */ pathToFileURL(scripts.render).href
  );
  return { render: renderDocument, assets: await readAssets(folders.web) };
}
