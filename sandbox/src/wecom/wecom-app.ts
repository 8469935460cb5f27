import { randomBytes } from 'node:crypto';
import type { CallService } from '../service-client.ts';
import { minutes } from '../clock/clock.ts';
import { createFault } from '../fault/fault.ts';
import { encryptMessage, signature } from '../wechat/wechat-crypto.ts';
import { wecomAccount } from './wecom-account.ts';

interface Place {
  now(): number;
  apiBase: string;
  callService: CallService;
}

export type Wecom = ReturnType<typeof createWecom>;

/** WeCom: codes that name who scanned, once, and the push of tickets. */
export function createWecom({ now, apiBase, callService }: Place) {
  const codes = new Map<string, { person: string; until: number }>();
  const tokens = new Set<string>();
  let ticket = '';
  const random = (bytes = 24) => randomBytes(bytes).toString('base64url');

  return {
    fault: createFault(),

    issueCode(person: string): string {
      const code = random();
      codes.set(code, { person, until: now() + minutes(5) });
      return code;
    },
    /** Who scanned, or the number of what is wrong. */
    redeemCode(code: string): string | 40029 | 42003 {
      const kept = codes.get(code);
      codes.delete(code);
      if (!kept) return 40029;
      return now() < kept.until ? kept.person : 42003;
    },

    issueToken(): string {
      const token = random();
      tokens.add(token);
      return token;
    },
    isValidToken: (token: string) => tokens.has(token),
    /** As if WeCom had restarted: nobody's token is good any more. */
    revokeTokens: () => tokens.clear(),
    isCurrentTicket: (given: string) => ticket !== '' && given === ticket,

    /** Sends the suite another ticket, as it does every ten minutes. Gives back what the service said. */
    async pushTicket({ signedBy = wecomAccount.token, sealedFor = wecomAccount.suiteId } = {}) {
      ticket = random();
      const timestamp = String(Math.floor(now() / 1000));
      const message = [
        `<xml><SuiteId><![CDATA[${wecomAccount.suiteId}]]></SuiteId><InfoType><![CDATA[suite_ticket]]></InfoType>`,
        `<TimeStamp>${timestamp}</TimeStamp><SuiteTicket><![CDATA[${ticket}]]></SuiteTicket></xml>`,
      ].join('');
      const sealed = encryptMessage(message, wecomAccount.aesKey, sealedFor);
      const nonce = random(6);
      const query = new URLSearchParams({
        msg_signature: signature(signedBy, timestamp, nonce, sealed),
        timestamp,
        nonce,
      });
      return callService(`${apiBase}/login/oauth/push/WE_WORK_SCAN_LOGIN?${query.toString()}`, {
        method: 'POST',
        headers: { 'content-type': 'text/xml' },
        body: `<xml><ToUserName><![CDATA[${wecomAccount.suiteId}]]></ToUserName><Encrypt><![CDATA[${sealed}]]></Encrypt></xml>`,
      });
    },
  };
}
