import { createHmac } from 'node:crypto';
import { days, hours, minutes, seconds } from '@foyer/contract/time';
import type { SmsAccess } from '../../config/provider-access.ts';
import type { Clock } from '../../platform/clock.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import { type Delivery, type FailureKind, type SendSms, smsTemplate } from './delivery.ts';
import { noResponse } from '../provider-result.ts';
import { fieldOf, readJsonObject } from '../http/read-json.ts';
import type { Fetch } from '../http/upstreams.ts';

const contentType = 'application/json; charset=utf-8';

/** Tencent Cloud's `SendSms`: a JSON body, signed with TC3-HMAC-SHA256. It responds with HTTP 200 in every case. */
export function tencentSms(access: SmsAccess, clock: Clock, timeout: number, request: Fetch = fetch): SendSms {
  return async (sms) => {
    const { kind, language, to } = sms;
    const template = smsTemplate(access, sms);
    if (!template) return { is: 'failed', kind: 'template', why: `no template ${kind}.${language}` };
    const body = JSON.stringify({
      PhoneNumberSet: [`+86${to}`],
      SmsSdkAppId: access.appId,
      SignName: access.signName,
      TemplateId: template.id,
      TemplateParamSet: template.values.map(([, value]) => value),
    });
    const timestamp = Math.floor(clock.now() / seconds(1));
    const host = new URL(access.baseUrl).host;
    const signedRequest = {
      host,
      action: 'SendSms',
      service: 'sms',
      timestamp,
      body,
      keyId: access.keyId,
      keySecret: access.keySecret,
    };
    try {
      const response = await request(`${access.baseUrl}/`, {
        method: 'POST',
        headers: {
          ...tc3Headers(signedRequest),
          'x-tc-version': '2021-01-11',
          'x-tc-region': access.region,
          'x-tc-timestamp': String(timestamp),
        },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      });
      const result = (await readJsonObject(response))['Response'];
      const error = fieldOf(fieldOf(result, 'Error'), 'Code');
      const statuses = fieldOf(result, 'SendStatusSet');
      const status = fieldOf(Array.isArray(statuses) ? statuses[0] : undefined, 'Code');
      const code = error ?? status;
      return typeof code === 'string' ? deliveryOf(code) : { is: 'noResponse', why: `HTTP ${response.status}` };
    } catch (error) {
      return noResponse(error);
    }
  };
}

const unreachableCodes = new Set([
  'InvalidParameterValue.IncorrectPhoneNumber',
  'FailedOperation.PhoneNumberInBlacklist',
]);
const retryAfter: Record<string, number> = {
  'LimitExceeded.PhoneNumberThirtySecondLimit': seconds(30),
  'LimitExceeded.DeliveryFrequencyLimit': minutes(1),
  'LimitExceeded.PhoneNumberOneHourLimit': hours(1),
  'LimitExceeded.PhoneNumberDailyLimit': days(1),
  'LimitExceeded.PhoneNumberSameContentDailyLimit': days(1),
};

const failureKinds: Record<string, FailureKind> = {
  'FailedOperation.InsufficientBalanceInSmsPackage': 'balance',
  'FailedOperation.TemplateIncorrectOrUnapproved': 'template',
  'FailedOperation.SignatureIncorrectOrUnapproved': 'signature',
};

/** `LimitExceeded` of the account, and `RequestLimitExceeded`. */
const failureKindOf = (code: string): FailureKind =>
  failureKinds[code] ?? (/^(Request)?LimitExceeded/.test(code) ? 'throttling' : 'other');

function deliveryOf(code: string): Delivery {
  if (code === 'Ok') return { is: 'accepted' };
  if (unreachableCodes.has(code)) return { is: 'cannotReceive' };
  const wait = retryAfter[code];
  return wait === undefined
    ? { is: 'failed', kind: failureKindOf(code), why: code }
    : { is: 'tooFrequent', retryAfter: wait / seconds(1) };
}

interface SignedRequest {
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
}: SignedRequest): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': contentType, host, 'x-tc-action': action };
  const names = Object.keys(headers).sort();
  const lines = names.map((name) => `${name}:${headers[name]?.toLowerCase()}\n`).join('');
  const request = ['POST', '/', '', lines, names.join(';'), sha256Hex(body)].join('\n');
  const date = new Date(timestamp * 1000).toISOString().slice(0, 10);
  const scope = `${date}/${service}/tc3_request`;
  const key = [date, service, 'tc3_request'].reduce<string | Buffer>(hmac, `TC3${keySecret}`);
  const signature = hmac(key, `TC3-HMAC-SHA256\n${timestamp}\n${scope}\n${sha256Hex(request)}`).toString('hex');
  const authorization = `TC3-HMAC-SHA256 Credential=${keyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
  // The host is signed too, but fetch sends it itself.
  const { host: _, ...signedHeaders } = headers;
  return { ...signedHeaders, authorization };
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
