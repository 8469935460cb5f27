import {
  type RefusalData,
  type RefusalTexts,
  hoursLeft,
  isWithinAnHour,
  minutesLeft,
  secondsLeft,
} from '../refusal-texts.ts';
import { first } from './first.ts';

const recipient = ({ kind }: { kind?: 'mobile' | 'email' }) => (kind === 'email' ? '邮箱' : '手机号');
const attempts = (left: number | undefined) => (left === undefined ? '' : `，还可尝试 ${left} 次`);

/** In a minute by the second, then by the minute, then by the hour. */
function soon(data: RefusalData) {
  if (data.retryAfter === undefined) return '稍后';
  if (data.retryAfter <= 60) return ` ${secondsLeft(data)} 秒后`;
  return isWithinAnHour(data) ? ` ${minutesLeft(data)} 分钟后` : ` ${hoursLeft(data)} 小时后`;
}

export const refusals: RefusalTexts = {
  pending: '等待扫码',

  malformed: '请求有误，请刷新页面后重试',
  notSignedIn: '请先登录',
  forbidden: '没有权限进行此操作，请刷新页面后重试',
  tooManyRequests: (data) =>
    data.wrongCodes ? `验证码错误次数过多，请${soon(data)}再试，或换一种方式验证` : `操作过于频繁，请${soon(data)}再试`,
  internalError: '服务出现异常，请稍后重试',
  providerError: '第三方服务暂不可用，请稍后重试',
  notFound: '请求的内容不存在，请刷新页面后重试',
  busy: '服务繁忙，请稍后重试',

  wrongCredentials: ({ attemptsLeft }) => `账号或密码错误${attempts(attemptsLeft)}`,
  waitBeforeRetry: (data) => `请 ${secondsLeft(data)} 秒后再试`,
  lockedOut: (data) => `密码错误次数过多，请 ${minutesLeft(data)} 分钟后再试，或改用验证码登录`,
  accountDisabled: ({ support }) => `账号已停用，请联系客服${support ? ` ${support}` : ''}`,
  commonPassword: '该密码过于常见，请更换',
  needsCode: '该账号密码错误次数过多，请使用验证码登录',
  needsPlainPassword: '请刷新页面后重新登录',
  needsFreshProof: '请先确认是您本人操作，再重试',
  lastWayIn: '这是您最后一种登录方式，请先设置密码或添加手机号、邮箱，再重试',
  passwordAlreadySet: '该账号已设置密码，请跳过此步',

  needsMobile: '请绑定手机号',
  authorisationExpired: '授权已过期，请刷新二维码后重新扫码',
  scanDeclined: '手机上已拒绝登录，如需登录请刷新二维码',
  scanFromOtherCountry: '扫码的手机与当前设备不在同一国家或地区，请改用密码或验证码登录',
  mainlandMobileOnly: '目前仅支持中国大陆手机号，请在支付宝绑定中国大陆手机号后重试',
  mobileAlreadyBound: '该手机号已绑定，可直接登录',
  needsIdentityCheck: '首次登录，请输入证件号的后四位',
  wrongIdSuffix: ({ attemptsLeft }) => `证件号后四位不匹配${attempts(attemptsLeft) || '，请重新输入'}`,
  identityCheckClosed: (data) => `证件号错误次数过多，请 ${hoursLeft(data)} 小时后再试，或联系客服`,

  wrongCode: '验证码错误，请重新输入',
  expiredCode: '验证码已过期，请重新获取',
  tooManyCodeTries: '验证码错误次数过多，请重新获取',
  codeTooSoon: (data) => `验证码请求过于频繁，请${soon(data)}再试`,
  codeLimitReached: (data) =>
    data.retryAfter !== undefined && isWithinAnHour(data)
      ? `获取验证码次数过多，请 ${minutesLeft(data)} 分钟后再试`
      : `该${recipient(data)}今日获取验证码次数已达上限，请明日再试`,
  codeNotSent: '验证码发送失败，请稍后重试',
  cannotReceiveCodes: (data) => `该${recipient(data)}当前无法接收验证码，请更换${recipient(data)}或联系客服`,
  unknownServiceId: '该步骤已失效，请重新获取验证码或重新登录',
  codeAlreadyUsed: '该验证码已使用过，请等待身份验证器的下一个验证码，或换一个备用码',

  needsHumanCheck: '请先完成安全验证',
  humanCheckFailed: '人机验证失败，请重试',
  humanCheckExpired: '验证已过期，请重新验证',

  needsAgreement: '请先阅读并同意相关协议',
  accountTaken: '该账号已注册，可直接登录',
  registeredBefore: '该账号刚才已注册成功，请返回登录，使用首次设置的密码，或重置密码',
  agreementOutdated: '协议已更新，请重新阅读并同意',

  ssoFailed: '企业登录验证失败，请重试',
  ssoCancelled: ({ company = '企业' }) => `您已取消在 ${company} 的登录，可重新发起，或换一种方式登录`,
  ssoExpired: '操作超时，请返回重新开始',
  emailOnly: '您的企业仅支持邮箱登录，请使用邮箱',
  identityTaken: '已关联其他账号，请先登录那个账号解除关联',
  boundElsewhere: ({ app, signedIn }) =>
    signedIn
      ? `您的账号已关联其他${app ? first[`qr.switch.${app}`] : '企业身份'}，请先解除关联`
      : app
        ? `该手机号的账号已绑定其他${first[`qr.switch.${app}`]}，请换一个手机号，或登录后先解除关联`
        : '该账号已绑定其他企业身份，请换一个手机号或邮箱，或登录后先解除关联',
  contactTaken: (data) => `该${recipient(data)}已属于其他账号，请更换`,
  lastContact: '账号至少需要一个手机号或邮箱，请先添加另一个',
  secondFactorNeedsMobile: '登录保护正在使用该手机号，请先关闭登录保护，或更换手机号',
  contactsTooSoon: '您的密码或其他登录方式刚刚变更过。为保护账号安全，请过几天再更换手机号或邮箱',
  contactReserved: (data) =>
    `工作人员收到请求，要将该${recipient(data)}改为一个已有账号的${recipient(data)}。如果是您的账号，请在 ${hoursLeft(data)} 小时后用它登录；如果不是，请联系客服`,
  nameOnRecord: '您的姓名已登记，不能在此修改，请联系客服',
  needsContactCode: (data) => `该${recipient(data)}现已属于另一个账号，请输入发送到该处的验证码`,
  undoExpired: '该链接已使用或已超过 72 小时，如仍需帮助，请联系客服',

  notAMember: '您不属于该企业，无法登录，请联系企业管理员',

  noSecondFactor: '请先设置身份验证器或添加手机号',
  lastSecondFactor: '这是您唯一的二次验证方式，请先关闭登录保护',
  secondFactorRequired: '登录保护必须开启，不可关闭',
  secondFactorUnavailable: '您的二次验证方式暂不可用，请联系客服',
  passkeyFailed: '未能验证通行密钥，请重试或换一种方式登录',
  unknownPasskey: '该通行密钥已从账号中移除，请换一种方式登录',
};
