import type { Language } from './language.ts';
import type { ScanApp } from './pages/page-config.ts';
import type { RefusalName } from './result-codes.ts';
import { hours, minutes, seconds } from './time.ts';

interface Told {
  app?: ScanApp;
  attemptsLeft?: number;
  retryAfter?: number;
}
type Text = Record<Language, string | ((told: Told) => string)>;

const say = (zh: Text['zh-CN'], en: Text['en-US']): Text => ({ 'zh-CN': zh, 'en-US': en });

const left = ({ attemptsLeft = 0 }: Told) => attemptsLeft;
const secondsOf = ({ retryAfter = 0 }: Told) => Math.max(1, Math.ceil(retryAfter));
/** Rounded up: who comes back at the told minute finds the door open. */
const minutesOf = (told: Told) => Math.ceil((secondsOf(told) * seconds(1)) / minutes(1));
const hoursOf = (told: Told) => Math.ceil((secondsOf(told) * seconds(1)) / hours(1));
const isWithinTheHour = (told: Told) => secondsOf(told) * seconds(1) <= hours(1);
const count = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

const appNames: Record<ScanApp, Record<Language, string>> = {
  wechat: { 'zh-CN': '微信', 'en-US': 'WeChat' },
  dingtalk: { 'zh-CN': '钉钉', 'en-US': 'DingTalk' },
  alipay: { 'zh-CN': '支付宝', 'en-US': 'Alipay' },
};

/** What a person reads when a call is refused. */
const texts: Record<RefusalName, Text> = {
  pending: say('等待扫码', 'Waiting for the scan'),

  malformed: say('请求有误，请刷新页面后重试', 'The request is not valid, please reload the page and try again'),
  notSignedIn: say('请先登录', 'Please sign in first'),
  forbidden: say('没有权限进行此操作，请刷新页面后重试', 'This is not allowed, please reload the page and try again'),
  tooManyRequests: say('操作过于频繁，请稍后再试', 'Requests are too frequent, please try again later'),
  internalError: say('服务出现异常，请稍后重试', 'Something went wrong on our side, please try again later'),
  providerError: say(
    '第三方服务暂不可用，请稍后重试',
    'A service that we rely on is not available, please try again later',
  ),
  notFound: say(
    '请求的内容不存在，请刷新页面后重试',
    'What was asked for does not exist, please reload the page and try again',
  ),
  busy: say('服务繁忙，请稍后重试', 'The service is busy, please try again in a moment'),

  wrongCredentials: say(
    (told) => `账号或密码错误，还可尝试 ${left(told)} 次`,
    (told) => `The account or password is wrong; ${count(left(told), 'attempt')} left`,
  ),
  waitBeforeRetry: say(
    (told) => `请 ${secondsOf(told)} 秒后再试`,
    (told) => `Please try again in ${count(secondsOf(told), 'second')}`,
  ),
  lockedOut: say(
    (told) => `密码错误次数过多，请 ${minutesOf(told)} 分钟后再试`,
    (told) => `Too many wrong attempts, please try again in ${count(minutesOf(told), 'minute')}`,
  ),
  accountDisabled: say('该账号已停用，请联系客服', 'This account is disabled, please contact support'),
  commonPassword: say('该密码过于常见，请更换', 'This password is too common, please choose another one'),
  passwordAlreadySet: say('该账号已设置密码，请跳过此步', 'This account already has a password, please skip this step'),

  needsMobile: say('请绑定手机号', 'Please bind a mobile number'),
  authorisationExpired: say(
    '授权已过期，请刷新二维码后重新扫码',
    'The authorisation has expired, please refresh the QR code and scan again',
  ),
  scanDeclined: say(
    '您已取消授权，如需登录请刷新二维码',
    'Authorisation was cancelled; to sign in, please refresh the QR code',
  ),
  scanFromElsewhere: say(
    '扫码的手机与当前设备不在同一国家或地区，请改用密码或验证码登录',
    'The phone and this device are in different countries, please sign in with a password or a code instead',
  ),
  mainlandMobileOnly: say(
    '目前仅支持中国大陆手机号，请在支付宝绑定中国大陆手机号后重试',
    'Currently only mainland mobile numbers are supported, please bind a mainland mobile number in the payment app and retry',
  ),
  mobileAlreadyBound: say('该手机号已绑定，可直接登录', 'This mobile number is already bound and can sign in directly'),
  needsIdentityCheck: say(
    '首次登录，请补全证件号后四位',
    'First sign-in: please complete the ID number with its last four characters',
  ),
  wrongIdSuffix: say(
    (told) => `证件号后四位不匹配，还可尝试 ${left(told)} 次`,
    (told) => `The last four digits do not match; ${count(left(told), 'attempt')} left`,
  ),
  identityCheckClosed: say(
    (told) => `证件号错误次数过多，请 ${hoursOf(told)} 小时后再试，或联系客服`,
    (told) => `Too many wrong ID numbers, please try again in ${count(hoursOf(told), 'hour')} or contact support`,
  ),

  wrongCode: say('验证码错误，请重新输入', 'The verification code is wrong, please re-enter'),
  expiredCode: say('验证码已过期，请重新获取', 'The verification code has expired, please get it again'),
  tooManyCodeTries: say('验证码错误次数过多，请重新获取', 'Too many wrong codes, please get a new one'),
  codeTooSoon: say(
    (told) => `验证码请求过于频繁，请 ${secondsOf(told)} 秒后再试`,
    (told) => `Requests are too frequent, please try again in ${count(secondsOf(told), 'second')}`,
  ),
  codeLimitReached: say(
    (told) =>
      isWithinTheHour(told)
        ? `获取验证码次数过多，请 ${minutesOf(told)} 分钟后再试`
        : '该账号今日获取验证码次数已达上限，请明日再试',
    (told) =>
      isWithinTheHour(told)
        ? `Too many codes, please try again in ${count(minutesOf(told), 'minute')}`
        : "Today's limit of codes for this account has been reached, please try tomorrow",
  ),
  codeNotSent: say('验证码发送失败，请稍后重试', 'The code could not be sent, please try again later'),
  cannotReceiveCodes: say(
    '该手机号或邮箱当前无法接收验证码，请更换或联系客服',
    'This number or address cannot receive codes at present, please use another one or contact support',
  ),
  unknownService: say(
    '该步骤已失效，请重新获取验证码或重新登录',
    'This step is no longer valid, please get a new code or sign in again',
  ),

  needsHumanCheck: say('请先完成安全验证', 'Please complete the security check first'),
  humanCheckFailed: say('人机验证失败，请重试', 'The check failed, please try again'),
  humanCheckExpired: say('验证已过期，请重新验证', 'The check has expired, please verify again'),

  needsAgreement: say('请先阅读并同意相关协议', 'Please read and agree to the agreement first'),
  accountTaken: say('该账号已注册，可直接登录', 'This account is already registered and can sign in directly'),
  registeredBefore: say(
    '该账号刚才已注册成功，请返回登录，使用首次设置的密码，或重置密码',
    'This account has just been registered, please sign in with the password you set first, or reset it',
  ),
  agreementOutdated: say(
    '协议已更新，请重新阅读并同意',
    'The agreement has changed, please read and agree to it again',
  ),

  ssoFailed: say('企业登录验证失败，请重试', 'Enterprise sign-in failed, please try again'),
  ssoExpired: say('登录会话已过期，请重新发起登录', 'The sign-in session has expired, please start again'),
  emailOnly: say(
    '您的企业仅支持邮箱登录，请使用邮箱',
    'Your company allows e-mail sign-in only, please use an e-mail address',
  ),
  boundElsewhere: say(
    ({ app }) =>
      app
        ? `该手机号的账号已绑定其他${appNames[app]['zh-CN']}，请换一个手机号，或登录后先解绑`
        : '该账号已绑定其他企业身份，请换一个手机号或邮箱，或登录后先解绑',
    ({ app }) =>
      app
        ? `The account of this number is linked to another ${appNames[app]['en-US']}, please use another number, or sign in and unlink that one first`
        : 'This account is already bound to another enterprise identity, please use another number or e-mail, or sign in and unlink that one first',
  ),
  notAMember: say(
    '您不属于该企业，无法登录，请联系企业管理员',
    'You are not a member of this enterprise and cannot sign in, please ask your administrator',
  ),
};

export function refusalText(name: RefusalName, language: Language, data?: unknown): string {
  const text = texts[name][language];
  return typeof text === 'string' ? text : text(typeof data === 'object' && data !== null ? data : {});
}
