import type { Language } from '../outbox.ts';

interface SmsTemplate {
  aliyunCode: string;
  tencentId: string;
  language: Language;
  /** With `{name}` for each parameter. */
  text: string;
  /** In the order in which a gateway that does not name them takes them. */
  parameters: readonly string[];
}

/** What the customer of a gateway has with it: keys, filed signatures, approved templates. */
export interface SmsAccount {
  aliyun: { accessKeyId: string; accessKeySecret: string };
  tencent: { secretId: string; secretKey: string; sdkAppId: string };
  signNames: readonly string[];
  templates: readonly SmsTemplate[];
}

/** The service's account here. The keys open nothing but this sandbox. */
export const smsAccount: SmsAccount = {
  aliyun: { accessKeyId: 'SandboxAliyunKeyId', accessKeySecret: 'sandbox-aliyun-key-secret' },
  tencent: { secretId: 'SandboxTencentSecretId', secretKey: 'sandbox-tencent-secret-key', sdkAppId: '1400000001' },
  signNames: ['云章', 'Yunzhang'],
  templates: [
    {
      aliyunCode: 'SMS_100000001',
      tencentId: '100001',
      language: 'zh-CN',
      text: '您的验证码为 {code}，5 分钟内有效，请勿告诉他人。',
      parameters: ['code'],
    },
    {
      aliyunCode: 'SMS_100000002',
      tencentId: '100002',
      language: 'en-US',
      text: 'Your verification code is {code}. It is valid for 5 minutes; do not share it with anyone.',
      parameters: ['code'],
    },
  ],
};

/** The message a phone shows, or undefined when a parameter is missing. */
export function smsText(signName: string, { text, parameters }: SmsTemplate, values: Record<string, unknown>) {
  if (!parameters.every((name) => typeof values[name] === 'string')) return undefined;
  return `【${signName}】${text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))}`;
}

/** A mainland number without its country prefix, or undefined when it is none. */
export const mainlandNumber = (number: string) => /^(?:\+86|0086|86)?(1[3-9]\d{9})$/.exec(number)?.[1];
