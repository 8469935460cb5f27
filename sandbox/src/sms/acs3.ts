import { hmac, sha256 } from './digest.ts';

/** The parts of a request that Aliyun's signature covers. */
export interface Acs3Request {
  method: string;
  path: string;
  query: Iterable<[string, string]>;
  /** Lower-case names. */
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

/** RFC 3986: what `encodeURIComponent` leaves alone is more than the unreserved characters. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
