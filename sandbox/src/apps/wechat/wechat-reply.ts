import { wechatAccount } from './wechat-account.ts';
import { decryptMessage, signature } from './wechat-crypto.ts';

/** What the person sees in the chat with the official account. */
export type ChatReply =
  | { is: 'nothing' }
  | {
      is: 'message';
      text: string;
      /** The first link in the text. */
      link?: string;
    }
  /** The service did not give a valid response. */
  | { is: 'noService'; text: string };

/** Parses the service's response to a push. Undefined when WeChat would treat it as no response. */
export function parseReply(body: string, openid: string): ChatReply | undefined {
  if (body === '' || body === 'success') return { is: 'nothing' };
  const encrypted = elementIn(body, 'Encrypt');
  const message = encrypted === undefined ? body : decrypt(body, encrypted);
  if (message === undefined || elementIn(message, 'ToUserName') !== openid) return undefined;
  const text = elementIn(message, 'MsgType') === 'text' ? elementIn(message, 'Content') : undefined;
  if (text === undefined || elementIn(message, 'FromUserName') !== wechatAccount.originalId) return undefined;
  const link = /href="([^"]+)"/.exec(text)?.[1] ?? /https?:\/\/[^\s<>"]+/.exec(text)?.[0];
  return { is: 'message', text, ...(link && { link }) };
}

function decrypt(body: string, encrypted: string) {
  const [timestamp, nonce] = [elementIn(body, 'TimeStamp'), elementIn(body, 'Nonce')];
  const expected = signature(wechatAccount.token, timestamp ?? '', nonce ?? '', encrypted);
  if (elementIn(body, 'MsgSignature') !== expected) return undefined;
  try {
    const { message, receiverId } = decryptMessage(encrypted, wechatAccount.aesKey);
    return receiverId === wechatAccount.appId ? message : undefined;
  } catch {
    return undefined;
  }
}

function elementIn(xml: string, name: string) {
  const content = new RegExp(`<${name}>([^]*?)</${name}>`).exec(xml)?.[1];
  return content?.replace(/^<!\[CDATA\[([^]*)\]\]>$/, '$1').replaceAll(']]]]><![CDATA[>', ']]>');
}
