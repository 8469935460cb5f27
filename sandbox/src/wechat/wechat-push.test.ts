import { describe, expect, test } from 'vitest';
import type { CallService } from '../service-client.ts';
import { wechatAccount } from './wechat-account.ts';
import { createWechat } from './wechat-app.ts';
import { encryptMessage, signature, decryptMessage } from './wechat-crypto.ts';

const mei = { openid: 'oOpen-mei', unionid: 'oUnion-mei' };
const start = Date.UTC(2026, 10, 15, 8);

/** WeChat, with a service that answers as it is told to. */
function open(answer: CallService, patience = 60_000) {
  let now = start;
  const asked: { path: string; body: string }[] = [];
  const wechat = createWechat({
    now: () => now,
    publicUrl: 'https://sign.example.com',
    apiBase: '/api',
    callService: (path, request) => {
      asked.push({ path, body: request.body ?? '' });
      return answer(path, request);
    },
    known: [{ person: { openid: 'oOpen-bound', unionid: 'oUnion-bound' }, follows: true }],
    patience,
  });
  const { url, ticket } = wechat.qrCodes.create('a-scene', 300);
  return { wechat, asked, url, ticket, move: (ms: number) => void (now += ms) };
}

const says =
  (body: string, status = 200): CallService =>
  async () => ({ status, body });
const text = (to = mei.openid, from = wechatAccount.originalId) =>
  `<xml><ToUserName><![CDATA[${to}]]></ToUserName><FromUserName><![CDATA[${from}]]></FromUserName><CreateTime>1</CreateTime><MsgType><![CDATA[text]]></MsgType><Content><![CDATA[你好 https://sign.example.com/x]]></Content></xml>`;

function sealed(message: string, token = wechatAccount.token, id = wechatAccount.appId) {
  const box = encryptMessage(message, wechatAccount.aesKey, id);
  return `<xml><Encrypt><![CDATA[${box}]]></Encrypt><MsgSignature><![CDATA[${signature(token, '1', '2', box)}]]></MsgSignature><TimeStamp>1</TimeStamp><Nonce><![CDATA[2]]></Nonce></xml>`;
}

describe('a scan is pushed', () => {
  test('sealed and signed: a first follow with a prefix, a follower’s scan without', async () => {
    const { wechat, asked, url, ticket } = open(says('success'));
    await wechat.scan(url, mei);
    await wechat.scan(ticket, mei);
    await wechat.scan(url, { openid: 'oOpen-bound', unionid: 'oUnion-bound' });
    const events = asked.map(({ path, body }) => {
      const { pathname, searchParams } = new URL(path, 'https://x');
      expect(pathname).toBe('/api/thirdparty/wechatOfficeFocus/push');
      const [timestamp = '', nonce = ''] = ['timestamp', 'nonce'].map((name) => searchParams.get(name) ?? '');
      const box = /<Encrypt><!\[CDATA\[(.*)\]\]>/.exec(body)?.[1] ?? '';
      expect(searchParams.get('msg_signature')).toBe(signature(wechatAccount.token, timestamp, nonce, box));
      expect(Number(timestamp)).toBe(start / 1000);
      const { message, id } = decryptMessage(box, wechatAccount.aesKey);
      expect(id).toBe(wechatAccount.appId);
      return /<Event>.*\[(\w+)\]\].*\n<EventKey>.*\[([\w-]+)\]\]/.exec(message)?.slice(1, 3);
    });
    expect(events).toEqual([
      ['subscribe', 'qrscene_a-scene'],
      ['SCAN', 'a-scene'],
      ['SCAN', 'a-scene'],
    ]);
  });

  test('only while the code lives', async () => {
    const { wechat, asked, url, move } = open(says('success'));
    expect(await wechat.scan(`${url}x`, mei)).toEqual({ is: 'unknown' });
    move(300_000);
    expect(await wechat.scan(url, mei)).toEqual({ is: 'expired' });
    expect(asked).toEqual([]);
  });
});

describe('the chat shows', () => {
  test.each([
    ['nothing after success', 'success', { is: 'nothing' }],
    ['nothing after an empty answer', '', { is: 'nothing' }],
    [
      'a sealed message and its link',
      sealed(text()),
      { is: 'message', text: '你好 https://sign.example.com/x', link: 'https://sign.example.com/x' },
    ],
  ])('%s', async (_what, body, shown) => {
    const { wechat, asked, url } = open(says(body));
    expect(await wechat.scan(url, mei)).toEqual(shown);
    expect(asked).toHaveLength(1);
  });

  test.each([
    ['another body', 'ok'],
    ['a message to somebody else', sealed(text('oOpen-other'))],
    ['a message from another account', sealed(text(mei.openid, 'gh_other'))],
    ['a wrong signature', sealed(text(), 'another token')],
    ['the seal of another app', sealed(text(), wechatAccount.token, 'wx1')],
    ['something that is no seal', sealed(text()).replace(/CDATA\[[^\]]{40}/, 'CDATA[')],
  ])('that the account cannot be reached after %s, three times', async (_what, body) => {
    const { wechat, asked, url } = open(says(body));
    expect(await wechat.scan(url, mei)).toEqual({ is: 'noService', text: '该公众号暂时无法提供服务，请稍后再试' });
    expect(asked).toHaveLength(3);
  });

  test('the answer of the second try after a first that failed or came too late', async () => {
    for (const trouble of [
      says('', 500),
      async () => Promise.reject(new Error('away')),
      () => new Promise<never>(() => {}),
    ] satisfies CallService[]) {
      let tries = 0;
      const { wechat, asked, url } = open((...given) => (tries++ === 0 ? trouble : says('success'))(...given), 20);
      expect(await wechat.scan(url, mei)).toEqual({ is: 'nothing' });
      expect(asked).toHaveLength(2);
    }
  });
});
