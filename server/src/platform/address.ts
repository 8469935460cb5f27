import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

interface Place {
  /** What limits count by. */
  key: string;
  shown: string;
}

const places = new WeakMap<FastifyRequest, Place>();

/** Where a request comes from. Worked out once: past a proxy it costs more than the answer to many a question. */
export function placeOf(request: FastifyRequest): Place {
  const known = places.get(request);
  if (known) return known;
  const address = request.ip;
  const place = { key: addressKey(address), shown: addressShown(address) };
  places.set(request, place);
  return place;
}

/** What limits count by: an IPv4 address, or the /64 that one IPv6 subscriber has to spend. */
export const addressKey = (address: string) => {
  const { kind, groups } = read(address);
  return kind === 4 ? groups.join('.') : `${groups.slice(0, 4).join(':')}::/64`;
};

/** Enough to recognise a place by, too little to find it: /24 or /48. */
export const addressShown = (address: string) => {
  const { kind, groups } = read(address);
  return kind === 4 ? `${groups.slice(0, 3).join('.')}.*` : `${groups.slice(0, 3).join(':')}:*`;
};

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
