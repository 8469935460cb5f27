import { randomInt } from 'node:crypto';
import type { CallService } from '../service-client.ts';
import { seconds } from '../clock/clock.ts';
import { wechatAccount } from './wechat-account.ts';
import { readReply, type Shown } from './wechat-reply.ts';
import { encryptMessage, signature } from './wechat-crypto.ts';

export interface WechatEvent {
  openid: string;
  event: 'subscribe' | 'SCAN';
  key: string;
  ticket: string;
  /** In seconds. */
  at: number;
}

/** How a push is made, where it is not the way that the account has set; for tests alone. */
export interface PushOptions {
  mode?: 'safe' | 'plain';
  /** Signed with another token than the one agreed on. */
  token?: string;
}

interface Road {
  callService: CallService;
  path: string;
  now(): number;
  /** How long an answer may take. */
  patience: number;
}

const tries = 3;

/** Tells the service of an event, up to three times, and what the chat then shows. */
export async function pushEvent(event: WechatEvent, road: Road, manner: PushOptions = {}): Promise<Shown> {
  for (let left = tries; left > 0; left--) {
    const answer = await inTime(post(event, road, manner), road.patience);
    const shown = answer?.status === 200 ? readReply(answer.body, event.openid) : undefined;
    if (shown) return shown;
  }
  return { is: 'noService', text: '该公众号暂时无法提供服务，请稍后再试' };
}

/** What the console does when the address is set: true if who answers there knows the token. */
export async function verifyPushUrl({ callService, path, now }: Road, token = wechatAccount.token) {
  const { timestamp, nonce } = stampOf(now);
  const echostr = String(randomInt(2 ** 47));
  const query = new URLSearchParams({ signature: signature(token, timestamp, nonce), timestamp, nonce, echostr });
  const { status, body } = await callService(`${path}?${query.toString()}`, { method: 'GET' });
  return status === 200 && body === echostr;
}

function post(event: WechatEvent, { callService, path, now }: Road, manner: PushOptions) {
  const { mode = 'safe', token = wechatAccount.token } = manner;
  const { timestamp, nonce } = stampOf(now);
  const sealed = mode === 'safe' ? encryptMessage(xmlOf(event), wechatAccount.aesKey, wechatAccount.appId) : undefined;
  const query = new URLSearchParams({
    signature: signature(token, timestamp, nonce),
    timestamp,
    nonce,
    openid: event.openid,
    ...(sealed && { encrypt_type: 'aes', msg_signature: signature(token, timestamp, nonce, sealed) }),
  });
  const body = sealed
    ? `<xml>\n    <ToUserName><![CDATA[${wechatAccount.originalId}]]></ToUserName>\n    <Encrypt><![CDATA[${sealed}]]></Encrypt>\n</xml>\n`
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

/** Undefined for an answer that came too late, or not at all. */
async function inTime<T>(answer: Promise<T>, patience: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), patience)));
  try {
    return await Promise.race([answer, late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
