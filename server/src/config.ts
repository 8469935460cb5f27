import { join, resolve } from 'node:path';
import { tellEvents } from '@foyer/contract/events';
import { session, wrongPasswords } from '@foyer/contract/limits';
import { type PageConfig, scanApps } from '@foyer/contract/page-config';
import type { Gate } from '@foyer/contract/redirect-rules';
import { days, hours, minutes } from '@foyer/contract/time';
import { companyOf } from './config-company.ts';
import { messagesOf } from './config-messages.ts';
import { scanOf } from './config-scan.ts';
import { readValues, type Values } from './config-settings.ts';
import type { SmsTemplate } from './config-values.ts';
import type { IdentityAccess } from './providers/identity.ts';
import type { WecomAccess } from './providers/wecom.ts';
import { guessing, scanning } from './platform/service-limits.ts';
import { StartProblem } from './platform/start-problem.ts';
import type { AlipayAccess } from './providers/alipay.ts';
import type { DingtalkAccess } from './providers/dingtalk.ts';
import type { WechatAccess } from './providers/wechat.ts';

/** Everything about this installation; the rest of the service knows no environment variable. */
export interface Config {
  production: boolean;
  port: number;
  host: string;
  publicUrl: string;
  /** People reach us over https, so cookies and headers may insist on it. */
  secure: boolean;
  sandbox: boolean;
  databaseUrl: string | undefined;
  redisUrl: string | undefined;
  /** Where banners and articles come from, if from elsewhere. */
  cmsUrl: string | undefined;
  folders: { data: string; migrations: string; web: string };
  /** Built by us: `render` makes the pages, `prepareDatabase` is run once before the embedded database's first start. */
  scripts: { render: string; prepareDatabase: string };
  gate: Gate;
  page: Omit<PageConfig, 'year'>;
  trustedProxies: string[];
  metricsToken: string | undefined;
  logLevel: NonNullable<Values['LOG_LEVEL']>;
  apiDocs: boolean;
  messages: { sms: SmsAccess | Elsewhere; mail: MailAccess | Elsewhere; within: number };
  /** The apps that people scan with; undefined for one that is not offered. */
  scan: {
    wechat: WechatAccess | 'sandbox' | undefined;
    alipay: AlipayAccess | 'sandbox' | undefined;
    dingtalk: DingtalkAccess | 'sandbox' | undefined;
    within: number;
  };
  /** In which the proxy names the country of an address. */
  countryHeader: string | undefined;
  companies: {
    enabled: boolean;
    /** Origins that may be inside our own network. */
    inside: readonly string[];
    wecom: WecomAccess | 'sandbox' | undefined;
    identity: IdentityAccess | 'sandbox' | undefined;
  };
  humanCheck: { secret: string | undefined; cost: number };
  limits: Limits;
}

type Elsewhere = { by: 'sandbox' } | { by: 'none' };

export interface SmsAccess {
  by: 'aliyun' | 'tencent';
  baseUrl: string;
  keyId: string;
  keySecret: string;
  signName: string;
  /** Tencent Cloud alone asks for these. */
  appId: string;
  region: string;
  templates: SmsTemplate[];
}

export interface MailAccess {
  by: 'smtp';
  url: string;
  from: string;
}

export interface Limits {
  wrongPasswords: { delays: readonly number[]; allowed: number; lockFor: number; perAddressAMinute: number };
  session: { idle: number; absolute: number; seenEvery: number };
  callsPerMinute: number;
  /** From one address: each costs a question to the app. */
  qrsPerMinute: number;
  scanAsksPerMinute: number;
  codes: {
    perHour: number;
    perDay: number;
    perAddress: number;
    perNetwork: number;
    perBrowser: number;
    perFingerprint: number;
    everyoneAMinute: number;
    wrongAnHour: number;
    wrongInARow: number;
  };
}

/** What is wrong with the environment, one line each. */
export class ConfigProblems extends StartProblem {
  constructor(readonly lines: string[]) {
    super(lines.join('\n'));
  }
}

export function readConfig(env: Record<string, string | undefined>, root = process.cwd()): Config {
  const problems: string[] = [];
  const values = readValues(env, problems);
  if (problems.length > 0) throw new ConfigProblems(problems);

  const production = values.NODE_ENV === 'production';
  const sandbox = values.SANDBOX ?? !production;
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  if (production) problems.push(...unfitForProduction(values, publicUrl));
  const messages = messagesOf(values, sandbox, production, problems);
  const scan = scanOf(values, sandbox, problems);
  const companies = companyOf(values, sandbox, problems);
  if (problems.length > 0) throw new ConfigProblems(problems);

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
    gate: { origin: publicUrl, allowed: values.ALLOWED_REDIRECTS },
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
        seenEvery: session.seenEvery,
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
    brand: { 'zh-CN': values.BRAND_ZH, 'en-US': values.BRAND_EN },
    company: { 'zh-CN': values.COMPANY_ZH, 'en-US': values.COMPANY_EN },
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
    eventsUrl: values.EVENTS_URL ?? `${values.API_BASE}${tellEvents.path}`,
  };
}
