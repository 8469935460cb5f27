import { days } from '@foyer/contract/time';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { readAccount } from '@foyer/contract/rules/account-rules';
import type { Config } from './config/config.ts';
import { startRepeatedTasks } from './repeated-tasks.ts';
import type { Services } from './services.ts';
import { createCommonPasswords } from './parts/common-passwords/common-passwords.ts';
import { createContent } from './parts/content/content.ts';
import { encryptionKeysOf } from './parts/encryption/encryption-keys.ts';
import { type Oidc, createOidc } from './parts/oidc/oidc.ts';
import { userHandleOf } from './parts/passkey/user-handle.ts';
import { currentTotp } from './parts/stored-factor/authenticator.ts';
import { createWebhookSender } from './parts/webhooks/webhook-sender.ts';
import { createNotices } from './parts/notices/notices.ts';
import { createBackgroundTasks } from './platform/background-tasks.ts';
import { readAssets } from './http/answers/assets.ts';
import { createPollCache } from './cache/poll-cache.ts';
import { createRateLimit } from './cache/rate-limit.ts';
import { random } from './platform/random.ts';
import { version } from './platform/version.ts';
import { type Clock, createClock } from './platform/clock.ts';
import type { Database } from './database/database.ts';
import type { MigrationMode } from './database/migrations.ts';
import { type Log, errorFields } from './platform/log.ts';
import { createMetrics } from './platform/metrics.ts';
import { StartupError } from './platform/startup-error.ts';
import { createTraceExporter } from './platform/trace-exporter.ts';
import { createTracer } from './platform/traces.ts';
import type { Pages, RenderDocument } from './http/pages.ts';
import { type HashCost, createPasswords } from './platform/passwords.ts';
import { beacon } from './flows/events/events.routes.ts';
import { content as contentLimits } from './parts/content/content-shape.ts';
import { cspReport } from './http/answers/csp-report.ts';
import { type Upstreams, createUpstreams } from './providers/http/upstreams.ts';
import { createCms } from './providers/cms.ts';
import { type SandboxCompanies, createSsoConnections } from './providers/sso/sso-connections.ts';
import { type SandboxMessaging, createMessenger } from './providers/messaging/messenger.ts';
import { createIdentityVerification } from './providers/identity-verification.ts';
import { createWecom } from './providers/wecom/wecom.ts';
import { createScanApps } from './providers/scan-apps.ts';
import type { ScanAccess } from './providers/scan-settings.ts';
import { countSessions } from './store/sign-in/count-sessions.ts';
import type { EventCount } from './store/event-counts.ts';
import { normalizeEmails, reportEmails } from './store/accounts/normalize-emails.ts';
import { ensureSecret } from './store/secrets.ts';
import { type Stores, createStores } from './store/stores.ts';

/** The period that the sandbox's page of events shows. */
const funnel = { period: days(6) } as const;

/** What the sandbox may do to the service. */
interface SandboxControls {
  now(): number;
  moveClock(by: number): void;
  resetClock(): void;
  publicUrl: string;
  apiBase: string;
  /** The sandbox tries another brand in it. */
  page: Config['page'];
  eventCounts(): Promise<EventCount[]>;
  accountState(principal: string): Promise<AccountState | undefined>;
}
interface AccountState {
  passwordResetAt?: number;
  /** The code of the authenticator app, and for how many milliseconds the app shows it. */
  totp?: { code: string; left: number };
  /** How authenticators name the account. */
  userHandle: string;
}
type SandboxConnections = SandboxMessaging &
  SandboxCompanies & { scanApps: Required<ScanAccess>; cms: { url: string }; close(): Promise<void> };
export type StartSandbox = (controls: SandboxControls) => Promise<SandboxConnections>;
interface ServicesOptions {
  makeClock?: typeof createClock;
  open?: typeof openDatabase;
  startSandbox?: StartSandbox;
  hashCost?: HashCost;
}

type ServicesOfProcess = Services & { runDueTasks(): void; close(): Promise<void> };

/** Opens the database and every connection; `close` closes them all. */
export async function createServices(
  config: Config,
  log: Log,
  { makeClock = createClock, open = openDatabase, startSandbox, hashCost }: ServicesOptions = {},
): Promise<ServicesOfProcess> {
  const database = await open(config, log);
  if (database.migrations.length > 0) log.info({ event: 'migrated', migrations: database.migrations });
  const clock = await makeClock(database.time);
  const metrics = createMetrics({
    version,
    queuedPasswords: () => passwords.queueLength(),
    databasePool: database.pool,
    isRedisUp: config.redisUrl === undefined ? undefined : () => redis?.isReady() === true,
    isDatabaseWritable: async () => (await database.state()) === 'writable',
    countSessions: () => countSessions(database.sql, clock, config.limits.session),
    webhookBacklog: async () => ({
      ...(await stores.webhookDeliveries.backlog()),
      disabled: await stores.webhookEndpoints.countDisabled(),
    }),
  });
  const upstreams = createUpstreams(metrics);
  const traces = openTraces(config, log);
  const redis = config.redisUrl
    ? (await import('./cache/redis.ts')).openRedis(config.redisUrl, log, {
        commandTimeout: config.redisTimeout,
        metrics,
      })
    : undefined;
  const secret = (name: string) => ensureSecret(database.sql, name, random.token());
  const secrets = {
    hashing: await secret('codes'),
    humanCheck: config.humanCheck.secret ?? (await secret('humanCheck')),
    scans: await secret('scans'),
  };
  const encryptionKeys = await encryptionKeysOf(config, database.sql);
  const stores = createStores(database.sql, { config, clock, random, secrets, metrics });
  reportEmails(log, await normalizeEmails(database.sql));
  let afterClockMove = () => {};
  const controls = {
    now: clock.now,
    moveClock(by: number) {
      clock.move(by);
      afterClockMove();
    },
    resetClock: clock.reset,
    publicUrl: config.publicUrl,
    apiBase: config.page.apiBase,
    brandName: config.page.brand['zh-CN'],
    scanApps: config.page.methods.scan,
    page: config.page,
    eventCounts: () => stores.eventCounts.since(funnel.period),
    async accountState(typed: string) {
      const principal = readAccount(typed);
      const account = principal && (await stores.accounts.find(principal));
      if (!account) return undefined;
      const authenticator = await stores.authenticators.find(account.ouid);
      const totp = authenticator && currentTotp({ encryptionKeys, clock }, account.ouid, authenticator.encryptedSecret);
      const changedAt = account.passwordChangedAt ?? account.passwordResetAt;
      return {
        ...(changedAt && { passwordResetAt: changedAt.getTime() }),
        ...(totp && { totp: { code: totp.code, left: totp.until - clock.now() } }),
        userHandle: userHandleOf(account.ouid),
      };
    },
  };
  const sandbox = config.sandbox ? await startSandbox?.(controls) : undefined;
  const passwords = await createPasswords(random, undefined, undefined, hashCost);

  const messenger = createMessenger({ config, clock, log, metrics, upstreams, sandbox });
  const backgroundTasks = createBackgroundTasks(log);
  const notices = createNotices({ config, stores, clock, log, messenger, backgroundTasks });
  const cmsUrl = config.cmsUrl ?? sandbox?.cms.url;
  const cms = cmsUrl ? createCms(cmsUrl, upstreams.fetch('cms')) : undefined;
  const content = await createContent({ config, stores, clock, log, cms });
  // The start does not wait for the CMS: until it has answered, the stored content is shown.
  backgroundTasks.run('contentNotRead', content.refresh);

  const rateLimit = (name: string, perMinute: number) => createRateLimit(perMinute, redis, name, metrics.limitHit);
  const callRateLimit = rateLimit('calls', config.limits.callsPerMinute);
  const oidc: Oidc | undefined = config.oidc.enabled
    ? await createOidc({
        config,
        clock,
        random,
        log,
        stores,
        inTransaction: (work) =>
          database.sql.transaction((sql) => work(createStores(sql, { config, clock, random, secrets }))),
        callRateLimit,
        cookieSecret: await secret('oidcCookies'),
        encryptionKeys,
        request: upstreams.fetch('applications'),
      })
    : undefined;

  const services: ServicesOfProcess = {
    config,
    database,
    stores,
    redis,
    pollCache: createPollCache({
      redis,
      clock,
      singleProcess: config.databaseUrl === undefined,
      pollsPerMinute: config.limits.scanPollsPerMinute,
      callRateLimit,
      onLimitHit: metrics.limitHit,
    }),
    clock,
    random,
    passwords,
    isCommonPassword: createCommonPasswords([...Object.values(config.page.brand), config.page.productCode]),
    callRateLimit,
    reportRateLimit: rateLimit('reports', cspReport.perMinute),
    qrRateLimit: rateLimit('qrs', config.limits.qrRequestsPerMinute),
    eventRateLimit: rateLimit('events', beacon.perMinute),
    clickRateLimit: rateLimit('hits', contentLimits.hitsPerMinute),
    log,
    metrics,
    tracer: traces?.tracer,
    secrets,
    encryptionKeys,
    messenger,
    scanApps: createScanApps(sandbox ? withScanApps(config, sandbox.scanApps) : config, clock, random, upstreams),
    ssoConnections: createSsoConnections(config, clock, { sandbox, upstreams }),
    wecom: openWecom(config, stores, clock, upstreams, sandbox),
    identity: openIdentity(config, clock, upstreams, sandbox),
    oidc,
    webhooks: createWebhookSender({ config, stores, clock, random, log, encryptionKeys, upstreams }),
    backgroundTasks,
    codeRecipients: {},
    notices,
    afterCommit: (work) => work(),
    content,
    runDueTasks: () => tasks.runDue(),
    async close() {
      tasks.stop();
      await backgroundTasks.settled();
      messenger.close();
      await traces?.close();
      await sandbox?.close();
      redis?.close();
      await database.close();
    },
  };
  const tasks = startRepeatedTasks(services);
  // In the sandbox a recovery goes on when the clock is moved, and not up to five minutes later.
  afterClockMove = tasks.runRecoveries;
  return services;
}

/** The sandbox stands in for the apps that are offered and not configured. */
const withScanApps = (config: Config, sandboxApps: ScanAccess): Config => {
  const { apps } = config.scan;
  const added = config.page.methods.scan.map((app) => [app, apps[app] ?? sandboxApps[app]]);
  return { ...config, scan: { ...config.scan, apps: { ...apps, ...Object.fromEntries(added) } } };
};

function openWecom(
  { sso, scan }: Config,
  { suiteTickets }: Stores,
  clock: Clock,
  upstreams: Upstreams,
  sandbox?: SandboxConnections,
) {
  const access = sso.wecom === 'sandbox' ? sandbox?.wecom : sso.wecom;
  if (!access) return undefined;
  const suiteId = access.app.is === 'suite' ? access.app.suiteId : '';
  return createWecom(access, clock, scan.timeout, () => suiteTickets.latest(suiteId), upstreams.fetch('wecom'));
}

function openIdentity(
  { sso, publicUrl, page }: Config,
  clock: Clock,
  upstreams: Upstreams,
  sandbox?: SandboxConnections,
) {
  const access = sso.identity === 'sandbox' ? sandbox?.identity : sso.identity;
  return (
    access && createIdentityVerification(access, `${publicUrl}${page.apiBase}`, clock, upstreams.fetch('identity'))
  );
}

/** Undefined where no collector is configured. */
function openTraces({ traces }: Config, log: Log) {
  if (!traces) return undefined;
  const { ratio, ...target } = traces;
  const exporter = createTraceExporter({ ...target, version, log });
  return { tracer: createTracer(exporter.record, ratio), close: exporter.close };
}

/** Loads only the driver that is used: loading both would slow every start down. */
export async function openDatabase(
  config: Config,
  log: Log,
  mode: MigrationMode = config.database.migrateAtStart ? 'run' : 'require',
): Promise<Database> {
  const { databaseUrl, folders, scripts } = config;
  if (config.production && !config.isDatabaseNamed)
    throw new StartupError(
      'DATABASE_URL is missing: give postgres://user:password@host/database, or DATA_DIR for the embedded database, which one process alone can use',
    );
  const { timeout: connectTimeout, poolSize, pooler, migrationUrl, migrationTimeout } = config.database;
  if (!databaseUrl)
    return (await import('./database/embedded-database.ts')).openEmbedded(folders, scripts.prepareDatabase, mode);
  const { openPostgres } = await import('./database/postgres.ts');
  const onError = (error: Error) => log.error({ event: 'databaseConnectionLost', ...errorFields(error) });
  const database = await openPostgres(databaseUrl, folders.migrations, onError, {
    connectTimeout,
    poolSize,
    mode,
    pooler,
    migrationUrl,
    migrationTimeout,
  });
  if (pooler && !(await database.hasStatementTimeout())) log.warn({ event: 'noStatementTimeout' });
  return database;
}

/** Undefined when the pages have not been built. */
export async function builtPages({ folders, scripts }: Config): Promise<Pages | undefined> {
  if (!existsSync(scripts.render)) return undefined;
  const { renderDocument }: { renderDocument: RenderDocument } = await import(
    /* @vite-ignore */ pathToFileURL(scripts.render).href
  );
  return { render: renderDocument, assets: await readAssets(folders.web) };
}
