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
  HOST: given('Address to listen on; 0.0.0.0 for all.', is.hostName, '127.0.0.1'),
  PUBLIC_URL: maybe('Origin that people see, https in production. Default: http://localhost and the port.', is.origin),
  NODE_ENV: given(
    'production turns every convenience for trying out off.',
    is.oneOf('production', 'development', 'test'),
    'development',
  ),
  SANDBOX: maybe(
    'on or off: a stand-in for the outside world, with people to sign in as. Default: on, off in production.',
    is.onOff,
  ),
  DATABASE_URL: maybe(
    'postgres://user:password@host/database. Default: a database of our own in DATA_DIR.',
    is.address('postgres:', 'postgresql:'),
  ),
  DATA_DIR: given('Folder of the database of our own.', is.text, 'data'),
  REDIS_URL: maybe(
    'redis://host:6379, to count calls over several processes. Default: each process counts alone.',
    is.address('redis:', 'rediss:'),
  ),
  API_BASE: given('Path that the calls live under.', is.path, '/api'),
  ALLOWED_REDIRECTS: given(
    'Origins that people may be sent to after sign-in, with commas between.',
    is.listOf(is.origin),
    '',
  ),
  WORKSPACE_URL: given('Where people go after sign-in when nothing else was asked for.', is.place, '/home'),
  WORKSPACE_URL_PHONES: given('The same, on phones.', is.place, '/'),
  BRAND_ZH: given('Name of the product in Chinese.', is.text, '云章'),
  BRAND_EN: given('Name of the product in English.', is.text, 'Yunzhang'),
  COMPANY_ZH: given('Name of the company in Chinese, for the copyright line.', is.text, '云章科技有限公司'),
  COMPANY_EN: given('Name of the company in English, for the copyright line.', is.text, 'Yunzhang Technology'),
  OFFICIAL_SITE: given('Address behind the logo.', is.webAddress, 'https://www.example.com/'),
  ICP_FILING: maybe('ICP filing number for the footer.', is.text),
  PSB_FILING: maybe('Public security filing number for the footer.', is.text),
  SUPPORT_CONTACT: given('E-mail address for people who are stuck.', is.email, 'support@example.com'),
  PRODUCT_CODE: given('Short name of the product in calls and user agents.', is.productCode, 'yunzhang'),
  ENVIRONMENT: maybe(
    'prod, sml, test or dev. Default: prod in production, otherwise dev.',
    is.oneOf(...is.environments),
  ),
  CHAT_URL: given(
    'Page of the chat, shown in a frame; for several environments as prod=https://…, with commas between. Default: the sandbox.',
    is.listOf(is.chatPlace),
    '',
  ),
  CMS_URL: maybe(
    'Address of a JSON file with banners and articles, read every few minutes. Default: what was imported, else our own.',
    is.webPlace,
  ),
  EVENTS_URL: maybe(
    'Address elsewhere that counts what happens on the page. Default: the service itself, by the day.',
    is.webAddress,
  ),
  TRUSTED_PROXIES: given(
    'Addresses or ranges of the proxies whose X-Forwarded-For is believed, with commas between.',
    is.listOf(is.networkRange),
    '',
  ),
  METRICS_TOKEN: maybe('Bearer token for /metrics. Default: only from this machine.', is.secret(16)),
  LOG_LEVEL: maybe(
    'Least level that is logged. Default: warn in the sandbox, otherwise info.',
    is.oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  ),
  API_DOCS: maybe('on or off: the description of the calls at API_BASE. Default: on, off in production.', is.onOff),
  SMS_GATEWAY: maybe(
    'aliyun, tencent, or none for a service without text messages. Default: the sandbox; needed in production.',
    is.oneOf('aliyun', 'tencent', 'none'),
  ),
  SMS_BASE_URL: maybe("Address of the gateway. Default: the gateway's own.", is.webPlace),
  SMS_KEY_ID: maybe('AccessKey ID of Aliyun, SecretId of Tencent Cloud.', is.text),
  SMS_KEY_SECRET: maybe('The secret that belongs to it.', is.secret(8)),
  SMS_SIGN_NAME: maybe('Signature that the gateway has approved.', is.text),
  SMS_APP_ID: maybe('SdkAppId, for Tencent Cloud alone.', is.text),
  SMS_REGION: given('Region, for Tencent Cloud alone.', is.text, 'ap-guangzhou'),
  SMS_TEMPLATES: given(
    'Approved templates as kind.language=id:variable:variable, with commas between. Kinds: code, noAccount, notice.',
    is.listOf(is.smsTemplate),
    '',
  ),
  SMTP_URL: maybe(
    'smtps://user:password@host. Default: the sandbox; without one in production no mail is sent.',
    is.address('smtp:', 'smtps:'),
  ),
  MAIL_FROM: given('Sender of our mail.', is.email, 'no-reply@example.com'),
  MESSAGE_PATIENCE_MS: given(
    'How long a gateway or mail server may take to accept a message, in milliseconds.',
    is.wholeNumber(10, 60_000),
    messages.acceptedWithin,
  ),
  WECHAT_APP_ID: maybe('AppID of the WeChat official account that people scan with.', is.text),
  WECHAT_SECRET: maybe('AppSecret that belongs to it.', is.secret(8)),
  WECHAT_TOKEN: maybe('Token of its message push.', is.secret(3)),
  WECHAT_AES_KEYS: given(
    'EncodingAESKey of its message push, the newest first, with commas between. None: plain mode.',
    is.listOf(is.wechatKey),
    '',
  ),
  WECHAT_API_URL: given('Address of its interface.', is.webPlace, 'https://api.weixin.qq.com'),
  WECHAT_OPEN_URL: given(
    'Address where pages inside WeChat ask who is there.',
    is.webPlace,
    'https://open.weixin.qq.com',
  ),
  ALIPAY_APP_ID: maybe('AppID of the Alipay mini-program that people scan with.', is.text),
  ALIPAY_PRIVATE_KEY: maybe('Our key that signs, PKCS#8 or PKCS#1, as base64 in one line.', is.secret(100)),
  ALIPAY_PUBLIC_KEY: maybe("Alipay's key that checks its answers, as base64 in one line.", is.text),
  ALIPAY_PHONE_KEY: maybe('AES key of the interface content, for the number that people give.', is.secret(16)),
  ALIPAY_PAGE: given('Page of the mini-program that confirms.', is.text, 'pages/login/login'),
  ALIPAY_GATEWAY_URL: given('Address of its gateway.', is.webPlace, 'https://openapi.alipay.com/gateway.do'),
  ALIPAY_LINK_URL: given('Address that its codes lead to.', is.webAddress, 'https://ds.alipay.com/'),
  ALIPAY_AUTH_URL: given(
    'Address where pages inside Alipay ask who is there; it has to take ALIPAY_APP_ID, which not every mini-program may.',
    is.webPlace,
    'https://openauth.alipay.com/oauth2/publicAppAuthorize.htm',
  ),
  DINGTALK_CLIENT_ID: maybe('AppKey of the DingTalk application that people scan with.', is.text),
  DINGTALK_CLIENT_SECRET: maybe('AppSecret that belongs to it.', is.secret(8)),
  DINGTALK_LOGIN_URL: given('Address of its sign-in page.', is.webPlace, 'https://login.dingtalk.com'),
  DINGTALK_API_URL: given('Address of its interface.', is.webPlace, 'https://api.dingtalk.com'),
  SCAN_PATIENCE_MS: given(
    'How long one of these apps may take to answer us, in milliseconds.',
    is.wholeNumber(10, 60_000),
    scanning.patience,
  ),
  SCAN_ASKS_PER_MINUTE: given(
    'How often a minute one browser may ask whether its code was scanned.',
    is.wholeNumber(20, 1_000_000),
    scanning.asksPerMinute,
  ),
  COUNTRY_HEADER: maybe(
    'Header in which a trusted proxy names the country of an address, such as cf-ipcountry. Default: nobody says so.',
    is.headerName,
  ),
  SSO: maybe(
    'on or off: people of companies sign in at their own door, see npm run sso. Default: on with the sandbox.',
    is.onOff,
  ),
  SSO_INSIDE_ORIGINS: given(
    'Origins of identity providers inside your own network, with commas between; all others must be public.',
    is.listOf(is.origin),
    '',
  ),
  WECOM_CORP_ID: maybe('CorpID of the WeCom corporation: whose people scan, or which owns the suite.', is.text),
  WECOM_AGENT_ID: maybe("AgentId of the corporation's own app.", is.text),
  WECOM_SECRET: maybe('Secret of that app.', is.secret(8)),
  WECOM_SUITE_ID: maybe('SuiteID instead, for the login of a provider that serves many corporations.', is.text),
  WECOM_SUITE_SECRET: maybe('Secret of the suite.', is.secret(8)),
  WECOM_TOKEN: maybe("Token of the suite's command callback.", is.secret(3)),
  WECOM_AES_KEY: maybe("EncodingAESKey of the suite's command callback.", is.wechatKey),
  WECOM_LOGIN_URL: given('Address of its sign-in page.', is.webPlace, 'https://login.work.weixin.qq.com'),
  WECOM_OPEN_URL: given(
    'Address where pages inside WeCom ask who is there.',
    is.webPlace,
    'https://open.weixin.qq.com',
  ),
  WECOM_API_URL: given('Address of its interface.', is.webPlace, 'https://qyapi.weixin.qq.com'),
  IDENTITY_URL: maybe(
    'Address of the service that verifies real names. Default: the sandbox; none without.',
    is.webPlace,
  ),
  IDENTITY_SECRET: maybe('Signs what we and that service tell each other.', is.secret(16)),
  HUMAN_CHECK_SECRET: maybe('Signs the puzzles of the human check. Default: made at the first start.', is.secret(32)),
  HUMAN_CHECK_COST: given(
    'Hashes that an ordinary puzzle takes at most; it rises up to twentyfold with the codes sent.',
    is.wholeNumber(1, humanCheck.maxNumber / puzzle.hardestBy),
    puzzle.ordinary,
  ),
  CODES_PER_HOUR: given('Codes an hour to one account.', is.wholeNumber(1, 1000), code.perHour),
  CODES_PER_DAY: given('Codes a day to one account.', is.wholeNumber(1, 1000), code.perDay),
  CODES_PER_ADDRESS: given('Codes an hour from one address.', is.wholeNumber(1, 10_000), sending.perAddress),
  CODES_PER_NETWORK: given('Codes an hour from one network (/24, /48).', is.wholeNumber(1, 10_000), sending.perNetwork),
  CODES_PER_BROWSER: given('Codes an hour from one browser.', is.wholeNumber(1, 10_000), sending.perBrowser),
  CODES_PER_FINGERPRINT: given(
    'Codes an hour to browsers that look alike, after which their human check is at its hardest; nobody is refused.',
    is.wholeNumber(1, 100_000),
    sending.perFingerprint,
  ),
  CODES_PER_MINUTE: given(
    'Codes a minute to everyone: the stop that saves money.',
    is.wholeNumber(1, 10_000),
    sending.everyoneAMinute,
  ),
  WRONG_CODES_PER_HOUR: given('Wrong codes an hour for one account.', is.wholeNumber(1, 1000), code.wrongPerHour),
  WRONG_PASSWORDS_ALLOWED: given(
    'Wrong passwords for one account from one address before it is locked.',
    is.wholeNumber(1, 100),
    wrongPasswords.lockAfter,
  ),
  LOCK_MINUTES: given('How long such a lock stands.', is.wholeNumber(1, 1440), wrongPasswords.lockFor / minutes(1)),
  WRONG_PASSWORDS_PER_ADDRESS: given(
    'Wrong passwords a minute from one address, whatever the account.',
    is.wholeNumber(1, 100_000),
    wrongPasswords.perIpPerMinute,
  ),
  SESSION_IDLE_HOURS: given(
    'Hours without a visit after which a session ends.',
    is.wholeNumber(1, 720),
    session.idle / hours(1),
  ),
  SESSION_DAYS: given(
    'Days after which a session ends in any case.',
    is.wholeNumber(1, 90),
    session.absolute / days(1),
  ),
  CALLS_PER_MINUTE: given('Calls a minute from one address.', is.wholeNumber(1, 1_000_000), callsPerIp.perMinute),
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
