import type { Language } from '@foyer/contract/language';
import type { BizType } from '../store/codes.ts';

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
const words: Record<Language, (told: Told) => { subject: string; lines: string[]; code?: string; after: string[] }> = {
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

/** The same words as text and as a page; nothing is loaded, nothing can be clicked. */
export function mailOf(language: Language, told: Told): { subject: string; text: string; html: string } {
  const { subject, lines, code, after } = words[language](told);
  const paragraph = (line: string, style = '') => `<p style="margin:0 0 12px;${style}">${escape(line)}</p>`;
  const html = [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escape(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;background:#f5f6f8;color:#1f2329;font:15px/1.6 system-ui,sans-serif">',
    '<div style="max-width:480px;margin:auto;padding:24px;background:#fff;border-radius:8px">',
    paragraph(told.brand, 'font-weight:600;font-size:17px'),
    ...lines.map((line) => paragraph(line)),
    ...(code ? [paragraph(code, 'font:600 30px/1.4 ui-monospace,monospace;letter-spacing:6px')] : []),
    ...after.map((line) => paragraph(line, 'color:#646a73;font-size:13px')),
    '</div></body></html>',
  ].join('\n');
  return { subject, text: [...lines, ...(code ? [code] : []), ...after].join('\n\n'), html };
}

const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
