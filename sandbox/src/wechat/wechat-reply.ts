import { wechatAccount } from './wechat-account.ts';
import { signature, decryptMessage } from './wechat-crypto.ts';

/** What the person sees in the chat with the account. */
export type Shown =
  | { is: 'nothing' }
  | {
      is: 'message';
      text: string;
      /** The first address in it that can be tapped. */
      link?: string;
    }
  /** The account did not answer as it must. */
  | { is: 'noService'; text: string };

/** Undefined for what WeChat takes for no answer. A message must be sealed as the pushes are, or plain as they are. */
export function readReply(body: string, openid: string): Shown | undefined {
  if (body === '' || body === 'success') return { is: 'nothing' };
  const sealed = elementIn(body, 'Encrypt');
  const message = sealed === undefined ? body : opened(body, sealed);
  if (message === undefined || elementIn(message, 'ToUserName') !== openid) return undefined;
  const text = elementIn(message, 'MsgType') === 'text' ? elementIn(message, 'Content') : undefined;
  if (text === undefined || elementIn(message, 'FromUserName') !== wechatAccount.originalId) return undefined;
  const link = /href="([^"]+)"/.exec(text)?.[1] ?? /https?:\/\/[^\s<>"]+/.exec(text)?.[0];
  return { is: 'message', text, ...(link && { link }) };
}

function opened(body: string, sealed: string) {
  const [timestamp, nonce] = [elementIn(body, 'TimeStamp'), elementIn(body, 'Nonce')];
  const expected = signature(wechatAccount.token, timestamp ?? '', nonce ?? '', sealed);
  if (elementIn(body, 'MsgSignature') !== expected) return undefined;
  try {
    const { message, id } = decryptMessage(sealed, wechatAccount.aesKey);
    return id === wechatAccount.appId ? message : undefined;
  } catch {
    return undefined;
  }
}

function elementIn(xml: string, name: string) {
  const inside = new RegExp(`<${name}>([^]*?)</${name}>`).exec(xml)?.[1];
  return inside?.replace(/^<!\[CDATA\[([^]*)\]\]>$/, '$1').replaceAll(']]]]><![CDATA[>', ']]>');
}
