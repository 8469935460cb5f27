import { minutes, seconds } from '@foyer/contract/time';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { testClock } from '../../../test/support/test-clock.ts';
import { sandboxFor } from '../../../test/support/test-sandbox.ts';
import { random } from '../../platform/random.ts';
import { encryptMessage, wechatSignature } from './wechat-crypto.ts';
import { writeMessage } from './wechat-message.ts';
import { type WechatPush, createWechatPush } from './wechat-push.ts';

const clock = testClock();
const parsed: WechatPush[] = [];
let push = createWechatPush({ appId: '', token: '', aesKeys: [] }, clock, random);
/** An account that answers every scan with a message. */
const sandbox = await sandboxFor(clock, async (path, { method, body = '' }) => {
  const query = Object.fromEntries(new URL(path, 'http://x').searchParams);
  if (method === 'GET') {
    const echo = push.answerUrlCheck(query);
    return echo === undefined ? { status: 403, body: '' } : { status: 200, body: echo };
  }
  const result = push.readPush(query, body);
  parsed.push(result);
  if (result.is === 'refused') return { status: 403, body: '' };
  const answer =
    result.is === 'scan' ? result.reply(`登录？]]> <a href="https://sign.example.com/scan">登录</a>`) : 'success';
  return { status: 200, body: answer };
});
afterAll(() => sandbox.close());
afterEach(() => void (push = sealing));
const account = sandbox.scanApps.wechat;
const wechatApp = sandbox.apps.wechat.app;
const sealing = createWechatPush(account, clock, random);
const plainly = createWechatPush({ ...account, aesKeys: [] }, clock, random);
push = sealing;

const mei = { openid: 'oOpen-mei', unionid: 'oUnion-mei' };
const codeFor = (scene: string) => wechatApp.qrCodes.create(scene, 300).url;

describe('the push URL', () => {
  test('is verified with the token, as in WeChat’s example', async () => {
    const example = createWechatPush(
      { appId: 'wxba5fad812f8e6fb9', token: 'AAAAA', aesKeys: ['A'.repeat(43)] },
      testClock(seconds(1714036504)),
      random,
    );
    const query = {
      signature: 'f464b24fc39322e44b38aa78f5edd27bd1441696',
      timestamp: '1714036504',
      nonce: '1514711492',
      echostr: '4375120948345356249',
    };
    expect(example.answerUrlCheck(query)).toBe('4375120948345356249');
    expect(example.answerUrlCheck({ ...query, nonce: '1514711493' })).toBeUndefined();
    expect(example.answerUrlCheck({})).toBeUndefined();
    expect(await wechatApp.verifyPushUrl()).toBe(true);
    expect(await wechatApp.verifyPushUrl('another token')).toBe(false);
  });
});

describe('a scan', () => {
  test('is read from a new follower and from a follower, and answered in the chat', async () => {
    for (const scene of ['first', 'second']) {
      expect(await wechatApp.scan(codeFor(scene), mei)).toEqual({
        is: 'message',
        text: '登录？]]> <a href="https://sign.example.com/scan">登录</a>',
        link: 'https://sign.example.com/scan',
      });
      expect(parsed.at(-1)).toMatchObject({ is: 'scan', openid: mei.openid, scene });
    }
  });

  test('is read in plain mode if the account has no key', async () => {
    push = plainly;
    expect(await wechatApp.scan(codeFor('plain'), mei, { mode: 'plain' })).toMatchObject({ is: 'message' });
    expect(parsed.at(-1)).toMatchObject({ is: 'scan', scene: 'plain' });
  });

  test('is refused in plain mode if the account has a key', async () => {
    expect(await wechatApp.scan(codeFor('s'), mei, { mode: 'plain' })).toMatchObject({ is: 'noService' });
    expect(parsed.at(-1)).toEqual({ is: 'refused' });
  });

  test.each(['safe', 'plain'] as const)('is refused if signed with another token: %s', async (mode) => {
    push = mode === 'safe' ? sealing : plainly;
    expect(await wechatApp.scan(codeFor('s'), mei, { mode, token: 'guessed' })).toMatchObject({ is: 'noService' });
    expect(parsed.at(-1)).toEqual({ is: 'refused' });
  });

  test('has the same deduplication key when pushed again, and another for the next scan', async () => {
    const scan = wechatApp.scanEvent(codeFor('again'), mei);
    if (scan.is !== 'event') throw new Error(scan.is);
    const names = async () => {
      await wechatApp.push(scan.event);
      const last = parsed.at(-1);
      return last?.is === 'scan' ? last.deduplicationKey : undefined;
    };
    const [first, second] = [await names(), await names()];
    expect(first).toBeDefined();
    expect(second).toBe(first);
    clock.move(seconds(1));
    scan.event.at += 1;
    expect(await names()).not.toBe(first);
  });
});

const event = (fields: Record<string, string | number> = {}) =>
  writeMessage({
    ToUserName: 'gh_1',
    FromUserName: mei.openid,
    CreateTime: 1,
    MsgType: 'event',
    Event: 'SCAN',
    EventKey: 'a-scene',
    ...fields,
  });

/** As WeChat sends it, by default now and with a new nonce. */
function sealed(xml: string, { at = clock.now(), nonce = random.digits(9), appId = account.appId, beside = {} } = {}) {
  const Encrypt = encryptMessage(xml, { aesKeys: account.aesKeys, id: appId }, '0123456789abcdef');
  const timestamp = String(Math.floor(at / seconds(1)));
  const msg_signature = wechatSignature(account.token, timestamp, nonce, Encrypt);
  return [{ timestamp, nonce, msg_signature }, writeMessage({ ToUserName: 'gh_1', ...beside, Encrypt })] as const;
}

describe('a push', () => {
  test.each([
    ['a follow without a code', { Event: 'subscribe', EventKey: '' }],
    ['a follow by a name that only looks like one', { Event: 'subscribe', EventKey: 'last_trade_no_1' }],
    ['a farewell', { Event: 'unsubscribe', EventKey: '' }],
    ['a message', { MsgType: 'text', Content: 'hello' }],
    ['a scan of nothing', { EventKey: '' }],
  ])('of %s is nothing to us', (_what, fields) => {
    expect(sealing.readPush(...sealed(event(fields)))).toEqual({ is: 'other' });
  });

  test('that only general XML can say, or none, is nothing to us', () => {
    expect(sealing.readPush(...sealed('<xml><ScanCodeInfo><ScanType>1</ScanType></ScanCodeInfo></xml>'))).toEqual({
      is: 'other',
    });
    expect(sealing.readPush(...sealed('{"Event":"SCAN"}'))).toEqual({ is: 'other' });
  });

  test('names its event in any case', () => {
    expect(sealing.readPush(...sealed(event({ Event: 'scan' })))).toMatchObject({ is: 'scan' });
    expect(sealing.readPush(...sealed(event({ Event: 'SUBSCRIBE', EventKey: 'qrscene_a' })))).toMatchObject({
      scene: 'a',
    });
  });

  test('is accepted up to ten minutes before and after its timestamp', () => {
    const now = Math.floor(clock.now() / seconds(1)) * seconds(1);
    for (const away of [-minutes(10), minutes(10)])
      expect(sealing.readPush(...sealed(event(), { at: now + away }))).toMatchObject({ is: 'scan' });
    for (const away of [-minutes(10) - seconds(1), minutes(10) + seconds(1)])
      expect(sealing.readPush(...sealed(event(), { at: now + away }))).toEqual({ is: 'refused' });
  });

  test('for another account is refused, although it was encrypted with our key', () => {
    expect(sealing.readPush(...sealed(event(), { appId: 'wx1' }))).toEqual({ is: 'refused' });
  });

  test('is read from the encrypted message only, ignoring plain fields', () => {
    const beside = { FromUserName: 'oOpen-thief', MsgType: 'event', Event: 'SCAN', EventKey: 'another' };
    expect(sealing.readPush(...sealed(event(), { beside }))).toMatchObject({ openid: mei.openid, scene: 'a-scene' });
  });

  test('with the signature of another message is refused', () => {
    const [query] = sealed(event());
    const [, body] = sealed(event({ EventKey: 'another' }));
    expect(sealing.readPush(query, body)).toEqual({ is: 'refused' });
  });

  test('in plain mode cannot lend its signature to another message, nor can the URL check', () => {
    const signed = (nonce: string) => {
      const timestamp = String(Math.floor(clock.now() / seconds(1)));
      return { timestamp, nonce, signature: wechatSignature(account.token, timestamp, nonce) };
    };
    const query = signed('1');
    expect(plainly.readPush(query, event())).toMatchObject({ is: 'scan' });
    expect(plainly.readPush(query, event())).toMatchObject({ is: 'scan' });
    expect(plainly.readPush(query, event({ FromUserName: 'oOpen-thief' }))).toEqual({ is: 'refused' });

    const check = { ...signed('2'), echostr: '1' };
    expect(plainly.answerUrlCheck(check)).toBe('1');
    expect(plainly.readPush(check, event())).toEqual({ is: 'refused' });

    // As long as the timestamp is accepted.
    clock.move(minutes(10));
    expect(plainly.readPush(query, event({ FromUserName: 'oOpen-thief' }))).toEqual({ is: 'refused' });
  });

  test.each([undefined, null, 'x', { timestamp: ['1'], nonce: {} }])('with the query %j is refused', (query) => {
    expect(sealing.readPush(query, sealed(event())[1])).toEqual({ is: 'refused' });
    expect(plainly.readPush(query, event())).toEqual({ is: 'refused' });
  });
});
