import type { CallService } from '../service-client.ts';
import { seconds } from '../clock/clock.ts';
import { createFault } from '../fault/fault.ts';
import type { WechatPerson } from './wechat-account.ts';
import { createWechatQrCodes } from './wechat-qr-codes.ts';
import { createWechatFollowers } from './wechat-followers.ts';
import { verifyPushUrl, type PushOptions, pushEvent, type WechatEvent } from './wechat-push.ts';
import { createWechatOauthCodes } from './wechat-oauth-codes.ts';
import { createWechatTokens } from './wechat-tokens.ts';

interface Place {
  now(): number;
  publicUrl: string;
  apiBase: string;
  callService: CallService;
  known: readonly { person: WechatPerson; follows: boolean }[];
  patience?: number;
}

/** WeChat: its servers, and the app in everyone's hand. */
export function createWechat({ now, publicUrl, apiBase, callService, known, patience = seconds(5) }: Place) {
  const qrCodes = createWechatQrCodes(now, publicUrl);
  const followers = createWechatFollowers(known);
  const road = { callService, path: `${apiBase}/thirdparty/wechatOfficeFocus/push`, now, patience };

  /** What WeChat would tell the service if this person scanned this code; who does not follow the account does so now. */
  function scanEvent(
    told: string,
    person: WechatPerson,
  ): { is: 'event'; event: WechatEvent } | { is: 'expired' | 'unknown' } {
    const code = qrCodes.find(told);
    if (code.is !== 'valid') return code;
    const isNew = followers.follow(person);
    const how = isNew
      ? ({ event: 'subscribe', key: `qrscene_${code.scene}` } as const)
      : ({ event: 'SCAN', key: code.scene } as const);
    const at = Math.floor(now() / seconds(1));
    return { is: 'event', event: { ...how, openid: person.openid, ticket: code.ticket, at } };
  }

  return {
    tokens: createWechatTokens(now),
    qrCodes,
    followers,
    oauthCodes: createWechatOauthCodes(now),
    fault: createFault(),
    scanEvent,
    push: (event: WechatEvent, manner?: PushOptions) => pushEvent(event, road, manner),
    verifyPushUrl: (token?: string) => verifyPushUrl(road, token),

    /** Scans a code, by its address or ticket, and looks at the chat. */
    async scan(told: string, person: WechatPerson, manner?: PushOptions) {
      const found = scanEvent(told, person);
      return found.is === 'event' ? pushEvent(found.event, road, manner) : found;
    },
  };
}

export type Wechat = ReturnType<typeof createWechat>;
