import type { WecomApp } from '../../config/provider-access.ts';
import { seconds } from '@foyer/contract/time';
import type { Clock } from '../../platform/clock.ts';
import { notification } from '../http/notification.ts';
import { isWechatSigned, decryptMessage } from '../wechat/wechat-crypto.ts';
import { readMessage } from '../wechat/wechat-message.ts';

type Suite = Extract<WecomApp, { is: 'suite' }>;
export type WecomPush = { is: 'ticket'; ticket: string } | { is: 'other' } | { is: 'refused' };

/** Pushes of WeCom to a suite: the signature covers the encrypted message, which is for the suite or its corporation. */
export function createWecomPush({ suiteId, corpId, token, aesKey }: Suite, clock: Clock) {
  function decrypt(
    encrypted: string,
    { msg_signature: signature = '', timestamp = '', nonce = '' }: Record<string, string>,
  ) {
    const age = Math.abs(clock.now() - seconds(Number(timestamp)));
    if (!(age <= notification.maxClockDifference) || !isWechatSigned(signature, token, timestamp, nonce, encrypted))
      return undefined;
    return [suiteId, corpId]
      .map((id) => decryptMessage(encrypted, { aesKeys: [aesKey], id }))
      .find((text) => text !== undefined);
  }

  return {
    /** Unlike WeChat's, the echo is encrypted. */
    answerUrlCheck: (query: Record<string, string>) => decrypt(query['echostr'] ?? '', query),

    readPush(query: Record<string, string>, body: string): WecomPush {
      const encrypted = readMessage(body)?.get('Encrypt');
      const message = encrypted === undefined ? undefined : decrypt(encrypted, query);
      const fields = message === undefined ? undefined : readMessage(message);
      if (!fields) return { is: 'refused' };
      const ticket = fields.get('SuiteTicket');
      const isTicket = fields.get('InfoType') === 'suite_ticket' && fields.get('SuiteId') === suiteId;
      return isTicket && ticket ? { is: 'ticket', ticket } : { is: 'other' };
    },
  };
}
