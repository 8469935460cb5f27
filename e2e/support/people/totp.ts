import { createHmac } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { code as codeLimits, totp } from '@foyer/contract/limits';

interface Shown {
  id: string;
  totp?: { code: string };
}

/** The code that the authenticator app of one of the sandbox's people shows now. */
export async function totpOf(request: APIRequestContext, person: string): Promise<string> {
  const { people }: { people: Shown[] } = await (await request.get('/sandbox/people')).json();
  const code = people.find(({ id }) => id === person)?.totp?.code;
  if (!code) throw new Error(`${person} has no authenticator app`);
  return code;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that an app shows at this time for a key that was typed in, as RFC 6238 defines it. */
export function totpFromKey(key: string, now: number): string {
  const bits = [...key.replace(/\s/g, '')]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / totp.period)));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest.at(-1)! & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** codeLimits.length).padStart(codeLimits.length, '0');
}
