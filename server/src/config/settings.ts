import { callsPerIp, code, humanCheck, session, wrongPasswords } from '@foyer/contract/limits';
import { days, hours, minutes } from '@foyer/contract/time';
import * as is from './setting-values.ts';
import { messages, puzzle, scanning, sending } from '../platform/service-limits.ts';

interface Given<Value> {
  about: string;
  read: is.Read<Value>;
  otherwise: string;
}
type Maybe<Value> = Omit<Given<Value>, 'otherwise'> & { otherwise: undefined };

const given = <Value>(about: string, read: is.Read<Value>, otherwise: string | number): Given<Value> => ({
  about,
  read,
  otherwise: String(otherwise),
});
const maybe = <Value>(about: string, read: is.Read<Value>): Maybe<Value> => ({ about, read, otherwise: undefined });

/** Every environment variable there is. An empty one counts as not given. */
export const settings = {
  PORT: given('Port to listen on.', is.wholeNumber(1, 65535), 3000),
  HOST: given('IP address to listen on; 0.0.0.0 for all.', is.hostName, '127.0.0.1'),
  PUBLIC_URL: maybe('Origin for browsers, https in production. Default: http://localhost and the port.', is.origin),
  NODE_ENV: given(
    'production requires https and turns off the sandbox and the API description.',
    is.oneOf('production', 'development', 'test'),
    'development',
  ),
  SANDBOX: maybe(
    'on or off: a stand-in for all outside services, with people to sign in as. Default: on, off in production.',
    is.onOff,
  ),
  DATABASE_URL: maybe(
    'postgres://user:password@host/database. Default: an embedded database in DATA_DIR.',
    is.address('postgres:', 'postgresql:'),
  ),
  DATA_DIR: given('Folder of the embedded database.', is.text, 'data'),
  REDIS_URL: maybe(
    'redis://host:6379, to share rate limits between processes. Default: each process counts for itself.',
    is.address('redis:', 'rediss:'),
  ),
  API_BASE: given('Base path of the API.', is.path, '/api'),
  ALLOWED_REDIRECTS: given(
    'Origins that browsers may be redirected to after sign-in, separated by commas.',
    is.listOf(is.origin),
    '',
  ),
  WORKSPACE_URL: given('Default redirect URL after sign-in.', is.place, '/home'),
  WORKSPACE_URL_PHONES: given('Default redirect URL after sign-in on phones.', is.place, '/'),
  BRAND_ZH: given('Name of the product in Chinese.', is.text, '云章'),
  BRAND_EN: given('Name of the product in English.', is.text, 'Yunzhang'),
  COMPANY_ZH: given('Name of the company in Chinese, for the copyright line.', is.text, '云章科技有限公司'),
  COMPANY_EN: given('Name of the company in English, for the copyright line.', is.text, 'Yunzhang Technology'),
  OFFICIAL_SITE: given('URL that the logo links to.', is.webAddress, 'https://www.example.com/'),
  ICP_FILING: maybe('ICP filing number for the footer.', is.text),
  PSB_FILING: maybe('Public security filing number for the footer.', is.text),
  SUPPORT_CONTACT: given('E-mail address of the support, shown to people.', is.email, 'support@example.com'),
  PRODUCT_CODE: given('Short name of the product in calls and user agents.', is.productCode, 'yunzhang'),
  ENVIRONMENT: maybe(
    'prod, sml, test or dev. Default: prod in production, otherwise dev.',
    is.oneOf(...is.environments),
  ),
  CHAT_URL: given(
    'URL of the chat page, shown in a frame; for several environments as prod=https://…, separated by commas. Default: the sandbox.',
    is.listOf(is.chatPlace),
    '',
  ),
  CMS_URL: maybe(
    'URL of a JSON file with banners and articles, read every five minutes. Default: imported content, else the default content.',
    is.webPlace,
  ),
  EVENTS_URL: maybe(
    'URL that receives the analytics events. Default: the service itself, which stores daily counts.',
    is.webAddress,
  ),
  TRUSTED_PROXIES: given(
    'IP addresses or ranges of the proxies whose X-Forwarded-For is trusted, separated by commas.',
    is.listOf(is.networkRange),
    '',
  ),
  METRICS_TOKEN: maybe('Bearer token for /metrics. Default: only requests from this machine.', is.secret(16)),
  LOG_LEVEL: maybe(
    'Lowest level that is logged. Default: warn with the sandbox, otherwise info.',
    is.oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  ),
  API_DOCS: maybe('on or off: the API description at API_BASE. Default: on, off in production.', is.onOff),
  SMS_GATEWAY: maybe(
    'aliyun, tencent, or none for a service without text messages. Default: the sandbox; required in production.',
    is.oneOf('aliyun', 'tencent', 'none'),
  ),
  SMS_BASE_URL: maybe("Base URL of the SMS gateway. Default: the gateway's own.", is.webPlace),
  SMS_KEY_ID: maybe('AccessKey ID of Aliyun, SecretId of Tencent Cloud.', is.text),
  SMS_KEY_SECRET: maybe('Secret of SMS_KEY_ID.', is.secret(8)),
  SMS_SIGN_NAME: maybe('Signature name that the gateway has approved.', is.text),
  SMS_APP_ID: maybe('SdkAppId, only for Tencent Cloud.', is.text),
  SMS_REGION: given('Region, only for Tencent Cloud.', is.text, 'ap-guangzhou'),
  SMS_TEMPLATES: given(
    'Approved templates as kind.language=id:variable:variable, separated by commas. Kinds: code, noAccount, notice.',
    is.listOf(is.smsTemplate),
    '',
  ),
  SMTP_URL: maybe(
    'smtps://user:password@host. Default: the sandbox; without one in production no mail is sent.',
    is.address('smtp:', 'smtps:'),
  ),
  MAIL_FROM: given('Sender address of mails.', is.email, 'no-reply@example.com'),
  MESSAGE_PATIENCE_MS: given(
    'Timeout in milliseconds for a gateway or mail server to accept a message.',
    is.wholeNumber(10, 60_000),
    messages.acceptedWithin,
  ),
  WECHAT_APP_ID: maybe('AppID of the WeChat official account that people scan with.', is.text),
  WECHAT_SECRET: maybe('AppSecret of WECHAT_APP_ID.', is.secret(8)),
  WECHAT_TOKEN: maybe('Token of the message push of WeChat.', is.secret(3)),
  WECHAT_AES_KEYS: given(
    'EncodingAESKey of the message push, the newest first, separated by commas. Empty: plain mode.',
    is.listOf(is.wechatKey),
    '',
  ),
  WECHAT_API_URL: given("Base URL of WeChat's API.", is.webPlace, 'https://api.weixin.qq.com'),
  WECHAT_OPEN_URL: given(
    'Base URL of the authorisation page inside WeChat.',
    is.webPlace,
    'https://open.weixin.qq.com',
  ),
  ALIPAY_APP_ID: maybe('AppID of the Alipay mini-program that people scan with.', is.text),
  ALIPAY_PRIVATE_KEY: maybe('Our private key for signing, PKCS#8 or PKCS#1, as base64 in one line.', is.secret(100)),
  ALIPAY_PUBLIC_KEY: maybe("Alipay's public key for verifying its responses, as base64 in one line.", is.text),
  ALIPAY_PHONE_KEY: maybe("AES key of the interface content, which decrypts a person's mobile number.", is.secret(16)),
  ALIPAY_PAGE: given('Page of the mini-program that confirms a scan.', is.text, 'pages/login/login'),
  ALIPAY_GATEWAY_URL: given("URL of Alipay's gateway.", is.webPlace, 'https://openapi.alipay.com/gateway.do'),
  ALIPAY_LINK_URL: given('URL that the QR codes for Alipay link to.', is.webAddress, 'https://ds.alipay.com/'),
  ALIPAY_AUTH_URL: given(
    'URL of the authorisation page inside Alipay; it must accept ALIPAY_APP_ID, which not every mini-program may use there.',
    is.webPlace,
    'https://openauth.alipay.com/oauth2/publicAppAuthorize.htm',
  ),
  DINGTALK_CLIENT_ID: maybe('AppKey of the DingTalk application that people scan with.', is.text),
  DINGTALK_CLIENT_SECRET: maybe('AppSecret of DINGTALK_CLIENT_ID.', is.secret(8)),
  DINGTALK_LOGIN_URL: given("Base URL of DingTalk's sign-in page.", is.webPlace, 'https://login.dingtalk.com'),
  DINGTALK_API_URL: given("Base URL of DingTalk's API.", is.webPlace, 'https://api.dingtalk.com'),
  SCAN_PATIENCE_MS: given(
    'Timeout in milliseconds for a response of WeChat, Alipay or DingTalk.',
    is.wholeNumber(10, 60_000),
    scanning.patience,
  ),
  SCAN_ASKS_PER_MINUTE: given(
    'Polls of a scan per minute from one browser.',
    is.wholeNumber(20, 1_000_000),
    scanning.asksPerMinute,
  ),
  COUNTRY_HEADER: maybe(
    'Header in which a trusted proxy sends the country of a client, such as cf-ipcountry. Default: countries are unknown.',
    is.headerName,
  ),
  SSO: maybe('on or off: company sign-in (SSO), set up by npx foyer sso. Default: on with the sandbox.', is.onOff),
  SSO_INSIDE_ORIGINS: given(
    'Origins of identity providers inside your own network, separated by commas; all others must be public.',
    is.listOf(is.origin),
    '',
  ),
  WECOM_CORP_ID: maybe('CorpID of the WeCom corporation whose members sign in, or which owns the suite.', is.text),
  WECOM_AGENT_ID: maybe("AgentId of the corporation's own app.", is.text),
  WECOM_SECRET: maybe('Secret of that WeCom app.', is.secret(8)),
  WECOM_SUITE_ID: maybe('SuiteID, for a provider that serves many corporations, instead of WECOM_AGENT_ID.', is.text),
  WECOM_SUITE_SECRET: maybe('Secret of the WeCom suite.', is.secret(8)),
  WECOM_TOKEN: maybe("Token of the suite's command callback.", is.secret(3)),
  WECOM_AES_KEY: maybe("EncodingAESKey of the suite's command callback.", is.wechatKey),
  WECOM_LOGIN_URL: given("Base URL of WeCom's sign-in page.", is.webPlace, 'https://login.work.weixin.qq.com'),
  WECOM_OPEN_URL: given('Base URL of the authorisation page inside WeCom.', is.webPlace, 'https://open.weixin.qq.com'),
  WECOM_API_URL: given("Base URL of WeCom's API.", is.webPlace, 'https://qyapi.weixin.qq.com'),
  IDENTITY_URL: maybe(
    'URL of the service that verifies real names. Default: the sandbox; without it there is no verification.',
    is.webPlace,
  ),
  IDENTITY_SECRET: maybe('Key that signs the messages between us and the identity service.', is.secret(16)),
  HUMAN_CHECK_SECRET: maybe(
    'Key that signs the puzzles of the human check. Default: made at the first start.',
    is.secret(32),
  ),
  HUMAN_CHECK_COST: given(
    'Maximum number of hashes of an ordinary puzzle; it rises up to twentyfold with the codes sent.',
    is.wholeNumber(1, humanCheck.maxNumber / puzzle.hardestBy),
    puzzle.ordinary,
  ),
  CODES_PER_HOUR: given('Codes per hour to one recipient.', is.wholeNumber(1, 1000), code.perHour),
  CODES_PER_DAY: given('Codes per day to one recipient.', is.wholeNumber(1, 1000), code.perDay),
  CODES_PER_ADDRESS: given('Codes per hour from one client IP.', is.wholeNumber(1, 10_000), sending.perAddress),
  CODES_PER_NETWORK: given(
    'Codes per hour from one network (/24, /48).',
    is.wholeNumber(1, 10_000),
    sending.perNetwork,
  ),
  CODES_PER_BROWSER: given('Codes per hour from one browser.', is.wholeNumber(1, 10_000), sending.perBrowser),
  CODES_PER_FINGERPRINT: given(
    'Codes per hour from browsers with equal fingerprints, after which their human check is hardest; none is refused.',
    is.wholeNumber(1, 100_000),
    sending.perFingerprint,
  ),
  CODES_PER_MINUTE: given(
    'Codes per minute over all recipients: limits the cost of an attack.',
    is.wholeNumber(1, 10_000),
    sending.everyoneAMinute,
  ),
  WRONG_CODES_PER_HOUR: given('Wrong codes per hour for one recipient.', is.wholeNumber(1, 1000), code.wrongPerHour),
  WRONG_PASSWORDS_ALLOWED: given(
    'Wrong passwords for one account from one client IP before the pair is locked.',
    is.wholeNumber(1, 100),
    wrongPasswords.lockAfter,
  ),
  LOCK_MINUTES: given('Minutes that such a lock lasts.', is.wholeNumber(1, 1440), wrongPasswords.lockFor / minutes(1)),
  WRONG_PASSWORDS_PER_ADDRESS: given(
    'Wrong passwords per minute from one client IP, over all accounts.',
    is.wholeNumber(1, 100_000),
    wrongPasswords.perIpPerMinute,
  ),
  SESSION_IDLE_HOURS: given(
    'Hours without use after which a session ends.',
    is.wholeNumber(1, 720),
    session.idle / hours(1),
  ),
  SESSION_DAYS: given(
    'Days after which a session ends in any case.',
    is.wholeNumber(1, 90),
    session.absolute / days(1),
  ),
  CALLS_PER_MINUTE: given('Calls per minute from one client IP.', is.wholeNumber(1, 1_000_000), callsPerIp.perMinute),
} as const;

type ValueOf<Setting> =
  Setting extends Given<infer Value> ? Value : Setting extends Maybe<infer Value> ? Value | undefined : never;
export type Values = { [Name in keyof typeof settings]: ValueOf<(typeof settings)[Name]> };

/** Reads all of them; what is wrong is added to the problems, one line each. */
export function readValues(env: Record<string, string | undefined>, problems: string[]): Values {
  const values: Record<string, unknown> = {};
  for (const [name, { read, otherwise }] of Object.entries(settings)) {
    const text = env[name]?.trim() || otherwise;
    if (text === undefined) continue;
    try {
      values[name] = read(text);
    } catch (problem) {
      if (!(problem instanceof is.WrongValue)) throw problem;
      problems.push(`${name} is "${shown(name, text)}": ${problem.wanted}`);
    }
  }
  return values as Values;
}

/** The text of `.env.example`. */
export const envExample = () =>
  Object.entries(settings)
    .map(([name, { about, otherwise }]) => `# ${about}\n#${name}=${otherwise ?? ''}\n`)
    .join('\n');

/** These may hold a secret, and a problem may end up in a log. */
const secrets = [
  'DATABASE_URL',
  'REDIS_URL',
  'METRICS_TOKEN',
  'SMS_KEY_SECRET',
  'SMTP_URL',
  'WECHAT_SECRET',
  'WECHAT_TOKEN',
  'WECHAT_AES_KEYS',
  'ALIPAY_PRIVATE_KEY',
  'ALIPAY_PHONE_KEY',
  'DINGTALK_CLIENT_SECRET',
  'HUMAN_CHECK_SECRET',
  'WECOM_SECRET',
  'WECOM_SUITE_SECRET',
  'WECOM_TOKEN',
  'WECOM_AES_KEY',
  'IDENTITY_SECRET',
];
const shown = (name: string, text: string) => (secrets.includes(name) ? '…' : text);
