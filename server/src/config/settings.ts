import { scanApps, specifiedApps } from '@foyer/contract/apps/scan-apps';
import { callsPerIp, code, humanCheck, wrongPasswords } from '@foyer/contract/limits';
import { minutes, seconds } from '@foyer/contract/time';
import { accountSettings } from './account-settings.ts';
import { brandSettings } from './brand-settings.ts';
import { chooserSettings } from './chooser-settings.ts';
import { contentSettings } from './content-settings.ts';
import { optional, withDefault } from './define-setting.ts';
import { operationsSettings } from './operations-settings.ts';
import { secondFactorSettings } from './second-factor-settings.ts';
import { passkeySettings } from './passkey-settings.ts';
import * as parse from './setting-values.ts';
import { scanSettings } from '../providers/scan-settings.ts';

/**
 * The cost of a human-check puzzle is its maximum number of hashes. It rises from `baseCost`, by up to `maxFactor`, with
 * the codes sent from the same source. Equal fingerprints say less than equal IPs, so they have only `fingerprintWeight`.
 */
export const puzzle = { baseCost: 50_000, maxFactor: 20, fingerprintWeight: 0.5, lifetime: minutes(5) } as const;

/** All environment variables. An empty value counts as not set. */
export const settings = {
  PORT: withDefault('Port to listen on.', parse.wholeNumber(1, 65535), 3000),
  HOST: withDefault('IP address to listen on; 0.0.0.0 for all.', parse.host, '127.0.0.1'),
  PUBLIC_URL: optional(
    'Origin for browsers, https in production. Default: http://localhost and the port.',
    parse.origin,
  ),
  NODE_ENV: withDefault(
    'production requires https and turns off the sandbox and the API description; so does a PUBLIC_URL that is not of this machine, unless SANDBOX is on.',
    parse.oneOf('production', 'development', 'test'),
    'development',
  ),
  SANDBOX: optional(
    'on or off: a stand-in for all outside services, with people to sign in as. Default: on where PUBLIC_URL is of this machine (localhost, 127.0.0.1, [::1]), off in production.',
    parse.onOff,
  ),
  DATABASE_URL: optional(
    'postgres://user:password@host/database. Default: an embedded database in DATA_DIR.',
    parse.urlWith('postgres:', 'postgresql:'),
  ),
  DATA_DIR: optional(
    'Folder of the embedded database, which one process alone can use. Default: data; in production it has to be given where DATABASE_URL is not.',
    parse.text,
  ),
  REDIS_URL: optional(
    'redis://host:6379, to share rate limits between processes. Default: each process counts for itself.',
    parse.urlWith('redis:', 'rediss:'),
  ),
  ...operationsSettings,
  API_BASE: withDefault('Base path of the API.', parse.path, '/api'),
  ALLOWED_REDIRECTS: withDefault(
    'Origins that browsers may be redirected to after sign-in, separated by commas.',
    parse.listOf(parse.redirectOrigin),
    '',
  ),
  WORKSPACE_URL: withDefault('Default redirect URL after sign-in.', parse.pathOrUrl, '/home'),
  WORKSPACE_URL_PHONES: withDefault('Default redirect URL after sign-in on phones.', parse.pathOrUrl, '/'),
  ...brandSettings,
  COMPANY_ZH: withDefault('Name of the company in Chinese, for the copyright line.', parse.text, '云章科技有限公司'),
  COMPANY_EN: withDefault('Name of the company in English, for the copyright line.', parse.text, 'Yunzhang Technology'),
  AGREEMENT_CHANGES_ZH: optional(
    'What the agreement in force has changed, in Chinese, for people who agreed to an earlier one: a whole sentence.',
    parse.text,
  ),
  AGREEMENT_CHANGES_EN: optional('The same in English.', parse.text),
  OFFICIAL_SITE: withDefault('URL that the logo links to.', parse.httpsUrl, 'https://www.example.com/'),
  ICP_FILING: optional(
    'ICP filing number for the footer. Default: none, or an invented one with the sandbox.',
    parse.text,
  ),
  PSB_FILING: optional('Public security filing number for the footer. Default as for ICP_FILING.', parse.text),
  SUPPORT_CONTACT: withDefault('E-mail address of the support, shown to people.', parse.email, 'support@example.com'),
  PRODUCT_CODE: withDefault('Short name of the product in calls and user agents.', parse.productCode, 'yunzhang'),
  ENVIRONMENT: optional(
    'prod, sml, test or dev. Default: prod in production, otherwise dev.',
    parse.oneOf(...parse.environments),
  ),
  ...contentSettings,
  EVENTS_URL: optional(
    'URL that receives the analytics events. Default: the service itself, which stores daily counts.',
    parse.httpsUrl,
  ),
  TRUSTED_PROXIES: withDefault(
    'IP addresses or ranges of the proxies whose X-Forwarded-For is trusted, separated by commas.',
    parse.listOf(parse.ipRange),
    '',
  ),
  HSTS_DAYS: withDefault(
    'Days that browsers remember to use https alone (Strict-Transport-Security), only with an https PUBLIC_URL; 0 makes them forget it.',
    parse.wholeNumber(0, 3650),
    730,
  ),
  HSTS_SUBDOMAINS: withDefault(
    'on or off: Strict-Transport-Security also binds every subdomain of the host of PUBLIC_URL.',
    parse.onOff,
    'off',
  ),
  API_DOCS: optional('on or off: the API description at API_BASE. Default: on, off in production.', parse.onOff),
  ...chooserSettings,
  SMS_GATEWAY: optional(
    'aliyun, tencent, or none for a service without text messages. Default: the sandbox; required in production.',
    parse.oneOf('aliyun', 'tencent', 'none'),
  ),
  SMS_BASE_URL: optional("Base URL of the SMS gateway. Default: the gateway's own.", parse.baseUrl),
  SMS_KEY_ID: optional('AccessKey ID of Aliyun, SecretId of Tencent Cloud.', parse.text),
  SMS_KEY_SECRET: optional('Secret of SMS_KEY_ID.', parse.secret(8)),
  SMS_SIGN_NAME: optional('Signature name that the gateway has approved.', parse.text),
  SMS_APP_ID: optional('SdkAppId, only for Tencent Cloud.', parse.text),
  SMS_REGION: withDefault('Region, only for Tencent Cloud.', parse.text, 'ap-guangzhou'),
  SMS_TEMPLATES: withDefault(
    'Approved templates as kind.language=id:variable:variable, separated by commas. Kinds: code (code.RETRIEVE.language for one purpose), noAccount, notice, undo (link, or code for a link in the template).',
    parse.listOf(parse.smsTemplate),
    '',
  ),
  SMTP_URL: optional(
    'smtps://user:password@host. Default: the sandbox; without one in production no mail is sent.',
    parse.urlWith('smtp:', 'smtps:'),
  ),
  MAIL_FROM: withDefault('Sender address of mails.', parse.email, 'no-reply@example.com'),
  MESSAGE_TIMEOUT_MS: withDefault(
    'Timeout in milliseconds for a gateway or mail server to accept a message.',
    parse.wholeNumber(10, 60_000),
    seconds(4),
  ),
  SCAN_APPS: withDefault(
    'Apps for QR sign-in, in the order of their tabs. Each is offered once it has its settings, or by the sandbox.',
    parse.listOfDifferent(parse.oneOf(...scanApps)),
    specifiedApps.join(),
  ),
  ...scanSettings,
  SCAN_TIMEOUT_MS: withDefault(
    'Timeout in milliseconds for a response of an app for QR sign-in.',
    parse.wholeNumber(10, 60_000),
    seconds(2),
  ),
  SCAN_POLLS_PER_MINUTE: withDefault(
    'Polls of a scan per minute from one browser.',
    parse.wholeNumber(20, 1_000_000),
    60,
  ),
  COUNTRY_HEADER: optional(
    'Header in which a trusted proxy sends the country of a client, such as cf-ipcountry. Default: countries are unknown.',
    parse.headerName,
  ),
  SSO: optional(
    'on or off: company sign-in (SSO), set up by npx foyer sso. Default: on with the sandbox.',
    parse.onOff,
  ),
  SSO_INSIDE_ORIGINS: withDefault(
    'Origins of identity providers inside your own network, separated by commas; all others must be public.',
    parse.listOf(parse.origin),
    '',
  ),
  OIDC: optional(
    'on or off: applications sign people in here by OpenID Connect, set up by npx foyer clients. Default: on with the sandbox.',
    parse.onOff,
  ),
  WEBHOOKS: withDefault(
    'on or off: this process sends events to the endpoints of npx foyer webhooks. off: for a copy of an installation.',
    parse.onOff,
    'on',
  ),
  WEBHOOK_INSIDE_ORIGINS: withDefault(
    'Origins of webhook endpoints inside your own network, separated by commas; all others must be https and public.',
    parse.listOf(parse.origin),
    '',
  ),
  OIDC_ENCRYPTION_SECRETS: withDefault(
    'Keys that encrypt the signing keys of OpenID Connect, the keys of authenticator apps and the secrets of webhook endpoints in the database, 32 bytes each as base64 (openssl rand -base64 32), the newest first, separated by commas. Required in production, where there are no authenticator apps without it; elsewhere made at the first start.',
    parse.listOf(parse.encryptionKey),
    '',
  ),
  ...secondFactorSettings,
  FORWARD_AUTH_HEADERS: withDefault(
    'What /api/session/verify reports to a reverse proxy, separated by commas: user, name, email, mobile, factors, and token, a signed JWT that needs OpenID Connect.',
    parse.listOf(parse.oneOf(...parse.identityHeaderNames)),
    parse.identityHeaderNames.join(),
  ),
  ...passkeySettings,
  WECOM_CORP_ID: optional(
    'CorpID of the WeCom corporation whose members sign in, or which owns the suite.',
    parse.text,
  ),
  WECOM_AGENT_ID: optional("AgentId of the corporation's own app.", parse.text),
  WECOM_SECRET: optional('Secret of that WeCom app.', parse.secret(8)),
  WECOM_SUITE_ID: optional(
    'SuiteID, for a provider that serves many corporations, instead of WECOM_AGENT_ID.',
    parse.text,
  ),
  WECOM_SUITE_SECRET: optional('Secret of the WeCom suite.', parse.secret(8)),
  WECOM_TOKEN: optional("Token of the suite's command callback.", parse.secret(3)),
  WECOM_AES_KEY: optional("EncodingAESKey of the suite's command callback.", parse.encodingAesKey),
  WECOM_LOGIN_URL: withDefault("Base URL of WeCom's sign-in page.", parse.baseUrl, 'https://login.work.weixin.qq.com'),
  WECOM_OPEN_URL: withDefault(
    'Base URL of the authorisation page inside WeCom.',
    parse.baseUrl,
    'https://open.weixin.qq.com',
  ),
  WECOM_API_URL: withDefault("Base URL of WeCom's API.", parse.baseUrl, 'https://qyapi.weixin.qq.com'),
  IDENTITY_URL: optional(
    'URL of the service that verifies real names. Default: the sandbox; without it there is no verification.',
    parse.baseUrl,
  ),
  IDENTITY_SECRET: optional('Key that signs the messages between us and the identity service.', parse.secret(16)),
  HUMAN_CHECK_SECRET: optional(
    'Key that signs the puzzles of the human check. Default: made at the first start.',
    parse.secret(32),
  ),
  HUMAN_CHECK_COST: withDefault(
    'Maximum number of hashes of an ordinary puzzle; it rises up to twentyfold with the codes sent.',
    parse.wholeNumber(1, humanCheck.maxNumber / puzzle.maxFactor),
    puzzle.baseCost,
  ),
  CODES_PER_HOUR: withDefault('Codes per hour to one recipient.', parse.wholeNumber(1, 1000), code.perHour),
  CODES_PER_DAY: withDefault('Codes per day to one recipient.', parse.wholeNumber(1, 1000), code.perDay),
  CODES_PER_ADDRESS: withDefault('Codes per hour from one client IP.', parse.wholeNumber(1, 10_000), 20),
  CODES_PER_NETWORK: withDefault('Codes per hour from one network (/24, /48).', parse.wholeNumber(1, 10_000), 100),
  CODES_PER_BROWSER: withDefault('Codes per hour from one browser.', parse.wholeNumber(1, 10_000), 10),
  CODES_PER_FINGERPRINT: withDefault(
    'Codes per hour from browsers with equal fingerprints, after which their human check is hardest; none is refused.',
    parse.wholeNumber(1, 100_000),
    60,
  ),
  CODES_PER_MINUTE: withDefault(
    'Codes per minute over all recipients: limits the cost of an attack.',
    parse.wholeNumber(1, 1_000_000),
    300,
  ),
  WRONG_CODES_PER_HOUR: withDefault(
    'Wrong codes per hour for one recipient.',
    parse.wholeNumber(1, 1000),
    code.wrongPerHour,
  ),
  WRONG_PASSWORDS_ALLOWED: withDefault(
    'Wrong passwords for one account from one client IP before the pair is locked.',
    parse.wholeNumber(1, 100),
    wrongPasswords.lockAfter,
  ),
  LOCK_MINUTES: withDefault(
    'Minutes that such a lock lasts.',
    parse.wholeNumber(1, 1440),
    wrongPasswords.lockFor / minutes(1),
  ),
  WRONG_PASSWORDS_BEFORE_HUMAN_CHECK: withDefault(
    'Wrong passwords for one account in a day, from any client IP, before an unknown browser needs the human check.',
    parse.wholeNumber(1, 100_000),
    wrongPasswords.beforeHumanCheck,
  ),
  WRONG_PASSWORDS_BEFORE_CODE: withDefault(
    'The same, before an unknown browser has to sign in with a code.',
    parse.wholeNumber(1, 100_000),
    wrongPasswords.beforeCode,
  ),
  WRONG_PASSWORDS_PER_ADDRESS: withDefault(
    'Wrong passwords per minute from one client IP, over all accounts.',
    parse.wholeNumber(1, 100_000),
    wrongPasswords.perIpPerMinute,
  ),
  ...accountSettings,
  CALLS_PER_MINUTE: withDefault(
    'Calls per minute from one client IP.',
    parse.wholeNumber(1, 1_000_000),
    callsPerIp.perMinute,
  ),
} as const;
