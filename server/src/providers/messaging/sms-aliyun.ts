import { createHmac, randomUUID } from 'node:crypto';
import { days, hours, minutes, seconds } from '@foyer/contract/time';
import type { SmsAccess } from '../../config/provider-access.ts';
import type { Clock } from '../../platform/clock.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import { type Delivery, type FailureKind, type SendSms, smsTemplate } from './delivery.ts';
import { noResponse } from '../provider-result.ts';
import type { Fetch } from '../http/upstreams.ts';
import { readJsonObject } from '../http/read-json.ts';

const version = '2017-05-25';

/** Aliyun's `SendSms`: all parameters in the query, signed with ACS3-HMAC-SHA256. */
export function aliyunSms(access: SmsAccess, clock: Clock, timeout: number, request: Fetch = fetch): SendSms {
  return async (sms) => {
    const { kind, language, to } = sms;
    const template = smsTemplate(access, sms);
    if (!template) return { is: 'failed', kind: 'template', why: `no template ${kind}.${language}` };
    const query = {
      PhoneNumbers: to,
      SignName: access.signName,
      TemplateCode: template.id,
      TemplateParam: JSON.stringify(Object.fromEntries(template.values)),
    };
    const headers = acs3Headers({
      host: new URL(access.baseUrl).host,
      action: 'SendSms',
      version,
      date: `${new Date(clock.now()).toISOString().slice(0, 19)}Z`,
      nonce: randomUUID(),
      query,
      keyId: access.keyId,
      keySecret: access.keySecret,
    });
    try {
      const response = await request(`${access.baseUrl}/?${canonicalQuery(query)}`, {
        method: 'POST',
        headers,
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      });
      const { Code: code, Message: message } = await readJsonObject(response);
      return typeof code === 'string'
        ? deliveryOf(code, String(message))
        : { is: 'noResponse', why: `HTTP ${response.status}` };
    } catch (error) {
      return noResponse(error);
    }
  };
}

const unreachableCodes = new Set([
  'isv.MOBILE_NUMBER_ILLEGAL',
  'isv.MOBILE_COUNT_OVER_LIMIT',
  'isv.BLACK_KEY_CONTROL_LIMIT',
  'isv.DOMESTIC_NUMBER_NOT_SUPPORTED',
]);

const failureKinds: Record<string, FailureKind> = {
  'isv.AMOUNT_NOT_ENOUGH': 'balance',
  // Suspended, because the balance is used up.
  'isv.OUT_OF_SERVICE': 'balance',
  'isv.SMS_TEMPLATE_ILLEGAL': 'template',
  'isv.TEMPLATE_MISSING_PARAMETERS': 'template',
  'isv.INVALID_JSON_PARAM': 'template',
  'isv.SMS_SIGNATURE_ILLEGAL': 'signature',
  'isv.SIGN_STATE_ILLEGAL': 'signature',
  'isv.DAY_LIMIT_CONTROL': 'throttling',
  'isv.MONTH_LIMIT_CONTROL': 'throttling',
};

const failureKindOf = (code: string): FailureKind =>
  failureKinds[code] ?? (code.startsWith('Throttling') ? 'throttling' : 'other');

function deliveryOf(code: string, message: string): Delivery {
  if (code === 'OK') return { is: 'accepted' };
  if (unreachableCodes.has(code)) return { is: 'cannotReceive' };
  if (code !== 'isv.BUSINESS_LIMIT_CONTROL') return { is: 'failed', kind: failureKindOf(code), why: code };
  // Only the message says which limit was reached: per minute, hour or day.
  const wait = message.includes('天级') ? days(1) : message.includes('小时级') ? hours(1) : minutes(1);
  return { is: 'tooFrequent', retryAfter: wait / seconds(1) };
}

interface SignedRequest {
  host: string;
  action: string;
  version: string;
  date: string;
  nonce: string;
  query: Record<string, string>;
  keyId: string;
  keySecret: string;
}

export function acs3Headers({
  host,
  action,
  version: apiVersion,
  date,
  nonce,
  query,
  keyId,
  keySecret,
}: SignedRequest): Record<string, string> {
  const bodyHash = sha256Hex('');
  const headers: Record<string, string> = {
    host,
    'x-acs-action': action,
    'x-acs-content-sha256': bodyHash,
    'x-acs-date': date,
    'x-acs-signature-nonce': nonce,
    'x-acs-version': apiVersion,
  };
  const names = Object.keys(headers).sort();
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('');
  const request = ['POST', '/', canonicalQuery(query), lines, names.join(';'), bodyHash].join('\n');
  const signature = createHmac('sha256', keySecret)
    .update(`ACS3-HMAC-SHA256\n${sha256Hex(request)}`)
    .digest('hex');
  const authorization = `ACS3-HMAC-SHA256 Credential=${keyId},SignedHeaders=${names.join(';')},Signature=${signature}`;
  // The host is signed too, but fetch sends it itself.
  const { host: _, ...signedHeaders } = headers;
  return { ...signedHeaders, authorization };
}

const canonicalQuery = (query: Record<string, string>) =>
  Object.keys(query)
    .sort()
    .map((name) => `${encode(name)}=${encode(query[name] ?? '')}`)
    .join('&');

/** RFC 3986 also escapes characters that `encodeURIComponent` leaves as they are. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
