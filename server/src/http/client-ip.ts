import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

interface ClientIp {
  /** What limits count by. */
  key: string;
  /** Enough to recognise a place by, too little to find it. */
  masked: string;
}

const places = new WeakMap<FastifyRequest, ClientIp>();

/** Where a request comes from. Worked out once: past a proxy it costs more than the answer to many a question. */
export function clientIpOf(request: FastifyRequest): ClientIp {
  const known = places.get(request);
  if (known) return known;
  const place = parseClientIp(request.ip);
  places.set(request, place);
  return place;
}

/** An IPv4 address counts as a whole, of IPv6 the /64 that one subscriber has to spend; /24 or /48 is shown. */
export function parseClientIp(address: string): ClientIp {
  const { kind, groups } = read(address);
  const first = (count: number, between: string) => groups.slice(0, count).join(between);
  return kind === 4
    ? { key: groups.join('.'), masked: `${first(3, '.')}.*` }
    : { key: `${first(4, ':')}::/64`, masked: `${first(3, ':')}:*` };
}

/** One spelling for each address: IPv4 inside IPv6 is IPv4, and no group is left out. */
function read(address: string): { kind: 4 | 6; groups: string[] } {
  const plain = address.split('%')[0] ?? '';
  if (!isIPv6(plain)) return { kind: 4, groups: plain.split('.') };
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
