import { createHash } from 'node:crypto';
import { type Client, createClient } from '../client.ts';
import type { Installation } from './installation.ts';

export type Browser = Client & { ip: string };

export const loginParams = { endpoint: 'PC', env: { fingerprint: 'attack' } } as const;
export const password = 'Foyer-2026';
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

let browserCount = 0;
/** Every browser has an IP address of its own, each in a network of its own. */
const nextIp = () => {
  browserCount += 1;
  return `10.${(browserCount >> 8) & 255}.${browserCount & 255}.${((browserCount >> 16) & 127) + 1}`;
};

type Place = Pick<Installation, 'origins' | 'publicUrl'>;

export function createBrowser({ origins, publicUrl }: Place, { ip = nextIp() } = {}): Browser {
  return { ip, ...createClient({ origin: origins[0]!, publicUrl, headers: { 'x-forwarded-for': ip } }) };
}
