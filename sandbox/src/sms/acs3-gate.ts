import type { IncomingHttpHeaders } from 'node:http';
import { minutes } from '../clock/clock.ts';
import { acs3Signature } from './acs3.ts';
import { sha256 } from './digest.ts';
import { headerOf } from './sms-gateway.ts';

/** HTTP status, code and message. */
type Refusal = readonly [number, string, string];

const tolerance = minutes(15);
const authorization = /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/;

const refusals = {
  incomplete: [400, 'IncompleteSignature', 'The request signature does not conform to Aliyun standards.'],
  stranger: [404, 'InvalidAccessKeyId.NotFound', 'Specified access key is not found.'],
  expired: [400, 'InvalidTimeStamp.Expired', 'Specified time stamp or date value is expired.'],
  mismatch: [400, 'SignatureDoesNotMatch', 'Specified signature is not matched with our calculation.'],
  again: [400, 'SignatureNonceUsed', 'Specified signature nonce was used already.'],
} as const satisfies Record<string, Refusal>;

/** Tells why a request is not let in, or undefined for one that is. */
export function acs3Verifier(key: { accessKeyId: string; accessKeySecret: string }, now: () => number) {
  const nonces = new Map<string, number>();

  return (headers: IncomingHttpHeaders, query: URLSearchParams, body: Buffer): Refusal | undefined => {
    const [, id, names = '', signature] = authorization.exec(headerOf(headers, 'authorization') ?? '') ?? [];
    const nonce = headerOf(headers, 'x-acs-signature-nonce');
    if (!id || !nonce || !coversAll(headers, names.split(';'))) return refusals.incomplete;
    if (id !== key.accessKeyId) return refusals.stranger;
    if (!isNear(headerOf(headers, 'x-acs-date'), now())) return refusals.expired;

    const bodyHash = headerOf(headers, 'x-acs-content-sha256') ?? '';
    const signed = Object.fromEntries(names.split(';').map((name) => [name, headerOf(headers, name) ?? '']));
    const request = { method: 'POST', path: '/', query, headers: signed, bodyHash };
    if (acs3Signature(request, key.accessKeySecret) !== signature) return refusals.mismatch;
    if (bodyHash !== sha256(body)) return refusals.mismatch;

    for (const [old, at] of nonces) if (Math.abs(now() - at) > 2 * tolerance) nonces.delete(old);
    if (nonces.has(nonce)) return refusals.again;
    nonces.set(nonce, now());
    return undefined;
  };
}

/** An unsigned header that means something could be changed on the way. */
function coversAll(headers: IncomingHttpHeaders, names: string[]) {
  const meaning = Object.keys(headers).filter((name) => name.startsWith('x-acs-'));
  const needed = ['host', 'x-acs-action', 'x-acs-version', 'x-acs-date', 'x-acs-content-sha256', ...meaning];
  return needed.every((name) => names.includes(name));
}

function isNear(date: string | undefined, now: number) {
  if (!date || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(date)) return false;
  return Math.abs(Date.parse(date) - now) <= tolerance;
}
