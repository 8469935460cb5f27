import type { Config } from '../../config/config.ts';
import type { MailAccess, SmsAccess } from '../../config/provider-access.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { withCircuitBreaker } from '../http/circuit-breaker.ts';
import type { SendMail, SendSms } from './delivery.ts';
import { aliyunSms } from './sms-aliyun.ts';
import { tencentSms } from './sms-tencent.ts';
import { smtpMail } from './smtp-mail.ts';

/** Sends SMS and mail; undefined if not configured. */
export interface Messenger {
  sms: SendSms | undefined;
  mail: SendMail | undefined;
  /** Closes the connections to the mail server. */
  close(): void;
}

/** The messaging of the sandbox. */
export interface SandboxMessaging {
  sms: { aliyun: SmsAccess };
  mail: { url: string };
}

const gateways = { aliyun: aliyunSms, tencent: tencentSms };

export function createMessenger(
  { messaging, page }: Config,
  clock: Clock,
  log: Log,
  sandbox?: SandboxMessaging,
): Messenger {
  const logChange = (channel: string) => (open: boolean) =>
    log.warn({ event: open ? 'gatewayAway' : 'gatewayBack', channel });
  const sms =
    messaging.sms.provider === 'sandbox'
      ? sandbox?.sms.aliyun
      : messaging.sms.provider === 'none'
        ? undefined
        : messaging.sms;
  const mail: MailAccess | undefined =
    messaging.mail.provider === 'smtp'
      ? messaging.mail
      : messaging.mail.provider === 'sandbox' && sandbox
        ? { provider: 'smtp', url: sandbox.mail.url, from: 'no-reply@example.com' }
        : undefined;
  const mailer = mail && smtpMail(mail, page.brand, messaging.timeout);
  return {
    sms: sms && withCircuitBreaker(gateways[sms.provider](sms, clock, messaging.timeout), clock, logChange('sms')),
    mail: mailer && withCircuitBreaker(mailer.send, clock, logChange('mail')),
    close: () => mailer?.close(),
  };
}
