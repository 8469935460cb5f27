import type { WecomApp } from '../../config/provider-access.ts';
import { seconds } from '@foyer/contract/time';
import type { Clock } from '../../platform/clock.ts';
import { notification } from '../../platform/service-limits.ts';
import { isWechatSigned, openMessage } from '../wechat/wechat-crypto.ts';
import { readMessage } from '../wechat/wechat-message.ts';

type Suite = Extract<WecomApp, { is: 'suite' }>;
export type WecomPush = { is: 'ticket'; ticket: string } | { is: 'other' } | { is: 'refused' };

/** What WeCom pushes to a suite: signed over the sealed message, sealed for the suite or the corporation that owns it. */
export function createWecomPush({ suiteId, corpId, token, aesKey }: Suite, clock: Clock) {
  function open(sealed: string, { msg_signature: signature = '', timestamp = '', nonce = '' }: Record<string, string>) {
    const age = Math.abs(clock.now() - seconds(Number(timestamp)));
    if (!(age <= notification.maxClockDifference) || !isWechatSigned(signature, token, timestamp, nonce, sealed))
      return undefined;
    return [suiteId, corpId]
      .map((id) => openMessage(sealed, { aesKeys: [aesKey], id }))
      .find((text) => text !== undefined);
  }

  return {
    /** Unlike WeChat's, the echo is sealed as well. */
    answerUrlCheck: (query: Record<string, string>) => open(query['echostr'] ?? '', query),

    readPush(query: Record<string, string>, body: string): WecomPush {
      const sealed = readMessage(body)?.get('Encrypt');
      const message = sealed === undefined ? undefined : open(sealed, query);
      const fields = message === undefined ? undefined : readMessage(message);
      if (!fields) return { is: 'refused' };
      const ticket = fields.get('SuiteTicket');
      const isTicket = fields.get('InfoType') === 'suite_ticket' && fields.get('SuiteId') === suiteId;
      return isTicket && ticket ? { is: 'ticket', ticket } : { is: 'other' };
    },
  };
}
