import { seconds } from '@foyer/contract/time';
import type { Random } from '../../platform/random.ts';
import type { Clock } from '../../platform/clock.ts';
import { notification } from '../http/notification.ts';
import { sha256 } from '../../platform/sha256.ts';
import { fieldOf } from '../http/read-json.ts';
import { isWechatSigned, decryptMessage, encryptMessage, wechatSignature } from './wechat-crypto.ts';
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
      /** Equal for every repetition of this push by WeChat. */
      deduplicationKey: string;
      /** The response body that shows a text in the chat. */
      reply(text: string): string;
    }
  /** From WeChat, but not a scan. */
  | { is: 'other' }
  | { is: 'refused' };

/** Reads the pushes of WeChat. With a key, only the encrypted message counts; plain fields beside it are ignored. */
export function createWechatPush({ appId, token, aesKeys }: Account, clock: Clock, random: Random) {
  const keys = { aesKeys, id: appId };
  const isEncrypted = aesKeys.length > 0;
  const isNewOrRepeated = createNonceCheck(clock);

  function isGenuine(query: unknown, signature: string, content: string, encrypted?: string) {
    const [timestamp, nonce] = [textIn(query, 'timestamp'), textIn(query, 'nonce')];
    return (
      isWechatSigned(signature, token, timestamp, nonce, ...(encrypted === undefined ? [] : [encrypted])) &&
      Math.abs(clock.now() - seconds(Number(timestamp))) <= notification.maxClockDifference &&
      isNewOrRepeated(`${timestamp} ${nonce}`, content)
    );
  }

  function textMessage(to: string, from: string, text: string) {
    const timestamp = Math.floor(clock.now() / seconds(1));
    const plain = { ToUserName: to, FromUserName: from, CreateTime: timestamp, MsgType: 'text', Content: text };
    if (!isEncrypted) return writeMessage(plain);
    const Encrypt = encryptMessage(writeMessage(plain), keys, random.token(12));
    const Nonce = random.digits(10);
    const MsgSignature = wechatSignature(token, `${timestamp}`, Nonce, Encrypt);
    return writeMessage({ Encrypt, MsgSignature, TimeStamp: timestamp, Nonce });
  }

  return {
    /** The response to WeChat's check of the push URL, which is never encrypted; undefined if the signature is invalid. */
    answerUrlCheck(query: unknown): string | undefined {
      const echo = textIn(query, 'echostr');
      return isGenuine(query, textIn(query, 'signature'), echo) ? echo : undefined;
    },

    readPush(query: unknown, body: string): WechatPush {
      const outer = readMessage(body);
      const encrypted = outer?.get('Encrypt');
      if (isEncrypted && encrypted === undefined) return { is: 'refused' };
      const signature = textIn(query, isEncrypted ? 'msg_signature' : 'signature');
      if (!isGenuine(query, signature, body, isEncrypted ? encrypted : undefined)) return { is: 'refused' };
      const text = isEncrypted ? decryptMessage(encrypted ?? '', keys) : body;
      if (text === undefined) return { is: 'refused' };

      const message = readMessage(text);
      const [openid, account] = [message?.get('FromUserName'), message?.get('ToUserName')];
      const scene = message && sceneOf(message);
      if (!scene || !openid || account === undefined) return { is: 'other' };
      const deduplicationKey = [openid, message.get('CreateTime'), scene].join(' ');
      return {
        is: 'scan',
        openid,
        scene,
        deduplicationKey,
        reply: (replyText) => textMessage(openid, account, replyText),
      };
    },
  };
}

/** For a new follower the scene has a prefix; a follow without a scan has no scene. */
function sceneOf(message: ReadonlyMap<string, string>): string | undefined {
  const key = message.get('EventKey');
  if (message.get('MsgType')?.toLowerCase() !== 'event') return undefined;
  const event = message.get('Event')?.toLowerCase();
  if (event === 'scan') return key;
  return event === 'subscribe' ? /^qrscene_(.+)$/.exec(key ?? '')?.[1] : undefined;
}

/**
 * In plain mode the signature does not cover the message, so each nonce is valid only for the message it first came with.
 * This process alone remembers it, also for messages that are not scans and for the check of the URL, which are not worth a
 * write to the database. For scans, the route checks the same in the database, for all processes.
 */
function createNonceCheck(clock: Clock) {
  const seen = new Map<string, { hash: string; until: number }>();
  return (nonce: string, text: string) => {
    const now = clock.now();
    for (const [old, { until }] of seen) if (until <= now) seen.delete(old);
    const hash = sha256(text);
    const before = seen.get(nonce);
    // The timestamp of the push may be that much ahead of our clock or behind it.
    if (!before) seen.set(nonce, { hash, until: now + 2 * notification.maxClockDifference });
    return !before || before.hash === hash;
  };
}

function textIn(query: unknown, name: string): string {
  const value = fieldOf(query, name);
  return typeof value === 'string' ? value : '';
}
