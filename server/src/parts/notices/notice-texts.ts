import type { Language } from '@foyer/contract/language';
import { type Letter, mailPage } from './mail-html.ts';
import type { ScanApp } from '@foyer/contract/pages/page-config';

/** What a person is told unasked, so that what they did not do does not stay unseen. */
export type NoticeKind =
  | 'passwordChanged'
  | 'mobileBound'
  | 'idNumberCorrected'
  | 'newDevice'
  | 'signInAfterFailures'
  | 'companyLinked'
  | `${ScanApp}Linked`;

export const events: Record<NoticeKind, Record<Language, string>> = {
  passwordChanged: { 'zh-CN': '密码已修改', 'en-US': 'the password was changed' },
  mobileBound: { 'zh-CN': '已绑定新的手机号', 'en-US': 'a new mobile number was bound' },
  idNumberCorrected: { 'zh-CN': '登记的证件号已更正', 'en-US': 'the ID number on record was corrected' },
  companyLinked: { 'zh-CN': '已关联企业身份', 'en-US': 'a company identity was linked' },
  newDevice: { 'zh-CN': '在新设备上登录', 'en-US': 'signed in on a new device' },
  signInAfterFailures: {
    'zh-CN': '在多次输错密码后输入了正确密码',
    'en-US': 'the right password was given after several wrong ones',
  },
  wechatLinked: { 'zh-CN': '已关联微信，可用微信扫码登录', 'en-US': 'WeChat was linked and can be used to sign in' },
  dingtalkLinked: {
    'zh-CN': '已关联钉钉，可用钉钉扫码登录',
    'en-US': 'DingTalk was linked and can be used to sign in',
  },
  alipayLinked: {
    'zh-CN': '已关联支付宝，可用支付宝扫码登录',
    'en-US': 'Alipay was linked and can be used to sign in',
  },
};

interface Told {
  brand: string;
  event: string;
  time: string;
  device: string;
  address: string;
  support: string;
}

/** No code and no link: what looks like them in a message that nobody asked for is somebody else's. */
const mailTexts: Record<Language, (told: Told) => Omit<Letter, 'brand'>> = {
  'zh-CN': ({ brand, event, time, device, address, support }) => ({
    subject: `${brand}账号提醒：${event}`,
    lines: [`您的${brand}账号${event}。`, `时间：${time}\n设备：${device || '未知'}\n网络：${address}`],
    after: [`如果是您本人操作，无需处理。如非本人操作，请立即修改密码，并联系客服：${support}`],
  }),
  'en-US': ({ brand, event, time, device, address, support }) => ({
    subject: `Your ${brand} account: ${event}`,
    lines: [
      `On your ${brand} account, ${event}.`,
      `Time: ${time}\nDevice: ${device || 'unknown'}\nNetwork: ${address}`,
    ],
    after: [`If this was you, there is nothing to do. If not, change your password at once and write to ${support}.`],
  }),
};

export const mailOf = (told: Told, language: Language) =>
  mailPage(language, { brand: told.brand, ...mailTexts[language](told) });

export const timeShown = (time: number, language: Language) =>
  `${new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Shanghai' }).format(time)} (UTC+8)`;
