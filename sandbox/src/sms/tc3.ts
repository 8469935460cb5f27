import { hmac, sha256 } from './digest.ts';

/** The parts of a request that Tencent Cloud's signature covers. */
export interface Tc3Request {
  service: string;
  /** Seconds since 1970. */
  timestamp: number;
  /** Lower-case names; only the signed ones. */
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

export function tc3Hash({ headers, body }: Tc3Request) {
  const names = Object.keys(headers).sort();
  const lines = names.map((name) => `${name}:${headers[name]?.trim().toLowerCase()}\n`).join('');
  return sha256(['POST', '/', '', lines, names.join(';'), sha256(body)].join('\n'));
}

/** The day in UTC, as the credential names it. */
export const tc3Date = (timestamp: number) => new Date(timestamp * 1000).toISOString().slice(0, 10);
