import type { Language } from '../pages/language.ts';

interface SmsTemplate {
  kind: 'code' | 'noAccount' | 'notice' | 'undo';
  /** What the code is for. Without one, the template is for all other codes. */
  purpose?: keyof typeof purposes;
  aliyunCode: string;
  tencentId: string;
  language: Language;
  /** Each parameter is written as `{name}`. */
  text: string;
  /** In the order of Tencent's parameters, which have no names. */
  parameters: readonly string[];
}

/** A customer's account at the gateways: keys, registered signatures, approved templates. */
export interface SmsAccount {
  aliyun: { accessKeyId: string; accessKeySecret: string };
  tencent: { secretId: string; secretKey: string; sdkAppId: string };
  signNames: readonly string[];
  templates: readonly SmsTemplate[];
}

/** Gateways allow no words in the variables of a code, so that each purpose that is named has a template of its own. */
const purposes = {
  RETRIEVE: ['重置密码', 'to reset the password'],
  LOGIN_DOUBLE_CHECK: ['进行二次验证', 'to complete a sign-in'],
  BIND_MOBILE: ['绑定手机号', 'to link this number'],
  PROVE_AGAIN: ['确认账号操作', 'to confirm a change to your account'],
  CHANGE_CONTACT: ['将此手机号添加到账号', 'to add this number to an account'],
  RECOVER_FACTOR: ['申请重置登录保护', 'to ask for two-step verification to be reset'],
} as const;

const templatesOfPurposes = (Object.keys(purposes) as (keyof typeof purposes)[]).flatMap(
  (purpose, i): SmsTemplate[] => {
    const [chinese, english] = purposes[purpose];
    const shared = { kind: 'code', purpose, parameters: ['code', 'minutes', 'host'] } as const;
    return [
      {
        ...shared,
        aliyunCode: `SMS_1000001${i}1`,
        tencentId: `1001${i}1`,
        language: 'zh-CN',
        text: `您正在${chinese}，验证码为 {code}，{minutes} 分钟内有效，请勿告知他人。\n\n@{host} #{code}`,
      },
      {
        ...shared,
        aliyunCode: `SMS_1000001${i}2`,
        tencentId: `1001${i}2`,
        language: 'en-US',
        text: `Your code ${english} is {code}, valid for {minutes} minutes. Don’t share it with anyone.\n\n@{host} #{code}`,
      },
    ];
  },
);

/** The service's account. The keys are valid in this sandbox only. */
export const smsAccount: SmsAccount = {
  aliyun: { accessKeyId: 'SandboxAliyunKeyId', accessKeySecret: 'sandbox-aliyun-key-secret' },
  tencent: { secretId: 'SandboxTencentSecretId', secretKey: 'sandbox-tencent-secret-key', sdkAppId: '1400000001' },
  signNames: ['云章', 'Yunzhang'],
  templates: [
    {
      kind: 'code',
      aliyunCode: 'SMS_100000001',
      tencentId: '100001',
      language: 'zh-CN',
      text: '您的验证码为 {code}，{minutes} 分钟内有效，请勿告知他人。\n\n@{host} #{code}',
      parameters: ['code', 'minutes', 'host'],
    },
    {
      kind: 'code',
      aliyunCode: 'SMS_100000002',
      tencentId: '100002',
      language: 'en-US',
      text: 'Your code is {code}, valid for {minutes} minutes. Don’t share it with anyone.\n\n@{host} #{code}',
      parameters: ['code', 'minutes', 'host'],
    },
    {
      kind: 'noAccount',
      aliyunCode: 'SMS_100000003',
      tencentId: '100003',
      language: 'zh-CN',
      text: '有人用该手机号找回账号，但它尚未注册。如需使用，请先注册；如非本人操作，请忽略。',
      parameters: [],
    },
    {
      kind: 'noAccount',
      aliyunCode: 'SMS_100000004',
      tencentId: '100004',
      language: 'en-US',
      text: 'This number has no account. If you were looking for one, please register. If not, ignore this message.',
      parameters: [],
    },
    {
      kind: 'notice',
      aliyunCode: 'SMS_100000005',
      tencentId: '100005',
      language: 'zh-CN',
      text: '您的账号{event}，时间 {time}。如非本人操作，请尽快修改密码或联系客服。',
      parameters: ['event', 'time'],
    },
    {
      kind: 'notice',
      aliyunCode: 'SMS_100000006',
      tencentId: '100006',
      language: 'en-US',
      text: 'Your account: {event}, {time}. If this was not you, change your password or contact support.',
      parameters: ['event', 'time'],
    },
    {
      kind: 'undo',
      aliyunCode: 'SMS_100000007',
      tencentId: '100007',
      language: 'zh-CN',
      text: '您的账号{event}，时间 {time}。如非本人操作，请在 72 小时内打开链接撤销：{link}',
      parameters: ['event', 'time', 'link'],
    },
    {
      kind: 'undo',
      aliyunCode: 'SMS_100000008',
      tencentId: '100008',
      language: 'en-US',
      text: 'Your account: {event}, {time}. If this was not you, undo it within 72 hours: {link}',
      parameters: ['event', 'time', 'link'],
    },
    ...templatesOfPurposes,
  ],
};

/** Undefined when a parameter is missing. */
export function smsText(signName: string, { text, parameters }: SmsTemplate, values: Record<string, unknown>) {
  if (!parameters.every((name) => typeof values[name] === 'string')) return undefined;
  return `【${signName}】${text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))}`;
}

/** Strips the country prefix. Undefined for a number that is not of mainland China. */
export const mainlandNumber = (number: string) => /^(?:\+86|0086|86)?(1[3-9]\d{9})$/.exec(number)?.[1];

/** The account with another approved signature, which comes first. */
export const withSignature = (name: string | undefined): SmsAccount =>
  name ? { ...smsAccount, signNames: [name, ...smsAccount.signNames] } : smsAccount;

/** The service's configuration for each gateway. */
export function smsAccess(base: string, { aliyun, tencent, signNames, templates } = smsAccount) {
  const shared = { signName: signNames[0] ?? '', appId: tencent.sdkAppId, region: 'ap-guangzhou' };
  const templatesBy = (idOf: (template: SmsTemplate) => string) =>
    templates.map((template) => ({
      kind: template.kind,
      ...(template.purpose && { purpose: template.purpose }),
      language: template.language,
      id: idOf(template),
      variables: [...template.parameters],
    }));
  return {
    aliyun: {
      ...shared,
      provider: 'aliyun' as const,
      baseUrl: `${base}/aliyun`,
      keyId: aliyun.accessKeyId,
      keySecret: aliyun.accessKeySecret,
      templates: templatesBy(({ aliyunCode }) => aliyunCode),
    },
    tencent: {
      ...shared,
      provider: 'tencent' as const,
      baseUrl: `${base}/tencent`,
      keyId: tencent.secretId,
      keySecret: tencent.secretKey,
      templates: templatesBy(({ tencentId }) => tencentId),
    },
  };
}
