import { seconds } from '../../clock/clock.ts';
import { createFault } from '../../fault/fault.ts';
import type { ServiceAccess } from '../../service-client.ts';
import type { WechatPerson } from './wechat-account.ts';
import { createWechatFollowers } from './wechat-followers.ts';
import { createWechatOauthCodes } from './wechat-oauth-codes.ts';
import { type PushOptions, pushEvent, verifyPushUrl, type WechatEvent } from './wechat-push.ts';
import { createWechatQrCodes } from './wechat-qr-codes.ts';
import { createWechatTokens } from './wechat-tokens.ts';

interface WechatOptions extends Pick<ServiceAccess, 'now' | 'publicUrl' | 'apiBase' | 'callService'> {
  people: readonly { person: WechatPerson; follows: boolean }[];
  /** How long WeChat waits for the response to a push. */
  pushTimeout?: number;
}

/** WeChat: its servers, and the app on every phone. */
export function createWechat({
  now,
  publicUrl,
  apiBase,
  callService,
  people,
  pushTimeout = seconds(5),
}: WechatOptions) {
  const qrCodes = createWechatQrCodes(now, publicUrl);
  const followers = createWechatFollowers(people);
  const target = { callService, path: `${apiBase}/thirdparty/wechatOfficeFocus/push`, now, timeout: pushTimeout };

  /** The event that WeChat pushes when this person scans this QR code. A scan makes the person a follower. */
  function scanEvent(
    urlOrTicket: string,
    person: WechatPerson,
  ): { is: 'event'; event: WechatEvent } | { is: 'expired' | 'unknown' } {
    const code = qrCodes.find(urlOrTicket);
    if (code.is !== 'valid') return code;
    const isNew = followers.follow(person);
    const details = isNew
      ? ({ event: 'subscribe', key: `qrscene_${code.scene}` } as const)
      : ({ event: 'SCAN', key: code.scene } as const);
    const at = Math.floor(now() / seconds(1));
    return { is: 'event', event: { ...details, openid: person.openid, ticket: code.ticket, at } };
  }

  return {
    tokens: createWechatTokens(now),
    qrCodes,
    followers,
    oauthCodes: createWechatOauthCodes(now),
    fault: createFault(),
    scanEvent,
    push: (event: WechatEvent, options?: PushOptions) => pushEvent(event, target, options),
    verifyPushUrl: (token?: string) => verifyPushUrl(target, token),

    /** Scans a QR code and returns the reply in the chat with the official account. */
    async scan(urlOrTicket: string, person: WechatPerson, options?: PushOptions) {
      const result = scanEvent(urlOrTicket, person);
      return result.is === 'event' ? pushEvent(result.event, target, options) : result;
    },
  };
}

export type Wechat = ReturnType<typeof createWechat>;
