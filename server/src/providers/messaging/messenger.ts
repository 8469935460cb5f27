import type { Config } from '../../config/config.ts';
import type { MailAccess, SmsAccess } from '../../config/provider-access.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { withCircuitBreaker } from '../http/circuit-breaker.ts';
import type { SendMail, SendSms } from './delivery.ts';
import { aliyunSms } from './sms-aliyun.ts';
import { tencentSms } from './sms-tencent.ts';
import { smtpMail } from './smtp-mail.ts';

/** How people are written to; without one of them nobody is reached that way. */
export interface Messenger {
  sms: SendSms | undefined;
  mail: SendMail | undefined;
  /** Hangs up. */
  close(): void;
}

/** Where messages go instead, where there is a sandbox. */
export interface SandboxMessaging {
  sms: { aliyun: SmsAccess };
  mail: { url: string };
}

const gateways = { aliyun: aliyunSms, tencent: tencentSms };

export function createMessenger(
  { messaging, page }: Config,
  clock: Clock,
  log: Log,
  outside?: SandboxMessaging,
): Messenger {
  const tell = (channel: string) => (open: boolean) =>
    log.warn({ event: open ? 'gatewayAway' : 'gatewayBack', channel });
  const sms =
    messaging.sms.provider === 'sandbox'
      ? outside?.sms.aliyun
      : messaging.sms.provider === 'none'
        ? undefined
        : messaging.sms;
  const mail: MailAccess | undefined =
    messaging.mail.provider === 'smtp'
      ? messaging.mail
      : messaging.mail.provider === 'sandbox' && outside
        ? { provider: 'smtp', url: outside.mail.url, from: 'no-reply@example.com' }
        : undefined;
  const letters = mail && smtpMail(mail, page.brand, messaging.timeout);
  return {
    sms: sms && withCircuitBreaker(gateways[sms.provider](sms, clock, messaging.timeout), clock, tell('sms')),
    mail: letters && withCircuitBreaker(letters.send, clock, tell('mail')),
    close: () => letters?.close(),
  };
}
