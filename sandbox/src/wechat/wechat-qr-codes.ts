import { randomBytes } from 'node:crypto';
import { days, seconds } from '../clock/clock.ts';

interface Code {
  scene: string;
  ticket: string;
  until: number;
}

/** The QR codes with a scene that are about, and those that were lately. */
export function createWechatQrCodes(now: () => number, publicUrl: string) {
  const codes = new Map<string, Code>();

  return {
    create(scene: string, expireSeconds: number) {
      for (const [id, { until }] of codes) if (until + days(1) < now()) codes.delete(id);
      const id = `02${randomBytes(18).toString('base64url')}`;
      const url = `${publicUrl}/sandbox/wechat/q/${id}`;
      // The real one wraps the address too: it is no secret.
      const ticket = `gQ${Buffer.from(url).toString('base64')}`;
      codes.set(id, { scene, ticket, until: now() + seconds(expireSeconds) });
      return { ticket, expire_seconds: expireSeconds, url };
    },
    /** By its address, the end of it, or its ticket. */
    find(told: string): ({ is: 'valid' } & Code) | { is: 'expired' | 'unknown' } {
      const code = codes.get(told.split('/').at(-1) ?? '') ?? [...codes.values()].find(({ ticket }) => ticket === told);
      if (!code) return { is: 'unknown' };
      return now() < code.until ? { is: 'valid', ...code } : { is: 'expired' };
    },
  };
}

export type WechatQrCodes = ReturnType<typeof createWechatQrCodes>;
