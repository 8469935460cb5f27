import { createHash } from 'node:crypto';
import { seconds } from '@foyer/contract/time';
import type { Random } from '../../platform/random.ts';
import type { Clock } from '../../platform/clock.ts';
import { notification } from '../../platform/service-limits.ts';
import { fieldOf } from '../http/read-json.ts';
import { isWechatSigned, openMessage, sealMessage, wechatSignature } from './wechat-crypto.ts';
import { readMessage, writeMessage } from './wechat-message.ts';

interface Account {
  appId: string;
  token: string;
  aesKeys: string[];
}

export type WechatPush =
  | {
      is: 'scan';
      openid: string;
      scene: string;
      /** The same whenever WeChat tells of this scan again. */
      once: string;
      /** The answer that shows a text in the chat. */
      reply(text: string): string;
    }
  /** From WeChat, and nothing to us. */
  | { is: 'other' }
  | { is: 'refused' };

/** What WeChat says to us by itself. With a key only what is sealed counts, whatever else stands beside it. */
export function createWechatPush({ appId, token, aesKeys }: Account, clock: Clock, chance: Random) {
  const seal = { aesKeys, id: appId };
  const isSealed = aesKeys.length > 0;
  const isNewOrSame = createNonces(clock);

  function isGenuine(query: unknown, signature: string, said: string, sealed?: string) {
    const [timestamp, nonce] = [textIn(query, 'timestamp'), textIn(query, 'nonce')];
    return (
      isWechatSigned(signature, token, timestamp, nonce, ...(sealed === undefined ? [] : [sealed])) &&
      Math.abs(clock.now() - seconds(Number(timestamp))) <= notification.maxClockDifference &&
      isNewOrSame(`${timestamp} ${nonce}`, said)
    );
  }

  function textMessage(to: string, from: string, text: string) {
    const timestamp = Math.floor(clock.now() / seconds(1));
    const plain = { ToUserName: to, FromUserName: from, CreateTime: timestamp, MsgType: 'text', Content: text };
    if (!isSealed) return writeMessage(plain);
    const Encrypt = sealMessage(writeMessage(plain), seal, chance.token(12));
    const Nonce = chance.digits(10);
    const MsgSignature = wechatSignature(token, `${timestamp}`, Nonce, Encrypt);
    return writeMessage({ Encrypt, MsgSignature, TimeStamp: timestamp, Nonce });
  }

  return {
    /** What the console wants to hear when the address is set; undefined for anybody else. It is never sealed. */
    answerUrlCheck(query: unknown): string | undefined {
      const echo = textIn(query, 'echostr');
      return isGenuine(query, textIn(query, 'signature'), echo) ? echo : undefined;
    },

    readPush(query: unknown, body: string): WechatPush {
      const outer = readMessage(body);
      const sealed = outer?.get('Encrypt');
      if (isSealed && sealed === undefined) return { is: 'refused' };
      const signature = textIn(query, isSealed ? 'msg_signature' : 'signature');
      if (!isGenuine(query, signature, body, isSealed ? sealed : undefined)) return { is: 'refused' };
      const opened = isSealed ? openMessage(sealed ?? '', seal) : body;
      if (opened === undefined) return { is: 'refused' };

      const message = readMessage(opened);
      const [openid, account] = [message?.get('FromUserName'), message?.get('ToUserName')];
      const scene = message && sceneOf(message);
      if (!scene || !openid || account === undefined) return { is: 'other' };
      const once = [openid, message.get('CreateTime'), scene].join(' ');
      return { is: 'scan', openid, scene, once, reply: (text) => textMessage(openid, account, text) };
    },
  };
}

/** Who follows the account only now brings the scene under a prefix; who followed it otherwise brings none. */
function sceneOf(message: ReadonlyMap<string, string>): string | undefined {
  const key = message.get('EventKey');
  if (message.get('MsgType')?.toLowerCase() !== 'event') return undefined;
  const event = message.get('Event')?.toLowerCase();
  if (event === 'scan') return key;
  return event === 'subscribe' ? /^qrscene_(.+)$/.exec(key ?? '')?.[1] : undefined;
}

/** Without a seal the signature does not cover the message, so each one is good for the message it first came with. */
function createNonces(clock: Clock) {
  const seen = new Map<string, { said: string; until: number }>();
  return (nonce: string, text: string) => {
    const now = clock.now();
    for (const [old, { until }] of seen) if (until <= now) seen.delete(old);
    const said = createHash('sha256').update(text).digest('base64');
    const before = seen.get(nonce);
    // The time of the push may lie as far ahead of ours as behind it.
    if (!before) seen.set(nonce, { said, until: now + 2 * notification.maxClockDifference });
    return !before || before.said === said;
  };
}

function textIn(query: unknown, name: string): string {
  const value = fieldOf(query, name);
  return typeof value === 'string' ? value : '';
}
