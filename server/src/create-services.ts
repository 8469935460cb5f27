import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Config } from './config/config.ts';
import type { House } from './services.ts';
import { createCommonPasswords } from './parts/common-passwords/common-passwords.ts';
import { createContent } from './parts/content/content.ts';
import { createNotices } from './parts/notices/notices.ts';
import { createAfterwards } from './platform/background-tasks.ts';
import { readAssets } from './http/assets.ts';
import { createBoard } from './cache/poll-cache.ts';
import { createCallLimit } from './cache/rate-limit.ts';
import { chance } from './platform/random.ts';
import { type Clock, createClock } from './platform/clock.ts';
import type { Database } from './database/database.ts';
import { type Log, faultOf } from './platform/log.ts';
import { createMetrics } from './platform/metrics.ts';
import type { Pages, RenderDocument } from './http/pages.ts';
import { createPasswords } from './platform/passwords.ts';
import { beacon, clockwork, content as contentLimits, cspReport, funnel, sweeping } from './platform/service-limits.ts';
import { cmsAt } from './providers/cms.ts';
import { type CompaniesOutside, createCompanyDoors } from './providers/sso/sso-connections.ts';
import { type Outside, createMessenger } from './providers/messaging/messenger.ts';
import { createIdentity } from './providers/identity-verification.ts';
import { createWecom } from './providers/wecom/wecom.ts';
import { type OutsideApps, openScanApps } from './providers/scan-apps.ts';
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
type World = Outside & OutsideApps & CompaniesOutside & { cms: { url: string }; close(): Promise<void> };
export type StartOutside = (hand: Hand) => Promise<World>;
interface Ways {
  makeClock?: typeof createClock;
  open?: typeof openDatabase;
  startOutside?: StartOutside;
}

/** Opens everything the service stands on; closing gives it all back. */
export async function openHouse(
  config: Config,
  log: Log,
  { makeClock = createClock, open = openDatabase, startOutside }: Ways = {},
): Promise<House & { close(): Promise<void> }> {
  const database = await open(config, log);
  const redis = config.redisUrl ? (await import('./cache/redis.ts')).openRedis(config.redisUrl, log) : undefined;
  const clock = await makeClock(database.time);
  const { publicUrl, page } = config;
  const eventCounts = () => eventCountStore(database.sql, clock).since(funnel.shows);
  const hand = {
    now: clock.now,
    moveClock: clock.move,
    resetClock: clock.reset,
    publicUrl,
    apiBase: page.apiBase,
    eventCounts,
  };
  const outside = config.sandbox ? await startOutside?.(hand) : undefined;
  const passwords = await createPasswords(chance);
  const secret = (name: string) => keepSecret(database.sql, name, chance.token());
  const secrets = {
    codes: await secret('codes'),
    humanCheck: config.humanCheck.secret ?? (await secret('humanCheck')),
    scans: await secret('scans'),
  };

  const messenger = createMessenger(config, clock, log, outside);
  const afterwards = createAfterwards(log);
  const notices = createNotices({ config, clock, log, messenger, afterwards });
  const cmsUrl = config.cmsUrl ?? outside?.cms.url;
  const content = await createContent({ config, database, clock, log, cms: cmsUrl ? cmsAt(cmsUrl) : undefined });
  // Nobody waits for a CMS at the start: what is here already is shown meanwhile.
  afterwards.do('contentNotRead', content.refresh);

  const repeat = (every: number, name: string, work: () => Promise<void>) =>
    setInterval(
      () => void work().catch((error: unknown) => log.error({ event: name, ...faultOf(error) })),
      every,
    ).unref();
  const timers = [
    repeat(clockwork.comparedEvery, 'clockNotCompared', clock.compare),
    repeat(contentLimits.readEvery, 'contentNotRead', content.refresh),
    repeat(sweeping.every, 'notSwept', () => sweep(database.sql, clock.now())),
  ];

  return {
    config,
    database,
    redis,
    board: createBoard({
      redis,
      clock,
      alone: config.databaseUrl === undefined,
      asksPerMinute: config.limits.scanAsksPerMinute,
    }),
    clock,
    chance,
    passwords,
    isCommonPassword: createCommonPasswords([...Object.values(config.page.brand), config.page.productCode]),
    callLimit: createCallLimit(config.limits.callsPerMinute, redis),
    reportLimit: createCallLimit(cspReport.perMinute, redis, 'reports'),
    qrLimit: createCallLimit(config.limits.qrsPerMinute, redis, 'qrs'),
    eventLimit: createCallLimit(beacon.perMinute, redis, 'events'),
    hitLimit: createCallLimit(contentLimits.hitsPerMinute, redis, 'hits'),
    log,
    metrics: createMetrics(passwords.inLine),
    secrets,
    messenger,
    scanApps: openScanApps(config, clock, chance, outside),
    companyDoors: createCompanyDoors(config, clock, outside),
    wecom: openWecom(config, database, clock, outside),
    identity: openIdentity(config, clock, outside),
    afterwards,
    heldTargets: {},
    notices,
    content,
    async close() {
      for (const timer of timers) clearInterval(timer);
      await afterwards.settled();
      messenger.close();
      await outside?.close();
      redis?.close();
      await database.close();
    },
  };
}

function openWecom({ companies, scan }: Config, { sql }: Database, clock: Clock, outside?: World) {
  const access = companies.wecom === 'sandbox' ? outside?.wecom : companies.wecom;
  if (!access) return undefined;
  const suiteId = access.app.is === 'suite' ? access.app.suiteId : '';
  return createWecom(access, clock, scan.within, suiteTicketStore(sql, clock, suiteId).latest);
}

function openIdentity({ companies }: Config, clock: Clock, outside?: World) {
  const access = companies.identity === 'sandbox' ? outside?.identity : companies.identity;
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
