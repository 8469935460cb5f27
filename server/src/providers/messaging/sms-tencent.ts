import { createHash, createHmac } from 'node:crypto';
import { days, hours, minutes, seconds } from '@foyer/contract/time';
import type { SmsAccess } from '../../config/provider-access.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Delivery, SendSms } from './delivery.ts';
import { noAnswer } from '../provider-result.ts';
import { fieldOf, readJsonObject } from '../http/read-json.ts';
import { templateOf } from './sms-template.ts';

const contentType = 'application/json; charset=utf-8';

/** Tencent Cloud's `SendSms`: a JSON body, signed with TC3-HMAC-SHA256. It answers HTTP 200 whatever happened. */
export function tencentSms(access: SmsAccess, clock: Clock, within: number): SendSms {
  return async ({ kind, language, to, values }) => {
    const template = templateOf(access, kind, language, values);
    if (!template) return { is: 'failed', why: `no template ${kind}.${language}` };
    const body = JSON.stringify({
      PhoneNumberSet: [`+86${to}`],
      SmsSdkAppId: access.appId,
      SignName: access.signName,
      TemplateId: template.id,
      TemplateParamSet: template.given.map(([, value]) => value),
    });
    const timestamp = Math.floor(clock.now() / seconds(1));
    const host = new URL(access.baseUrl).host;
    const signed = {
      host,
      action: 'SendSms',
      service: 'sms',
      timestamp,
      body,
      keyId: access.keyId,
      keySecret: access.keySecret,
    };
    try {
      const response = await fetch(`${access.baseUrl}/`, {
        method: 'POST',
        headers: {
          ...tc3Headers(signed),
          'x-tc-version': '2021-01-11',
          'x-tc-region': access.region,
          'x-tc-timestamp': String(timestamp),
        },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(within),
      });
      const told = (await readJsonObject(response))['Response'];
      const error = fieldOf(fieldOf(told, 'Error'), 'Code');
      const statuses = fieldOf(told, 'SendStatusSet');
      const status = fieldOf(Array.isArray(statuses) ? statuses[0] : undefined, 'Code');
      const code = error ?? status;
      return typeof code === 'string' ? outcomeOf(code) : { is: 'noAnswer', why: `HTTP ${response.status}` };
    } catch (error) {
      return noAnswer(error);
    }
  };
}

const unreachable = new Set(['InvalidParameterValue.IncorrectPhoneNumber', 'FailedOperation.PhoneNumberInBlacklist']);
const waits: Record<string, number> = {
  'LimitExceeded.PhoneNumberThirtySecondLimit': seconds(30),
  'LimitExceeded.DeliveryFrequencyLimit': minutes(1),
  'LimitExceeded.PhoneNumberOneHourLimit': hours(1),
  'LimitExceeded.PhoneNumberDailyLimit': days(1),
  'LimitExceeded.PhoneNumberSameContentDailyLimit': days(1),
};

function outcomeOf(code: string): Delivery {
  if (code === 'Ok') return { is: 'accepted' };
  if (unreachable.has(code)) return { is: 'cannotReceive' };
  const wait = waits[code];
  return wait === undefined ? { is: 'failed', why: code } : { is: 'tooFrequent', retryAfter: wait / seconds(1) };
}

interface Signing {
  host: string;
  action: string;
  service: string;
  /** Seconds since 1970. */
  timestamp: number;
  body: string;
  keyId: string;
  keySecret: string;
}

export function tc3Headers({
  host,
  action,
  service,
  timestamp,
  body,
  keyId,
  keySecret,
}: Signing): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': contentType, host, 'x-tc-action': action };
  const names = Object.keys(headers).sort();
  const lines = names.map((name) => `${name}:${headers[name]?.toLowerCase()}\n`).join('');
  const request = ['POST', '/', '', lines, names.join(';'), sha256(body)].join('\n');
  const date = new Date(timestamp * 1000).toISOString().slice(0, 10);
  const scope = `${date}/${service}/tc3_request`;
  const key = [date, service, 'tc3_request'].reduce<string | Buffer>(hmac, `TC3${keySecret}`);
  const signature = hmac(key, `TC3-HMAC-SHA256\n${timestamp}\n${scope}\n${sha256(request)}`).toString('hex');
  const authorization = `TC3-HMAC-SHA256 Credential=${keyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
  // The host is signed as well, and sent by whoever opens the connection.
  const { host: _, ...sent } = headers;
  return { ...sent, authorization };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
