import { languages } from '@foyer/contract/language';
import type { Config } from './config.ts';
import type { SmsAccess } from './provider-access.ts';
import type { Values } from './read-settings.ts';

const gateways = { aliyun: 'https://dysmsapi.aliyuncs.com', tencent: 'https://sms.tencentcloudapi.com' };

export function readMessagingConfig(
  values: Values,
  sandbox: boolean,
  production: boolean,
  problems: string[],
): Config['messaging'] {
  const fallback = sandbox ? ({ provider: 'sandbox' } as const) : ({ provider: 'none' } as const);
  if (production && !values.SMS_GATEWAY)
    problems.push('SMS_GATEWAY is not given: give aliyun or tencent, or none for a service without text messages');
  return {
    sms: !values.SMS_GATEWAY
      ? fallback
      : values.SMS_GATEWAY === 'none'
        ? { provider: 'none' }
        : smsAccess(values.SMS_GATEWAY),
    mail: values.SMTP_URL ? { provider: 'smtp', url: values.SMTP_URL, from: values.MAIL_FROM } : fallback,
    timeout: values.MESSAGE_TIMEOUT_MS,
  };

  function smsAccess(provider: SmsAccess['provider']): SmsAccess {
    const names = [
      'SMS_KEY_ID',
      'SMS_KEY_SECRET',
      'SMS_SIGN_NAME',
      ...(provider === 'tencent' ? (['SMS_APP_ID'] as const) : []),
    ] as const;
    const missing = names.filter((name) => !values[name]);
    if (missing.length > 0) problems.push(`SMS_GATEWAY is "${provider}": give ${missing.join(', ')} as well`);
    const has = (name: string) =>
      values.SMS_TEMPLATES.some(({ kind, purpose, language }) => !purpose && `${kind}.${language}` === name);
    const missingTemplates = ['code', 'noAccount']
      .flatMap((kind) => languages.map((language) => `${kind}.${language}`))
      .filter((name) => !has(name));
    if (missingTemplates.length > 0)
      problems.push(`SMS_TEMPLATES has no ${missingTemplates.join(', ')}: give the id of each`);
    return {
      provider,
      baseUrl: values.SMS_BASE_URL ?? gateways[provider],
      keyId: values.SMS_KEY_ID ?? '',
      keySecret: values.SMS_KEY_SECRET ?? '',
      signName: values.SMS_SIGN_NAME ?? '',
      appId: values.SMS_APP_ID ?? '',
      region: values.SMS_REGION,
      templates: values.SMS_TEMPLATES,
    };
  }
}
