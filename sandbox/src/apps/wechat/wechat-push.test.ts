import { describe, expect, test } from 'vitest';
import type { CallService } from '../../service-client.ts';
import { wechatAccount } from './wechat-account.ts';
import { createWechat } from './wechat-app.ts';
import { encryptMessage, signature, decryptMessage } from './wechat-crypto.ts';

const mei = { openid: 'oOpen-mei', unionid: 'oUnion-mei' };
const start = Date.UTC(2026, 10, 15, 8);

/** WeChat, with a stub service that records its calls. */
function open(respond: CallService, pushTimeout = 60_000) {
  let now = start;
  const calls: { path: string; body: string }[] = [];
  const wechat = createWechat({
    now: () => now,
    publicUrl: 'https://sign.example.com',
    apiBase: '/api',
    callService: (path, request) => {
      calls.push({ path, body: request.body ?? '' });
      return respond(path, request);
    },
    people: [{ person: { openid: 'oOpen-bound', unionid: 'oUnion-bound' }, follows: true }],
    pushTimeout,
  });
  const { url, ticket } = wechat.qrCodes.create('a-scene', 300);
  return { wechat, calls, url, ticket, move: (ms: number) => void (now += ms) };
}

const respondWith =
  (body: string, status = 200): CallService =>
  async () => ({ status, body });
const text = (to = mei.openid, from = wechatAccount.originalId) =>
  `<xml><ToUserName><![CDATA[${to}]]></ToUserName><FromUserName><![CDATA[${from}]]></FromUserName><CreateTime>1</CreateTime><MsgType><![CDATA[text]]></MsgType><Content><![CDATA[你好 https://sign.example.com/x]]></Content></xml>`;

function encrypted(message: string, token = wechatAccount.token, receiverId = wechatAccount.appId) {
  const content = encryptMessage(message, wechatAccount.aesKey, receiverId);
  return `<xml><Encrypt><![CDATA[${content}]]></Encrypt><MsgSignature><![CDATA[${signature(token, '1', '2', content)}]]></MsgSignature><TimeStamp>1</TimeStamp><Nonce><![CDATA[2]]></Nonce></xml>`;
}

describe('a scan', () => {
  test('is pushed encrypted and signed, as subscribe for a new follower and as SCAN for others', async () => {
    const { wechat, calls, url, ticket } = open(respondWith('success'));
    await wechat.scan(url, mei);
    await wechat.scan(ticket, mei);
    await wechat.scan(url, { openid: 'oOpen-bound', unionid: 'oUnion-bound' });
    const events = calls.map(({ path, body }) => {
      const { pathname, searchParams } = new URL(path, 'https://x');
      expect(pathname).toBe('/api/thirdparty/wechatOfficeFocus/push');
      const [timestamp = '', nonce = ''] = ['timestamp', 'nonce'].map((name) => searchParams.get(name) ?? '');
      const content = /<Encrypt><!\[CDATA\[(.*)\]\]>/.exec(body)?.[1] ?? '';
      expect(searchParams.get('msg_signature')).toBe(signature(wechatAccount.token, timestamp, nonce, content));
      expect(Number(timestamp)).toBe(start / 1000);
      const { message, receiverId } = decryptMessage(content, wechatAccount.aesKey);
      expect(receiverId).toBe(wechatAccount.appId);
      return /<Event>.*\[(\w+)\]\].*\n<EventKey>.*\[([\w-]+)\]\]/.exec(message)?.slice(1, 3);
    });
    expect(events).toEqual([
      ['subscribe', 'qrscene_a-scene'],
      ['SCAN', 'a-scene'],
      ['SCAN', 'a-scene'],
    ]);
  });

  test('is not pushed for an expired or unknown QR code', async () => {
    const { wechat, calls, url, move } = open(respondWith('success'));
    expect(await wechat.scan(`${url}x`, mei)).toEqual({ is: 'unknown' });
    move(300_000);
    expect(await wechat.scan(url, mei)).toEqual({ is: 'expired' });
    expect(calls).toEqual([]);
  });
});

describe('the chat', () => {
  test.each([
    ['shows nothing after success', 'success', { is: 'nothing' }],
    ['shows nothing after an empty response', '', { is: 'nothing' }],
    [
      'shows an encrypted message and its link',
      encrypted(text()),
      { is: 'message', text: '你好 https://sign.example.com/x', link: 'https://sign.example.com/x' },
    ],
  ])('%s', async (_title, body, reply) => {
    const { wechat, calls, url } = open(respondWith(body));
    expect(await wechat.scan(url, mei)).toEqual(reply);
    expect(calls).toHaveLength(1);
  });

  test.each([
    ['another body', 'ok'],
    ['a message to another person', encrypted(text('oOpen-other'))],
    ['a message from another account', encrypted(text(mei.openid, 'gh_other'))],
    ['a wrong signature', encrypted(text(), 'another token')],
    ['a message encrypted for another app', encrypted(text(), wechatAccount.token, 'wx1')],
    ['an invalid ciphertext', encrypted(text()).replace(/CDATA\[[^\]]{40}/, 'CDATA[')],
  ])('shows that the account is unavailable after three responses with %s', async (_title, body) => {
    const { wechat, calls, url } = open(respondWith(body));
    expect(await wechat.scan(url, mei)).toEqual({ is: 'noService', text: '该公众号暂时无法提供服务，请稍后再试' });
    expect(calls).toHaveLength(3);
  });

  test('shows the reply to the second attempt when the first failed or timed out', async () => {
    for (const failure of [
      respondWith('', 500),
      async () => Promise.reject(new Error('unavailable')),
      () => new Promise<never>(() => {}),
    ] satisfies CallService[]) {
      let attempts = 0;
      const { wechat, calls, url } = open(
        (...call) => (attempts++ === 0 ? failure : respondWith('success'))(...call),
        20,
      );
      expect(await wechat.scan(url, mei)).toEqual({ is: 'nothing' });
      expect(calls).toHaveLength(2);
    }
  });
});
