import { join, resolve } from 'node:path';
import { trackEvents } from '@foyer/contract/flows/events';
import { forEachLanguage, isChinese } from '@foyer/contract/language';
import { session, wrongPasswords } from '@foyer/contract/limits';
import { scanApps } from '@foyer/contract/pages/page-config';
import { days, hours, minutes } from '@foyer/contract/time';
import { guessing, scanning } from '../platform/service-limits.ts';
import { ConfigError } from './config-problems.ts';
import type { Config } from './config.ts';
import { messagesOf } from './messaging-config.ts';
import { scanOf } from './scan-config.ts';
import { readValues, type Values } from './settings.ts';
import { companyOf } from './sso-config.ts';

export function readConfig(env: Record<string, string | undefined>, root = process.cwd()): Config {
  const problems: string[] = [];
  const values = readValues(env, problems);
  if (problems.length > 0) throw new ConfigError(problems);

  const production = values.NODE_ENV === 'production';
  const sandbox = values.SANDBOX ?? !production;
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  if (production) problems.push(...unfitForProduction(values, publicUrl));
  const messages = messagesOf(values, sandbox, production, problems);
  const scan = scanOf(values, sandbox, problems);
  const companies = companyOf(values, sandbox, problems);
  if (problems.length > 0) throw new ConfigError(problems);

  return {
    production,
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    secure: publicUrl.startsWith('https:'),
    sandbox,
    databaseUrl: values.DATABASE_URL,
    redisUrl: values.REDIS_URL,
    cmsUrl: values.CMS_URL,
    folders: {
      data: resolve(root, values.DATA_DIR),
      migrations: join(root, 'server/migrations'),
      web: join(root, 'dist/web'),
    },
    scripts: {
      render: join(root, 'dist/web-ssr/render.mjs'),
      prepareDatabase: join(root, 'dist/server/prepare-database.mjs'),
    },
    redirectAllowlist: { origin: publicUrl, allowed: values.ALLOWED_REDIRECTS },
    page: pageOf({ values, publicUrl, production, sandbox, messages, scan, companies }),
    trustedProxies: values.TRUSTED_PROXIES,
    metricsToken: values.METRICS_TOKEN,
    logLevel: values.LOG_LEVEL ?? (sandbox ? 'warn' : 'info'),
    apiDocs: values.API_DOCS ?? !production,
    messages,
    scan,
    countryHeader: values.COUNTRY_HEADER,
    companies,
    humanCheck: { secret: values.HUMAN_CHECK_SECRET, cost: values.HUMAN_CHECK_COST },
    limits: {
      wrongPasswords: {
        delays: wrongPasswords.delays,
        allowed: values.WRONG_PASSWORDS_ALLOWED,
        lockFor: minutes(values.LOCK_MINUTES),
        perAddressAMinute: values.WRONG_PASSWORDS_PER_ADDRESS,
      },
      session: {
        idle: hours(values.SESSION_IDLE_HOURS),
        absolute: days(values.SESSION_DAYS),
        seenEvery: session.lastSeenInterval,
      },
      callsPerMinute: values.CALLS_PER_MINUTE,
      qrsPerMinute: Math.ceil(values.CALLS_PER_MINUTE / scanning.shareOfCalls),
      scanAsksPerMinute: values.SCAN_ASKS_PER_MINUTE,
      codes: {
        perHour: values.CODES_PER_HOUR,
        perDay: values.CODES_PER_DAY,
        perAddress: values.CODES_PER_ADDRESS,
        perNetwork: values.CODES_PER_NETWORK,
        perBrowser: values.CODES_PER_BROWSER,
        perFingerprint: values.CODES_PER_FINGERPRINT,
        everyoneAMinute: values.CODES_PER_MINUTE,
        wrongAnHour: values.WRONG_CODES_PER_HOUR,
        wrongInARow: guessing.wrongInARow,
      },
    },
  };
}

function unfitForProduction(values: Values, publicUrl: string): string[] {
  const problems: string[] = [];
  if (values.SANDBOX) problems.push('SANDBOX is "on": turn it off in production, it lets anyone in');
  if (!publicUrl.startsWith('https:'))
    problems.push(`PUBLIC_URL is "${publicUrl}": give an https origin in production`);
  if (values.DATABASE_URL && new URL(values.DATABASE_URL).password === 'postgres')
    problems.push('DATABASE_URL has the password "postgres": give the database a password of its own in production');
  return problems;
}

interface PageMeans extends Pick<Config, 'publicUrl' | 'production' | 'sandbox' | 'messages' | 'scan' | 'companies'> {
  values: Values;
}

function pageOf({
  values,
  publicUrl: origin,
  production,
  sandbox,
  messages,
  scan,
  companies,
}: PageMeans): Config['page'] {
  const { sms, mail } = messages;
  const canSend = sms.by !== 'none' || mail.by !== 'none';
  const environment = values.ENVIRONMENT ?? (production ? 'prod' : 'dev');
  const chats = values.CHAT_URL.filter((one) => one.environment === environment || one.environment === undefined);
  const chat = chats[0]?.address ?? (sandbox ? '/sandbox/chat' : undefined);
  return {
    brand: forEachLanguage((language) => (isChinese(language) ? values.BRAND_ZH : values.BRAND_EN)),
    company: forEachLanguage((language) => (isChinese(language) ? values.COMPANY_ZH : values.COMPANY_EN)),
    officialSite: values.OFFICIAL_SITE,
    filings: {
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
      scan: scanApps.filter((app) => scan[app]),
      sso: companies.enabled,
      wecom: companies.wecom !== undefined,
    },
    ...(sandbox && { phone: '/sandbox/phone' }),
    ...(chat && { chat }),
    eventsUrl: values.EVENTS_URL ?? `${values.API_BASE}${trackEvents.path}`,
  };
}
