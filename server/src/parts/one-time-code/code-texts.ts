import type { Language } from '@foyer/contract/language';
import type { BizType } from '../../store/codes.ts';
import { type Letter, mailPage } from '../notices/mail-html.ts';

export interface Told {
  brand: string;
  /** Undefined when there is no account, and so nothing to prove. */
  code: string | undefined;
  minutes: number;
  purpose: string;
  device: string;
  address: string;
  support: string;
}

export const purposes: Record<BizType, Record<Language, string>> = {
  REGISTER: { 'zh-CN': '注册账号', 'en-US': 'register an account' },
  REGISTER_LOGIN: { 'zh-CN': '登录', 'en-US': 'sign in' },
  RETRIEVE: { 'zh-CN': '重置密码', 'en-US': 'reset the password' },
  FIND_ACCOUNT: { 'zh-CN': '找回账号', 'en-US': 'find an account' },
  LOGIN_DOUBLE_CHECK: { 'zh-CN': '登录安全验证', 'en-US': 'complete a sign-in' },
  MODIFY_IDCARD: { 'zh-CN': '更正证件号', 'en-US': 'correct the ID number on record' },
  SSO_BIND: { 'zh-CN': '绑定企业身份', 'en-US': 'bind a company identity' },
  BIND_MOBILE: { 'zh-CN': '绑定手机号', 'en-US': 'bind a mobile number' },
};

/** Who asked for what. The subject holds no code: a locked phone shows it to everybody. */
const words: Record<Language, (told: Told) => Omit<Letter, 'brand'>> = {
  'zh-CN': ({ brand, code, minutes, purpose, device, address, support }) =>
    code === undefined
      ? {
          subject: `${brand}：该邮箱尚未注册`,
          lines: [
            `有人用该邮箱在${brand}${purpose}，但它还没有账号。`,
            `如需使用，请先注册；或改用您注册时的手机号、邮箱。`,
          ],
          after: [`请求来自 ${from(device, address, '未知设备')}。如非本人操作，请忽略此邮件。`, `客服：${support}`],
        }
      : {
          subject: `${brand}验证码`,
          lines: [`您正在${brand}${purpose}，验证码为：`],
          code,
          after: [
            `${minutes} 分钟内有效，请勿告知他人，工作人员也不会向您索取。`,
            `请求来自 ${from(device, address, '未知设备')}。如非本人操作，请忽略此邮件。`,
            `客服：${support}`,
          ],
        },
  'en-US': ({ brand, code, minutes, purpose, device, address, support }) =>
    code === undefined
      ? {
          subject: `${brand}: no account with this address`,
          lines: [
            `Someone asked ${brand} to ${purpose} with this e-mail address, but it has no account.`,
            'Please register first, or use the mobile number or address that you registered with.',
          ],
          after: [
            `Asked from ${from(device, address, 'an unknown device')}. If this was not you, ignore this mail.`,
            `Support: ${support}`,
          ],
        }
      : {
          subject: `Your ${brand} verification code`,
          lines: [`You asked ${brand} to ${purpose}. Your code is:`],
          code,
          after: [
            `It is valid for ${minutes} minutes. Do not tell it to anyone; our staff will never ask for it.`,
            `Asked from ${from(device, address, 'an unknown device')}. If this was not you, ignore this mail.`,
            `Support: ${support}`,
          ],
        },
};

const from = (device: string, address: string, unknown: string) => `${device || unknown} (${address})`;

export const mailOf = (language: Language, told: Told) =>
  mailPage(language, { brand: told.brand, ...words[language](told) });
