import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { trackEvents } from '@foyer/contract/flows/events';
import { forEachLanguage, isChinese } from '@foyer/contract/language';
import { session, wrongPasswords } from '@foyer/contract/limits';
import { days, hours, minutes, seconds } from '@foyer/contract/time';
import { connections } from './operations-settings.ts';
import { ConfigError } from './config-problems.ts';
import type { Config } from './config.ts';
import { readBrandConfig } from './brand-config.ts';
import { readContentConfig } from './content-config.ts';
import { readMessagingConfig } from './messaging-config.ts';
import { readOidcConfig } from './oidc-config.ts';
import { readPasskeyConfig } from './passkey-config.ts';
import { readScanConfig } from './scan-config.ts';
import { readValues, type Values } from './read-settings.ts';
import { readSsoConfig } from './sso-config.ts';

export function readConfig(env: Record<string, string | undefined>, root = process.cwd()): Config {
  const problems: string[] = [];
  const values = readValues(env, problems, root);
  if (problems.length > 0) throw new ConfigError(problems);

  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  const hasSandbox = existsSync(join(root, 'sandbox/package.json'));
  const { production, sandbox } = readMode(values, publicUrl, hasSandbox);
  const secure = publicUrl.startsWith('https:');
  if (values.SANDBOX && !hasSandbox)
    problems.push(
      'SANDBOX is "on": this package does not contain the sandbox; start it in the repository, by npm start',
    );
  if (production) problems.push(...productionProblems(values, publicUrl, hasSandbox));
  if (values.DATABASE_POOLER && values.MIGRATE_AT_START && !values.MIGRATION_DATABASE_URL)
    problems.push(
      'DATABASE_POOLER is "on": give MIGRATION_DATABASE_URL, which leads past the pooler, or set MIGRATE_AT_START to off',
    );
  if (values.MANAGEMENT_PORT === values.PORT)
    problems.push(`MANAGEMENT_PORT is "${values.PORT}": give another port than PORT`);
  const messaging = readMessagingConfig(values, sandbox, production, problems);
  const scan = readScanConfig(values, problems);
  const sso = readSsoConfig(values, sandbox, problems);
  const oidc = readOidcConfig(values, { sandbox, production }, problems);
  if (values.SECOND_FACTOR_FROM !== undefined && values.SECOND_FACTOR !== 'required')
    problems.push('SECOND_FACTOR_FROM is set: set SECOND_FACTOR to required as well, or remove the date');
  const passkeys = readPasskeyConfig(values, publicUrl);
  const environment = values.ENVIRONMENT ?? (production ? 'prod' : 'dev');
  const content = readContentConfig(values, environment, sandbox);
  const brand = readBrandConfig(values, root, problems);
  if (problems.length > 0) throw new ConfigError(problems);

  return {
    production,
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    secure,
    hsts: secure ? { maxAge: days(values.HSTS_DAYS), includeSubDomains: values.HSTS_SUBDOMAINS } : undefined,
    sandbox,
    drainTime:
      values.DRAIN_SECONDS === undefined ? (production ? connections.drainTime : 0) : seconds(values.DRAIN_SECONDS),
    shutdownTime: seconds(values.SHUTDOWN_SECONDS),
    management: values.MANAGEMENT_PORT
      ? { port: values.MANAGEMENT_PORT, host: values.MANAGEMENT_HOST ?? values.HOST }
      : undefined,
    databaseUrl: values.DATABASE_URL,
    database: {
      timeout: values.DATABASE_TIMEOUT_MS,
      poolSize: values.DATABASE_POOL_SIZE,
      migrateAtStart: values.MIGRATE_AT_START,
      pooler: values.DATABASE_POOLER,
      migrationUrl: values.MIGRATION_DATABASE_URL,
      migrationTimeout: seconds(values.MIGRATION_TIMEOUT_SECONDS),
    },
    isDatabaseNamed: values.DATABASE_URL !== undefined || values.DATA_DIR !== undefined,
    redisUrl: values.REDIS_URL,
    redisTimeout: values.REDIS_TIMEOUT_MS,
    cmsUrl: values.CMS_URL,
    folders: {
      data: resolve(root, values.DATA_DIR ?? 'data'),
      migrations: join(root, 'server/migrations'),
      web: join(root, 'dist/web'),
    },
    scripts: {
      render: join(root, 'dist/web-ssr/render.mjs'),
      prepareDatabase: join(root, 'dist/server/prepare-database.mjs'),
    },
    redirectAllowlist: { origin: publicUrl, allowed: values.ALLOWED_REDIRECTS },
    page: {
      ...pageConfig({ values, publicUrl, environment, sandbox, messaging, scan, sso, passkeys }),
      ...content.page,
      ...(brand.look && { look: brand.look }),
    },
    brandFiles: brand.files,
    chatScript: content.chatScript,
    trustedProxies: values.TRUSTED_PROXIES,
    metricsToken: values.METRICS_TOKEN,
    traces: values.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: Object.fromEntries(values.OTEL_EXPORTER_OTLP_HEADERS),
          serviceName: values.OTEL_SERVICE_NAME,
          ratio: values.OTEL_TRACES_SAMPLER_ARG,
        }
      : undefined,
    logLevel: values.LOG_LEVEL ?? (sandbox ? 'warn' : 'info'),
    apiDocs: values.API_DOCS ?? !production,
    accountChooser: values.ACCOUNT_CHOOSER,
    agreementChanges: forEachLanguage((language) =>
      isChinese(language) ? values.AGREEMENT_CHANGES_ZH : values.AGREEMENT_CHANGES_EN,
    ),
    messaging,
    scan,
    countryHeader: values.COUNTRY_HEADER,
    sso,
    webhooks: { enabled: values.WEBHOOKS, internalOrigins: values.WEBHOOK_INSIDE_ORIGINS },
    oidc,
    secondFactor: {
      policy: values.SECOND_FACTOR,
      requiredFrom: values.SECOND_FACTOR_FROM ?? 0,
      grace: days(values.SECOND_FACTOR_GRACE_DAYS),
      newFor: hours(values.NEW_FACTOR_HOURS),
    },
    passkeys,
    forwardAuth: { headers: values.FORWARD_AUTH_HEADERS },
    supportChangeDelay: hours(values.SUPPORT_CHANGE_HOURS),
    recoveryDelay: hours(values.RECOVERY_HOURS),
    auditRetention: days(values.AUDIT_RETENTION_DAYS),
    humanCheck: { secret: values.HUMAN_CHECK_SECRET, cost: values.HUMAN_CHECK_COST },
    limits: {
      wrongPasswords: {
        delays: wrongPasswords.delays,
        lockAfter: values.WRONG_PASSWORDS_ALLOWED,
        lockFor: minutes(values.LOCK_MINUTES),
        perIpPerMinute: values.WRONG_PASSWORDS_PER_ADDRESS,
        beforeHumanCheck: values.WRONG_PASSWORDS_BEFORE_HUMAN_CHECK,
        beforeCode: values.WRONG_PASSWORDS_BEFORE_CODE,
      },
      session: {
        idle: hours(values.SESSION_IDLE_HOURS),
        absolute: days(values.SESSION_DAYS),
        lastSeenInterval: session.lastSeenInterval,
        // Never longer than other sessions.
        shared: {
          idle: Math.min(minutes(values.SHARED_SESSION_IDLE_MINUTES), hours(values.SESSION_IDLE_HOURS)),
          absolute: Math.min(hours(values.SHARED_SESSION_HOURS), days(values.SESSION_DAYS)),
        },
      },
      callsPerMinute: values.CALLS_PER_MINUTE,
      // Each costs a call to the app's API.
      qrRequestsPerMinute: Math.ceil(values.CALLS_PER_MINUTE / 10),
      scanPollsPerMinute: values.SCAN_POLLS_PER_MINUTE,
      codes: {
        perHour: values.CODES_PER_HOUR,
        perDay: values.CODES_PER_DAY,
        perIp: values.CODES_PER_ADDRESS,
        perNetwork: values.CODES_PER_NETWORK,
        perBrowser: values.CODES_PER_BROWSER,
        perFingerprint: values.CODES_PER_FINGERPRINT,
        perMinute: values.CODES_PER_MINUTE,
        wrongPerHour: values.WRONG_CODES_PER_HOUR,
        maxWrongInARow: 100,
      },
    },
  };
}

/**
 * The sandbox lets everyone sign in: it runs by itself on one's own machine alone, elsewhere only when it is asked for by
 * name. What can be reached from elsewhere without it is production, and so is the package, which does not contain it.
 */
function readMode({ NODE_ENV, SANDBOX }: Values, publicUrl: string, hasSandbox: boolean) {
  const onOwnMachine = hasSandbox && isLoopback(new URL(publicUrl).hostname);
  const sandbox = SANDBOX ?? (onOwnMachine && NODE_ENV !== 'production');
  return { sandbox, production: NODE_ENV === 'production' || !(sandbox || onOwnMachine) };
}

const isLoopback = (host: string) => /^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/.test(host);

function productionProblems(values: Values, publicUrl: string, hasSandbox: boolean): string[] {
  const problems: string[] = [];
  if (values.SANDBOX) problems.push('SANDBOX is "on": turn it off in production, it lets everyone sign in');
  if (!publicUrl.startsWith('https:')) {
    const orTry =
      hasSandbox && values.NODE_ENV !== 'production' ? ', or set SANDBOX to on to try it at this address' : '';
    problems.push(`PUBLIC_URL is "${publicUrl}": give an https origin in production${orTry}`);
  }
  if (values.DATABASE_URL && new URL(values.DATABASE_URL).password === 'postgres')
    problems.push('DATABASE_URL has the password "postgres": give the database a password of its own in production');
  return problems;
}

/** Invented numbers, so that the sandbox shows a complete footer. */
const sandboxFilings = { icp: '浙ICP备2026000000号-1', psb: '浙公网安备33010002000000号' };

interface PageConfigSources extends Pick<Config, 'publicUrl' | 'sandbox' | 'messaging' | 'scan' | 'sso' | 'passkeys'> {
  values: Values;
  environment: Config['page']['environment'];
}

function pageConfig({
  values,
  publicUrl: origin,
  environment,
  sandbox,
  messaging,
  scan,
  sso,
  passkeys,
}: PageConfigSources): Omit<Config['page'], 'bannerOrigins'> {
  const { sms, mail } = messaging;
  const canSend = sms.provider !== 'none' || mail.provider !== 'none';
  return {
    brand: forEachLanguage((language) => (isChinese(language) ? values.BRAND_ZH : values.BRAND_EN)),
    company: forEachLanguage((language) => (isChinese(language) ? values.COMPANY_ZH : values.COMPANY_EN)),
    officialSite: values.OFFICIAL_SITE,
    filings: {
      ...(sandbox && sandboxFilings),
      ...(values.ICP_FILING && { icp: values.ICP_FILING }),
      ...(values.PSB_FILING && { psb: values.PSB_FILING }),
    },
    support: values.SUPPORT_CONTACT,
    productCode: values.PRODUCT_CODE,
    environment,
    origin,
    apiBase: values.API_BASE,
    home: values.WORKSPACE_URL,
    homeOnPhones: values.WORKSPACE_URL_PHONES,
    allowedRedirects: values.ALLOWED_REDIRECTS,
    methods: {
      code: canSend,
      register: canSend,
      retrieve: canSend,
      scan: values.SCAN_APPS.filter((app) => sandbox || scan.apps[app]),
      sso: sso.enabled,
      wecom: sso.wecom !== undefined,
      passkey: passkeys !== undefined,
      onPhone: true,
    },
    ...(sandbox && { phone: '/sandbox/phone' }),
    eventsUrl: values.EVENTS_URL ?? `${values.API_BASE}${trackEvents.path}`,
  };
}
