import type { Language } from '@foyer/contract/language';
import type { PageConfig } from '@foyer/contract/pages/page-config';
import type { RedirectAllowlist } from '@foyer/contract/rules/redirect-rules';
import type { IdentityAccess, MailAccess, SmsAccess, WecomAccess } from './provider-access.ts';
import type { ScanAccess } from '../providers/scan-settings.ts';
import type { BrandFile } from './brand-config.ts';
import type { Values } from './read-settings.ts';
import type { IdentityHeaderName } from './setting-values.ts';

/** The whole configuration. No other part of the service reads environment variables. */
export interface Config {
  production: boolean;
  port: number;
  host: string;
  publicUrl: string;
  /** The public URL is https, so cookies and headers require it. */
  secure: boolean;
  /** Strict-Transport-Security; undefined without https. */
  hsts: { maxAge: number; includeSubDomains: boolean } | undefined;
  sandbox: boolean;
  /** Between the signal to end and closing the port. */
  drainTime: number;
  /** After which requests in progress are cut. */
  shutdownTime: number;
  /** Where metrics and health are served instead of at the public port; undefined where they are served there. */
  management: { port: number; host: string } | undefined;
  databaseUrl: string | undefined;
  database: {
    /** How long a request waits for a connection, in milliseconds. */
    timeout: number;
    poolSize: number;
    migrateAtStart: boolean;
    /** Each transaction may get another connection to the server. */
    pooler: boolean;
    /** What migrations use in place of `databaseUrl`. */
    migrationUrl: string | undefined;
    /** Of one statement, in milliseconds; 0 for no limit. */
    migrationTimeout: number;
  };
  /** PostgreSQL or the folder of the embedded database is given; in production neither is a default. */
  isDatabaseNamed: boolean;
  redisUrl: string | undefined;
  redisTimeout: number;
  /** Source of banners and articles, if they are not stored here. */
  cmsUrl: string | undefined;
  folders: { data: string; migrations: string; web: string };
  /** Build results: `render` renders the pages, `prepareDatabase` prepares the embedded database before its first start. */
  scripts: { render: string; prepareDatabase: string };
  redirectAllowlist: RedirectAllowlist;
  page: Omit<PageConfig, 'year'>;
  /** The pictures that `page.look` names. */
  brandFiles: readonly BrandFile[];
  /** A vendor's chat script, and its function that gets the visitor; undefined where there is none. */
  chatScript: { url: string; setup: string } | undefined;
  trustedProxies: string[];
  metricsToken: string | undefined;
  /** The OpenTelemetry collector that traces are sent to; `ratio` of all requests are traced. */
  traces: { endpoint: string; headers: Record<string, string>; serviceName: string; ratio: number } | undefined;
  logLevel: NonNullable<Values['LOG_LEVEL']>;
  apiDocs: boolean;
  /** Whether the sign-in page offers the accounts that have signed in with the same browser. */
  accountChooser: boolean;
  /** What the agreement in force has changed, for people who agreed to an earlier one. */
  agreementChanges: Record<Language, string | undefined>;
  messaging: { sms: SmsAccess | NoProvider; mail: MailAccess | NoProvider; timeout: number };
  /** The apps for QR sign-in; with the sandbox, `createServices` adds those that it stands in for. */
  scan: { apps: ScanAccess; timeout: number };
  /** Header in which a trusted proxy sends the country of the client. */
  countryHeader: string | undefined;
  sso: {
    enabled: boolean;
    /** Origins of identity providers inside the operator's own network. */
    internalOrigins: readonly string[];
    wecom: WecomAccess | 'sandbox' | undefined;
    identity: IdentityAccess | 'sandbox' | undefined;
  };
  webhooks: {
    enabled: boolean;
    /** Origins of endpoints inside the operator's own network. */
    internalOrigins: readonly string[];
  };
  /** Sign-in to applications by OpenID Connect. */
  oidc: {
    enabled: boolean;
    /** The newest first. Empty outside production if none is set: then one is made and stored in the database. */
    encryptionKeys: readonly Buffer[];
  };
  /** Whether people may or must have a second factor; `requiredFrom` and `grace` in milliseconds. */
  secondFactor: { policy: 'off' | 'optional' | 'required'; requiredFrom: number; grace: number; newFor: number };
  /** The domain that passkeys belong to, and the origins whose pages may use them; undefined where they are not offered. */
  passkeys: { rpId: string; origins: readonly string[] } | undefined;
  /** What a reverse proxy learns about a signed-in person. */
  forwardAuth: { headers: readonly IdentityHeaderName[] };
  /** How long a change of a contact that an operator was asked for can be stopped, in milliseconds. */
  supportChangeDelay: number;
  /** How long a recovery waits, in milliseconds; 0 where there is none. */
  recoveryDelay: number;
  /** How long the audit trail is kept, in milliseconds. */
  auditRetention: number;
  humanCheck: { secret: string | undefined; cost: number };
  limits: Limits;
}

type NoProvider = { provider: 'sandbox' } | { provider: 'none' };

/** In milliseconds. */
interface SessionLimits {
  idle: number;
  absolute: number;
}

export interface Limits {
  wrongPasswords: {
    delays: readonly number[];
    lockAfter: number;
    lockFor: number;
    perIpPerMinute: number;
    beforeHumanCheck: number;
    beforeCode: number;
  };
  session: SessionLimits & { lastSeenInterval: number; shared: SessionLimits };
  callsPerMinute: number;
  /** From one client IP. Each QR code costs a call to the app's API. */
  qrRequestsPerMinute: number;
  scanPollsPerMinute: number;
  codes: {
    perHour: number;
    perDay: number;
    perIp: number;
    perNetwork: number;
    perBrowser: number;
    perFingerprint: number;
    perMinute: number;
    wrongPerHour: number;
    maxWrongInARow: number;
  };
}
