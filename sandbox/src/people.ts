import { type FixedPasskey, fixedPasskey } from './authenticator/fixed-passkey.ts';
import type { LocalizedText } from './pages/language.ts';

/** The apps on people's phones, and what they say about their owner's mobile number: some have verified it. */
const table = {
  wechat: { name: { zh: '微信', en: 'WeChat' }, number: 'unknown' },
  alipay: { name: { zh: '支付宝', en: 'Alipay' }, number: 'verified' },
  dingtalk: { name: { zh: '钉钉', en: 'DingTalk' }, number: 'verified' },
  feishu: { name: { zh: '飞书', en: 'Feishu' }, number: 'unknown' },
} as const;
export type ScanApp = keyof typeof table;
export type NumberKind = 'verified' | 'unknown';
export const appsOfPeople: Record<ScanApp, { name: LocalizedText; number: NumberKind }> = table;
export const scanApps = Object.keys(table) as ScanApp[];

/** A person's accounts at the apps on their phone. */
interface AppAccounts {
  wechat: { openid: string; unionid: string };
  /** `userId` is disclosed only to apps that were registered long ago. */
  alipay: { openId: string; userId?: string; mobile: string; country: string };
  dingtalk: { unionId: string; openId: string; mobile: string; stateCode: string };
  feishu: { unionId: string; openId: string; tenantKey: string; mobile: string };
}

/** A person to sign in as. */
export interface Person {
  id: string;
  name: LocalizedText;
  /** What is special about them. */
  about: LocalizedText;
  mobile?: string;
  email?: string;
  password?: string;
  hasAccount: boolean;
  secondFactor?: true;
  /** The key of their authenticator app, as base32. */
  totpSecret?: string;
  /** The backup codes that are left, of ten. */
  backupCodes?: readonly string[];
  /** Kept by the authenticator of the sandbox. */
  passkey?: FixedPasskey;
  disabled?: true;
  /** The account is to be closed. */
  closing?: true;
  /** The e-mail address was changed yesterday: the earlier one, and the handle that undoes it. */
  emailChange?: { before: string; undoHandle: string };
  /** Set for a person who was invited by a company and must first enter the last four characters of this ID number. */
  invitedWithId?: string;
  /** Real-name verified. */
  verified?: true;
  /** The ID number of the verification. */
  idNumber?: string;
  /** Has not accepted the current agreement. */
  notAgreed?: true;
  /** Missing for a person without these apps. */
  appAccounts?: AppAccounts;
  /** The apps linked to the account. */
  linkedApps?: readonly ScanApp[];
}

const password = 'Foyer-2026';

const appAccountsOf = (
  id: string,
  mobile: string,
  { country = '86', userId }: { country?: string; userId?: string } = {},
) => ({
  wechat: { openid: `oOpen-${id}`.padEnd(28, '0'), unionid: `oUnion-${id}`.padEnd(28, '0') },
  alipay: { openId: `open-${id}`.padEnd(47, '0'), ...(userId && { userId }), mobile, country },
  dingtalk: {
    unionId: `union-${id}`.padEnd(24, '0'),
    openId: `open-${id}`.padEnd(24, '0'),
    mobile,
    stateCode: country,
  },
  feishu: { unionId: `on_${id}`, openId: `ou_${id}`, tenantKey: 'sandbox', mobile: `+${country}${mobile}` },
});

export const people: readonly Person[] = [
  {
    id: 'alice',
    name: { zh: '林爱丽', en: 'Alice Lin' },
    about: {
      zh: '普通账号，可用手机号或邮箱登录；证件号 110101199203074569',
      en: 'An ordinary account; both the mobile number and the email work. ID number 110101199203074569',
    },
    mobile: '13800138000',
    email: 'alice@example.com',
    password,
    hasAccount: true,
    verified: true,
    idNumber: '110101199203074569',
    appAccounts: appAccountsOf('alice', '13800138000'),
    linkedApps: scanApps,
  },
  {
    id: 'bob',
    name: { zh: '陈博', en: 'Bob Chen' },
    about: {
      zh: '已开启登录保护，密码之后还需短信验证',
      en: 'Uses two-step verification: an SMS code is required after the password',
    },
    mobile: '13800138001',
    email: 'bob@example.com',
    password,
    hasAccount: true,
    secondFactor: true,
    verified: true,
    appAccounts: appAccountsOf('bob', '13800138001', { userId: '2088000000000001' }),
    linkedApps: scanApps,
  },
  {
    id: 'carol',
    name: { zh: '高可', en: 'Carol Gao' },
    about: { zh: '尚未注册的新用户', en: 'A new person without an account' },
    mobile: '13800138002',
    email: 'carol@example.com',
    hasAccount: false,
    appAccounts: appAccountsOf('carol', '13800138002'),
  },
  {
    id: 'dan',
    name: { zh: '丁丹', en: 'Dan Ding' },
    about: { zh: '只用验证码登录，没有设置密码', en: 'Signs in by code only and has no password' },
    mobile: '13800138003',
    hasAccount: true,
    verified: true,
    appAccounts: appAccountsOf('dan', '13800138003'),
  },
  {
    id: 'erin',
    name: { zh: '尹尔', en: 'Erin Yin' },
    about: {
      zh: '由企业邀请创建，从未登录，需补全证件号后四位',
      en: 'Invited by a company, never signed in: has to complete an ID number first',
    },
    mobile: '13800138004',
    password,
    hasAccount: true,
    invitedWithId: '11010119900307123X',
  },
  {
    id: 'fay',
    name: { zh: '方菲', en: 'Fay Fang' },
    about: { zh: '只有邮箱的账号，未实名', en: 'Has only an email address and is not real-name verified' },
    email: 'fay@example.com',
    password,
    hasAccount: true,
  },
  {
    id: 'gus',
    name: { zh: '顾思', en: 'Gus Gu' },
    about: { zh: '账号已停用', en: 'The account is disabled' },
    mobile: '13800138005',
    password,
    hasAccount: true,
    disabled: true,
    appAccounts: appAccountsOf('gus', '13800138005'),
    linkedApps: scanApps,
  },
  {
    id: 'hua',
    name: { zh: '华宁', en: 'Hua Ning' },
    about: { zh: '尚未同意当前版本的服务协议', en: 'Has not accepted the current agreement' },
    mobile: '13800138006',
    password,
    hasAccount: true,
    notAgreed: true,
    appAccounts: appAccountsOf('hua', '13800138006'),
    linkedApps: scanApps,
  },
  {
    id: 'ivy',
    name: { zh: '叶怡', en: 'Ivy Yip' },
    about: {
      zh: '尚未注册，手机号是香港号码（+852），用来试扫码登录',
      en: 'Has a Hong Kong number (+852) and no account: for trying QR sign-in',
    },
    email: 'ivy@example.com',
    hasAccount: false,
    appAccounts: appAccountsOf('ivy', '61234567', { country: '852' }),
  },
  {
    id: 'kai',
    name: { zh: '孔凯', en: 'Kai Kong' },
    about: {
      zh: '昨天更换了邮箱，可用通知里的链接撤销',
      en: 'Changed the email address yesterday; the link in the notice undoes it',
    },
    mobile: '13800138017',
    email: 'kai@example.com',
    emailChange: { before: 'kai.kong@example.com', undoHandle: 'sandbox-undo-kai' },
    password,
    hasAccount: true,
  },
  {
    id: 'lei',
    name: { zh: '雷蕾', en: 'Lei Lei' },
    about: {
      zh: '已申请注销，10 天后删除；登录后可以保留',
      en: 'Asked to close the account, which will be erased in 10 days; signing in offers to keep it',
    },
    mobile: '13800138018',
    password,
    hasAccount: true,
    closing: true,
  },
  {
    id: 'jay',
    name: { zh: '蒋捷', en: 'Jay Jiang' },
    about: {
      zh: '只有邮箱，登录时需输入身份验证器的验证码',
      en: 'Has only an email address; signing in requires a code from the authenticator app',
    },
    email: 'jay@example.com',
    password,
    hasAccount: true,
    secondFactor: true,
    verified: true,
    totpSecret: 'JAYSAUTHENTICATORKEYJAYSAUTHENTI',
  },
  {
    id: 'kit',
    name: { zh: '孔琪', en: 'Kit Kong' },
    about: {
      zh: '有身份验证器和手机号，备用码只剩 2 个',
      en: 'Has an authenticator app and a mobile number, and two backup codes left',
    },
    mobile: '13800138007',
    password,
    hasAccount: true,
    secondFactor: true,
    verified: true,
    totpSecret: 'KITSAUTHENTICATORKEYKITSAUTHENTI',
    backupCodes: ['k1t9k-0n9kk', 'k1t8k-0n8kk'],
  },
  {
    id: 'mia',
    name: { zh: '苗雅', en: 'Mia Miao' },
    about: {
      zh: '有通行密钥，由沙箱的认证器保存',
      en: 'Has a passkey, which the sandbox’s authenticator keeps',
    },
    mobile: '13800138019',
    password,
    hasAccount: true,
    verified: true,
    passkey: fixedPasskey('mia'),
  },
];
