import { randomInt } from 'node:crypto';
import { seconds } from '../../clock/clock.ts';
import type { CallService } from '../../service-client.ts';
import { wechatAccount } from './wechat-account.ts';
import { encryptMessage, signature } from './wechat-crypto.ts';
import { type ChatReply, parseReply } from './wechat-reply.ts';

export interface WechatEvent {
  openid: string;
  event: 'subscribe' | 'SCAN';
  key: string;
  ticket: string;
  /** In seconds. */
  at: number;
}

/** Deviations from the account's push settings, for tests. */
export interface PushOptions {
  mode?: 'safe' | 'plain';
  /** Signs with another token than the configured one. */
  token?: string;
}

interface PushTarget {
  callService: CallService;
  path: string;
  now(): number;
  timeout: number;
}

const maxAttempts = 3;

/** Pushes an event to the service, up to three times, and returns what the chat then shows. */
export async function pushEvent(event: WechatEvent, target: PushTarget, options: PushOptions = {}): Promise<ChatReply> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const response = await withTimeout(post(event, target, options), target.timeout);
    const reply = response?.status === 200 ? parseReply(response.body, event.openid) : undefined;
    if (reply) return reply;
  }
  return { is: 'noService', text: '该公众号暂时无法提供服务，请稍后再试' };
}

/** WeChat's check when the push URL is configured: true if the service there knows the token. */
export async function verifyPushUrl({ callService, path, now }: PushTarget, token = wechatAccount.token) {
  const { timestamp, nonce } = stampOf(now);
  const echostr = String(randomInt(2 ** 47));
  const query = new URLSearchParams({ signature: signature(token, timestamp, nonce), timestamp, nonce, echostr });
  const { status, body } = await callService(`${path}?${query.toString()}`, { method: 'GET' });
  return status === 200 && body === echostr;
}

function post(event: WechatEvent, { callService, path, now }: PushTarget, options: PushOptions) {
  const { mode = 'safe', token = wechatAccount.token } = options;
  const { timestamp, nonce } = stampOf(now);
  const encrypted =
    mode === 'safe' ? encryptMessage(xmlOf(event), wechatAccount.aesKey, wechatAccount.appId) : undefined;
  const query = new URLSearchParams({
    signature: signature(token, timestamp, nonce),
    timestamp,
    nonce,
    openid: event.openid,
    ...(encrypted && { encrypt_type: 'aes', msg_signature: signature(token, timestamp, nonce, encrypted) }),
  });
  const body = encrypted
    ? `<xml>\n    <ToUserName><![CDATA[${wechatAccount.originalId}]]></ToUserName>\n    <Encrypt><![CDATA[${encrypted}]]></Encrypt>\n</xml>\n`
    : xmlOf(event);
  return callService(`${path}?${query.toString()}`, { method: 'POST', headers: { 'content-type': 'text/xml' }, body });
}

const xmlOf = ({ openid, event, key, ticket, at }: WechatEvent) =>
  [
    `<xml><ToUserName><![CDATA[${wechatAccount.originalId}]]></ToUserName>`,
    `<FromUserName><![CDATA[${openid}]]></FromUserName>`,
    `<CreateTime>${at}</CreateTime>`,
    '<MsgType><![CDATA[event]]></MsgType>',
    `<Event><![CDATA[${event}]]></Event>`,
    `<EventKey><![CDATA[${key}]]></EventKey>`,
    `<Ticket><![CDATA[${ticket}]]></Ticket>`,
    '</xml>',
  ].join('\n');

const stampOf = (now: () => number) => ({
  timestamp: String(Math.floor(now() / seconds(1))),
  nonce: String(randomInt(2 ** 31)),
});

/** Undefined when the promise rejects or takes too long. */
async function withTimeout<T>(promise: Promise<T>, timeout: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), timeout)));
  try {
    return await Promise.race([promise, late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
