import { randomBytes } from 'node:crypto';
import { days, seconds } from '../../clock/clock.ts';

interface QrCode {
  scene: string;
  ticket: string;
  expiresAt: number;
}

/** The temporary QR codes of the official account. Expired ones are kept for a day to be recognised. */
export function createWechatQrCodes(now: () => number, publicUrl: string) {
  const codes = new Map<string, QrCode>();

  return {
    create(scene: string, expireSeconds: number) {
      for (const [id, { expiresAt }] of codes) if (expiresAt + days(1) < now()) codes.delete(id);
      const id = `02${randomBytes(18).toString('base64url')}`;
      const url = `${publicUrl}/sandbox/wechat/q/${id}`;
      // WeChat's real tickets contain the URL too.
      const ticket = `gQ${Buffer.from(url).toString('base64')}`;
      codes.set(id, { scene, ticket, expiresAt: now() + seconds(expireSeconds) });
      return { ticket, expire_seconds: expireSeconds, url };
    },
    /** Finds a code by its URL, the last segment of the URL, or its ticket. */
    find(urlOrTicket: string): ({ is: 'valid' } & QrCode) | { is: 'expired' | 'unknown' } {
      const code =
        codes.get(urlOrTicket.split('/').at(-1) ?? '') ??
        [...codes.values()].find(({ ticket }) => ticket === urlOrTicket);
      if (!code) return { is: 'unknown' };
      return now() < code.expiresAt ? { is: 'valid', ...code } : { is: 'expired' };
    },
  };
}
