import { isIPv4, isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

/** Client IPs that are kept in memory by the headers from which they were read. */
const clientIps = { kept: 20_000, maxKeyLength: 200 } as const;

interface ClientIp {
  /** The key for rate limits. */
  key: string;
  /** For the log and for people: recognisable, but not exact. */
  masked: string;
}

declare module 'fastify' {
  interface FastifyInstance {
    clientIps?: LRUCache<string, ClientIp>;
  }
  interface FastifyRequest {
    clientIp?: ClientIp;
  }
}

/** Finding the address behind proxies is slow, and a page polls again and again with the same headers. */
export function cacheClientIps(server: FastifyInstance) {
  server.decorate('clientIps', new LRUCache<string, ClientIp>({ max: clientIps.kept }));
}

export const clientIpOf = (request: FastifyRequest): ClientIp => (request.clientIp ??= findClientIp(request));

function findClientIp(request: FastifyRequest): ClientIp {
  // The client IP depends on these two values alone, so together they are the cache key.
  const cacheKey = `${request.socket.remoteAddress} ${String(request.headers['x-forwarded-for'])}`;
  const { clientIps: known } = request.server;
  const cached = known?.get(cacheKey);
  if (cached) return cached;
  const found = parseClientIp(request.ip);
  if (cacheKey.length <= clientIps.maxKeyLength) known?.set(cacheKey, found);
  return found;
}

/** Some proxies report a word such as `unknown`: all such requests are counted together. */
const noAddress: ClientIp = { key: 'unknown', masked: '*' };

/** Limits count per IPv4 address, or per IPv6 /64, which is what one subscriber has; the /24 or /48 is shown. */
export function parseClientIp(address: string): ClientIp {
  const ip = parseIp(address);
  if (!ip) return noAddress;
  const { kind, groups } = ip;
  const first = (count: number, separator: string) => groups.slice(0, count).join(separator);
  return kind === 4
    ? { key: groups.join('.'), masked: `${first(3, '.')}.*` }
    : { key: `${first(4, ':')}::/64`, masked: `${first(3, ':')}:*` };
}

/** An address with the port that some proxies append: `203.0.113.9:50123`, `[2001:db8::1]:443`. */
const withPort = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/;

/** Normalises an IP address: IPv4-mapped IPv6 becomes IPv4, and omitted groups are filled in. */
function parseIp(address: string): { kind: 4 | 6; groups: string[] } | undefined {
  const [, inBrackets, beforePort] = withPort.exec(address) ?? [];
  const [plain = ''] = (inBrackets ?? beforePort ?? address).split('%');
  if (isIPv4(plain)) return { kind: 4, groups: plain.split('.') };
  if (!isIPv6(plain)) return undefined;
  const [before = '', after] = plain.split('::');
  const head = groupsOf(before);
  const tail = after === undefined ? [] : groupsOf(after);
  const groups = [...head, ...Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0'), ...tail];
  const mapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff';
  return mapped ? { kind: 4, groups: groups.slice(6).flatMap(bytesOf) } : { kind: 6, groups };
}

function groupsOf(text: string): string[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16).toString(16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [((a << 8) | b).toString(16), ((c << 8) | d).toString(16)];
  });
}

const bytesOf = (group: string) => {
  const value = Number.parseInt(group, 16);
  return [String(value >> 8), String(value & 255)];
};
