import type { IncomingHttpHeaders } from 'node:http';
import { minutes } from '../clock/clock.ts';
import { headerOf, hmac, sha256 } from './sms-gateway.ts';

/** The parts of a request that Tencent Cloud's TC3 signature covers. */
export interface Tc3Request {
  service: string;
  /** In seconds. */
  timestamp: number;
  /** The signed ones only, with names in lower case. */
  headers: Record<string, string>;
  body: string | Buffer;
}

export function tc3Signature(request: Tc3Request, secretKey: string) {
  const { service, timestamp } = request;
  const date = tc3Date(timestamp);
  const text = `TC3-HMAC-SHA256\n${timestamp}\n${date}/${service}/tc3_request\n${tc3Hash(request)}`;
  const key = [date, service, 'tc3_request'].reduce<string | Buffer>(hmac, `TC3${secretKey}`);
  return hmac(key, text).toString('hex');
}

function tc3Hash({ headers, body }: Tc3Request) {
  const names = Object.keys(headers).sort();
  const lines = names.map((name) => `${name}:${headers[name]?.trim().toLowerCase()}\n`).join('');
  return sha256(['POST', '/', '', lines, names.join(';'), sha256(body)].join('\n'));
}

/** The UTC date in the credential scope. */
export const tc3Date = (timestamp: number) => new Date(timestamp * 1000).toISOString().slice(0, 10);

/** Code and message. */
type Refusal = readonly [string, string];

const tolerance = minutes(5);
const authorizationPattern =
  /^TC3-HMAC-SHA256 Credential=([^/,]+)\/(\d{4}-\d\d-\d\d)\/(\w+)\/tc3_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

const refusals = {
  missing: ['MissingParameter', 'The request is missing the header `Authorization` or `X-TC-Timestamp`.'],
  malformed: ['AuthFailure.InvalidAuthorization', 'The header `Authorization` is malformed.'],
  unknownKey: [
    'AuthFailure.SecretIdNotFound',
    'The SecretId is not found, please ensure that your SecretId is correct.',
  ],
  expired: [
    'AuthFailure.SignatureExpire',
    'The provided credentials are expired: the timestamp is too far from server time.',
  ],
  mismatch: [
    'AuthFailure.SignatureFailure',
    'The provided credentials could not be validated. Please check your signature is correct.',
  ],
} as const satisfies Record<string, Refusal>;

/** Returns a function that verifies a request's signature: undefined when it is valid, otherwise the refusal. */
export function tc3Verifier(key: { secretId: string; secretKey: string }, now: () => number) {
  return (headers: IncomingHttpHeaders, body: Buffer): Refusal | undefined => {
    const authorization = headerOf(headers, 'authorization');
    const time = headerOf(headers, 'x-tc-timestamp');
    if (!authorization || !time) return refusals.missing;
    const [, id, date, service, names, signature] = authorizationPattern.exec(authorization) ?? [];
    if (!names || !service || !/^\d{10}$/.test(time)) return refusals.malformed;
    if (id !== key.secretId) return refusals.unknownKey;

    const timestamp = Number(time);
    if (Math.abs(timestamp * 1000 - now()) > tolerance) return refusals.expired;
    const signedNames = names.split(';');
    if (date !== tc3Date(timestamp) || service !== 'sms') return refusals.mismatch;
    if (!signedNames.includes('host') || !signedNames.includes('content-type')) return refusals.mismatch;
    const signed = Object.fromEntries(signedNames.map((name) => [name, headerOf(headers, name) ?? '']));
    const expected = tc3Signature({ service, timestamp, headers: signed, body }, key.secretKey);
    return signature === expected ? undefined : refusals.mismatch;
  };
}
