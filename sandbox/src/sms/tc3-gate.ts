import type { IncomingHttpHeaders } from 'node:http';
import { minutes } from '../clock/clock.ts';
import { headerOf } from './sms-gateway.ts';
import { tc3Date, tc3Signature } from './tc3.ts';

/** Code and message. */
type Refusal = readonly [string, string];

const tolerance = minutes(5);
const authorization =
  /^TC3-HMAC-SHA256 Credential=([^/,]+)\/(\d{4}-\d\d-\d\d)\/(\w+)\/tc3_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

const refusals = {
  missing: ['MissingParameter', 'The request is missing the header `Authorization` or `X-TC-Timestamp`.'],
  malformed: ['AuthFailure.InvalidAuthorization', 'The header `Authorization` is not as it should be.'],
  stranger: ['AuthFailure.SecretIdNotFound', 'The SecretId is not found, please ensure that your SecretId is correct.'],
  expired: [
    'AuthFailure.SignatureExpire',
    'The provided credentials are expired: the timestamp is too far from server time.',
  ],
  mismatch: [
    'AuthFailure.SignatureFailure',
    'The provided credentials could not be validated. Please check your signature is correct.',
  ],
} as const satisfies Record<string, Refusal>;

/** Tells why a request is not let in, or undefined for one that is. */
export function tc3Verifier(key: { secretId: string; secretKey: string }, now: () => number) {
  return (headers: IncomingHttpHeaders, body: Buffer): Refusal | undefined => {
    const given = headerOf(headers, 'authorization');
    const time = headerOf(headers, 'x-tc-timestamp');
    if (!given || !time) return refusals.missing;
    const [, id, date, service, names, signature] = authorization.exec(given) ?? [];
    if (!names || !service || !/^\d{10}$/.test(time)) return refusals.malformed;
    if (id !== key.secretId) return refusals.stranger;

    const timestamp = Number(time);
    if (Math.abs(timestamp * 1000 - now()) > tolerance) return refusals.expired;
    const signed = names.split(';');
    if (date !== tc3Date(timestamp) || service !== 'sms') return refusals.mismatch;
    if (!signed.includes('host') || !signed.includes('content-type')) return refusals.mismatch;
    const covered = Object.fromEntries(signed.map((name) => [name, headerOf(headers, name) ?? '']));
    const ours = tc3Signature({ service, timestamp, headers: covered, body }, key.secretKey);
    return ours === signature ? undefined : refusals.mismatch;
  };
}
