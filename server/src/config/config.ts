import type { PageConfig } from '@foyer/contract/pages/page-config';
import type { RedirectAllowlist } from '@foyer/contract/rules/redirect-rules';
import type {
  AlipayAccess,
  DingtalkAccess,
  IdentityAccess,
  MailAccess,
  SmsAccess,
  WechatAccess,
  WecomAccess,
} from './provider-access.ts';
import type { Values } from './settings.ts';

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
  redirectAllowlist: RedirectAllowlist;
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
