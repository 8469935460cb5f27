import type { Config } from '../../config/config.ts';
import { type Clock } from '../../platform/clock.ts';
import type { Fetch } from '../../providers/http/upstreams.ts';
import type { Delivery } from '../../providers/messaging/delivery.ts';
import { gateways } from '../../providers/messaging/messenger.ts';
import { smtpMail } from '../../providers/messaging/smtp-mail.ts';
import { CommandError } from '../command.ts';

export async function sendMail({ messaging: { mail, timeout }, page }: Config, to: string) {
  if (mail.provider !== 'smtp') throw new CommandError('no mail server is set: give SMTP_URL');
  let answer = '';
  const mailer = smtpMail(mail, page.brand, timeout, (text) => (answer = text));
  const text = 'This is a test message of npx foyer doctor.';
  try {
    return outcomeOf(await mailer.send({ to, language: 'en-US', subject: text, text }), new URL(mail.url).host, answer);
  } finally {
    mailer.close();
  }
}

export async function sendSms({ messaging: { sms, timeout }, publicUrl }: Config, clock: Clock, to: string) {
  if (sms.provider === 'none' || sms.provider === 'sandbox')
    throw new CommandError('no gateway is set: give SMS_GATEWAY');
  let answer = '';
  const recorded: Fetch = async (...request) => {
    const response = await fetch(...request);
    answer = await response.clone().text();
    return response;
  };
  const values = { code: '000000', minutes: '5', host: new URL(publicUrl).hostname };
  const send = gateways[sms.provider](sms, clock, timeout, recorded);
  return outcomeOf(await send({ kind: 'code', to, language: 'zh-CN', values }), sms.provider, answer);
}

function outcomeOf(delivery: Delivery, gateway: string, answer: string): string {
  const says = answer.trim().replaceAll(/\s+/g, ' ');
  if (delivery.is === 'accepted') return `${gateway} has accepted the message and says: ${says}`;
  const why = 'why' in delivery ? ` (${delivery.why})` : '';
  throw new CommandError(`${gateway} has not accepted the message${why}${says && ` and says: ${says}`}`);
}
