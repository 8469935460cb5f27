import type { Config } from '../../config/config.ts';
import type { MailAccess, SmsAccess } from '../../config/provider-access.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Gateway, Metrics } from '../../platform/metrics.ts';
import { withCircuitBreaker } from '../http/circuit-breaker.ts';
import { type UpstreamResult, type Upstreams, withHeaders } from '../http/upstreams.ts';
import { type Delivery, type SendMail, type SendSms, messageResultOf } from './delivery.ts';
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

export const gateways = { aliyun: aliyunSms, tencent: tencentSms };

interface MessengerDependencies {
  config: Config;
  clock: Clock;
  log: Log;
  metrics: Pick<Metrics, 'message' | 'messagesWaiting'>;
  upstreams: Upstreams;
  sandbox: SandboxMessaging | undefined;
}

export function createMessenger({
  config: { messaging, page },
  clock,
  log,
  metrics,
  upstreams,
  sandbox,
}: MessengerDependencies): Messenger {
  /** Counts the messages whose outcome is not known yet. */
  const counted =
    <Message>(channel: 'mail' | 'sms', send: (message: Message) => Promise<Delivery>) =>
    async (message: Message) => {
      metrics.messagesWaiting(channel, 1);
      try {
        return await send(message);
      } finally {
        metrics.messagesWaiting(channel, -1);
      }
    };
  /** Counts every outcome, also of a message that was not handed over because the gateway did not respond before. */
  const withResult =
    <Message>(gateway: Gateway, send: (message: Message) => Promise<Delivery>) =>
    async (message: Message) => {
      const delivery = await send(message);
      metrics.message(gateway, messageResultOf(delivery));
      return delivery;
    };
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
    sms:
      sms &&
      withResult(
        sms.provider,
        withCircuitBreaker(
          counted('sms', (message) =>
            // A gateway responds with HTTP 200 also where it refuses a message: what it says decides.
            upstreams.call(
              'sms',
              (headers) => gateways[sms.provider](sms, clock, messaging.timeout, withHeaders(headers))(message),
              resultOf,
            ),
          ),
          clock,
          logChange('sms'),
        ),
      ),
    mail:
      mailer &&
      withResult(
        'smtp',
        withCircuitBreaker(
          counted('mail', (message) => upstreams.call('mail', () => mailer.send(message), resultOf)),
          clock,
          logChange('mail'),
        ),
      ),
    close: () => mailer?.close(),
  };
}

const results: Record<Delivery['is'], UpstreamResult> = {
  accepted: 'ok',
  cannotReceive: 'refused',
  tooFrequent: 'refused',
  failed: 'failed',
  noResponse: 'noResponse',
};
const resultOf = ({ is }: Delivery) => results[is];
