import { randomBytes } from 'node:crypto';
import { minutes } from '../clock/clock.ts';
import { createFault } from '../fault/fault.ts';
import type { ServiceAccess } from '../service-client.ts';
import { encryptMessage, signature } from '../apps/wechat/wechat-crypto.ts';
import { wecomAccount } from './wecom-account.ts';

export type Wecom = ReturnType<typeof createWecom>;

/** WeCom's servers: one-time codes for the person who scanned, access tokens, and the push of suite tickets. */
export function createWecom({ now, apiBase, callService }: Pick<ServiceAccess, 'now' | 'apiBase' | 'callService'>) {
  const codes = new Map<string, { personId: string; expiresAt: number }>();
  const tokens = new Set<string>();
  let currentTicket = '';
  const randomToken = (bytes = 24) => randomBytes(bytes).toString('base64url');

  return {
    fault: createFault(),

    issueCode(personId: string): string {
      const code = randomToken();
      codes.set(code, { personId, expiresAt: now() + minutes(5) });
      return code;
    },
    /** Returns the person's id, or WeCom's error code. */
    redeemCode(code: string): string | 40029 | 42003 {
      const grant = codes.get(code);
      codes.delete(code);
      if (!grant) return 40029;
      return now() < grant.expiresAt ? grant.personId : 42003;
    },

    issueToken(): string {
      const token = randomToken();
      tokens.add(token);
      return token;
    },
    isValidToken: (token: string) => tokens.has(token),
    revokeTokens: () => tokens.clear(),
    isCurrentTicket: (ticket: string) => ticket !== '' && ticket === currentTicket,

    /** Pushes a new suite ticket, as WeCom does every ten minutes, and returns the service's response. */
    async pushTicket({ token = wecomAccount.token, receiverId = wecomAccount.suiteId } = {}) {
      currentTicket = randomToken();
      const timestamp = String(Math.floor(now() / 1000));
      const message = [
        `<xml><SuiteId><![CDATA[${wecomAccount.suiteId}]]></SuiteId><InfoType><![CDATA[suite_ticket]]></InfoType>`,
        `<TimeStamp>${timestamp}</TimeStamp><SuiteTicket><![CDATA[${currentTicket}]]></SuiteTicket></xml>`,
      ].join('');
      const encrypted = encryptMessage(message, wecomAccount.aesKey, receiverId);
      const nonce = randomToken(6);
      const query = new URLSearchParams({
        msg_signature: signature(token, timestamp, nonce, encrypted),
        timestamp,
        nonce,
      });
      return callService(`${apiBase}/login/oauth/push/WE_WORK_SCAN_LOGIN?${query.toString()}`, {
        method: 'POST',
        headers: { 'content-type': 'text/xml' },
        body: `<xml><ToUserName><![CDATA[${wecomAccount.suiteId}]]></ToUserName><Encrypt><![CDATA[${encrypted}]]></Encrypt></xml>`,
      });
    },
  };
}
