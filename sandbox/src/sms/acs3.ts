import type { IncomingHttpHeaders } from 'node:http';
import { minutes } from '../clock/clock.ts';
import { headerOf, hmac, sha256 } from './sms-gateway.ts';

/** The parts of a request that Aliyun's ACS3 signature covers. */
export interface Acs3Request {
  method: string;
  path: string;
  query: Iterable<[string, string]>;
  /** Names in lower case. */
  headers: Record<string, string>;
  bodyHash: string;
}

export function acs3Signature(request: Acs3Request, secret: string) {
  return hmac(secret, `ACS3-HMAC-SHA256\n${acs3Hash(request)}`).toString('hex');
}

export function acs3Hash({ method, path, query, headers, bodyHash }: Acs3Request) {
  const names = Object.keys(headers).sort();
  const lines = names.map((name) => `${name}:${headers[name]?.trim()}\n`).join('');
  return sha256([method, path, canonicalQuery(query), lines, names.join(';'), bodyHash].join('\n'));
}

function canonicalQuery(query: Iterable<[string, string]>) {
  const pairs = [...query].map(([name, value]) => [encode(name), encode(value)] as const);
  pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return pairs.map((pair) => pair.join('=')).join('&');
}

/** Percent-encodes as RFC 3986 requires: `encodeURIComponent` leaves more characters than the unreserved ones. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** HTTP status, code and message. */
type Refusal = readonly [number, string, string];

const tolerance = minutes(15);
const authorization = /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/;

const refusals = {
  incomplete: [400, 'IncompleteSignature', 'The request signature does not conform to Aliyun standards.'],
  unknownKey: [404, 'InvalidAccessKeyId.NotFound', 'Specified access key is not found.'],
  expired: [400, 'InvalidTimeStamp.Expired', 'Specified time stamp or date value is expired.'],
  mismatch: [400, 'SignatureDoesNotMatch', 'Specified signature is not matched with our calculation.'],
  usedNonce: [400, 'SignatureNonceUsed', 'Specified signature nonce was used already.'],
} as const satisfies Record<string, Refusal>;

/** Returns a function that verifies a request's signature: undefined when it is valid, otherwise the refusal. */
export function acs3Verifier(key: { accessKeyId: string; accessKeySecret: string }, now: () => number) {
  const nonces = new Map<string, number>();

  return (headers: IncomingHttpHeaders, query: URLSearchParams, body: Buffer): Refusal | undefined => {
    const [, id, names = '', signature] = authorization.exec(headerOf(headers, 'authorization') ?? '') ?? [];
    const nonce = headerOf(headers, 'x-acs-signature-nonce');
    if (!id || !nonce || !coversAll(headers, names.split(';'))) return refusals.incomplete;
    if (id !== key.accessKeyId) return refusals.unknownKey;
    if (!isNear(headerOf(headers, 'x-acs-date'), now())) return refusals.expired;

    const bodyHash = headerOf(headers, 'x-acs-content-sha256') ?? '';
    const signed = Object.fromEntries(names.split(';').map((name) => [name, headerOf(headers, name) ?? '']));
    const request = { method: 'POST', path: '/', query, headers: signed, bodyHash };
    if (acs3Signature(request, key.accessKeySecret) !== signature) return refusals.mismatch;
    if (bodyHash !== sha256(body)) return refusals.mismatch;

    for (const [old, at] of nonces) if (Math.abs(now() - at) > 2 * tolerance) nonces.delete(old);
    if (nonces.has(nonce)) return refusals.usedNonce;
    nonces.set(nonce, now());
    return undefined;
  };
}

/** Every header that Aliyun interprets must be signed: an unsigned one could be changed in transit. */
function coversAll(headers: IncomingHttpHeaders, names: string[]) {
  const interpreted = Object.keys(headers).filter((name) => name.startsWith('x-acs-'));
  const required = ['host', 'x-acs-action', 'x-acs-version', 'x-acs-date', 'x-acs-content-sha256', ...interpreted];
  return required.every((name) => names.includes(name));
}

function isNear(date: string | undefined, now: number) {
  if (!date || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(date)) return false;
  return Math.abs(Date.parse(date) - now) <= tolerance;
}
