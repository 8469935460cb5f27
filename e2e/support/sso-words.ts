import type { Language } from '@foyer/contract/language';

/** What a company's people read on their way in, written anew: see `words.ts`. */
const chinese = {
  entry: '企业单点登录',
  title: '企业 SSO 登录',
  about: '输入企业域名，使用单点登录',
  domain: '企业域名',
  emptyDomain: '请输入企业域名',
  invalidDomain: '请输入正确的企业域名',
  noSuchDomain: '您输入的域名不存在',
  whoKnows: '不知道企业域名？请联系企业管理员',
  tick: '我已阅读并同意',
  agreeFirst: '请先阅读并同意相关协议',
  submit: '下一步',
  back: '返回账号登录',
  doorClosed: '第三方服务暂不可用，请稍后重试',

  checking: '正在验证企业身份，请稍候…',
  failed: '企业登录验证失败，请重试',
  expired: '登录会话已过期，请重新发起登录',
  again: '重新发起企业登录',
  notAMember: '您不属于该企业，无法登录，请联系企业管理员',
  disabled: '该账号已停用，请联系客服',

  bind: {
    title: '绑定账号',
    about: '首次使用企业身份登录，请绑定手机号或邮箱',
    emailOnly: '您的企业仅支持邮箱登录',
    mobile: '手机号',
    email: '邮箱',
    emptyMobile: '请输入手机号',
    invalidMobile: '请输入正确的手机号',
    emptyEmail: '请输入邮箱',
    invalidEmail: '请输入正确的邮箱',
    submit: '确认绑定',
    elsewhere: '该账号已绑定其他企业身份，请换一个手机号或邮箱，或登录后先解绑',
  },

  workChat: '企业微信登录',
  cookies: {
    chrome: '设置 › 隐私与安全',
    still: 'Cookie 仍处于禁用状态',
    stillSso: '未启用 Cookie 时，您仍可使用',
    arrived: '您的企业已确认您的身份，但浏览器禁用了 Cookie，本站无法保持您的登录状态',
  },
};

export type SsoWords = typeof chinese;

const english: SsoWords = {
  entry: 'Enterprise SSO',
  title: 'Enterprise SSO sign-in',
  about: 'Enter your company domain to use single sign-on',
  domain: 'Company domain',
  emptyDomain: 'Please enter the company domain',
  invalidDomain: 'Please enter the correct company domain',
  noSuchDomain: 'The domain you entered does not exist',
  whoKnows: 'Do not know the company domain? Ask your administrator',
  tick: 'I have read and agree to',
  agreeFirst: 'Please read and agree to the agreement first',
  submit: 'Continue',
  back: 'Back to account sign-in',
  doorClosed: 'A service that we rely on is not available, please try again later',

  checking: 'Checking your enterprise identity, please wait…',
  failed: 'Enterprise sign-in failed, please try again',
  expired: 'The sign-in session has expired, please start again',
  again: 'Start the enterprise sign-in again',
  notAMember: 'You are not a member of this enterprise and cannot sign in, please ask your administrator',
  disabled: 'This account is disabled, please contact support',

  bind: {
    title: 'Bind account',
    about: 'First enterprise sign-in: please bind a mobile number or e-mail',
    emailOnly: 'Your company allows e-mail sign-in only',
    mobile: 'Mobile number',
    email: 'E-mail',
    emptyMobile: 'Please enter phone number',
    invalidMobile: 'Please enter the correct phone number',
    emptyEmail: 'Please enter email',
    invalidEmail: 'Please enter the correct email',
    submit: 'Confirm binding',
    elsewhere:
      'This account is already bound to another enterprise identity, please use another number or e-mail, or sign in and unlink that one first',
  },

  workChat: 'Sign in with WeCom',
  cookies: {
    chrome: 'Settings › Privacy and security',
    still: 'Cookies are still off',
    stillSso: 'Without cookies you can still use',
    arrived: 'Your company has confirmed who you are, but without cookies this site cannot keep you signed in',
  },
};

export const ssoWordsIn = (language: Language): SsoWords => (language === 'zh-CN' ? chinese : english);
