import { describe, expect, test } from 'vitest';
import type { CallService } from '../../service-client.ts';
import { people } from '../../people.ts';
import { createServiceClient } from '../../service-client.ts';
import { wechatAccount } from './wechat-account.ts';
import { createWechat } from './wechat-app.ts';
import { createPhone } from '../../phone/phone.ts';
import { wechatScanner } from './wechat-scanner.ts';

const serviceUrls = { publicUrl: 'https://sign.example.com', apiBase: '/api' };
const link = 'https://sign.example.com/scan/confirm?ticket=the-ticket';

/** WeChat, with a stub service that answers each scan with this text, and each confirmation with this code. */
function open(text: string | undefined, code = 0) {
  let now = Date.UTC(2026, 10, 15, 8);
  const pushed: string[] = [];
  const answered: unknown[] = [];
  const callService: CallService = async (path, { body = '' }) => {
    if (path.startsWith('/api/thirdparty/scan/answer')) {
      answered.push(JSON.parse(body));
      return { status: 200, body: JSON.stringify({ code, data: null }) };
    }
    pushed.push(path);
    const openid = new URLSearchParams(path.split('?')[1]).get('openid') ?? '';
    return text === undefined ? { status: 500, body: '' } : { status: 200, body: replyTo(openid, text) };
  };
  const followers = people.flatMap(({ appAccounts, linkedApps }) =>
    appAccounts ? [{ person: appAccounts.wechat, follows: linkedApps !== undefined }] : [],
  );
  const wechat = createWechat({ ...serviceUrls, now: () => now, callService, people: followers });
  const phone = createPhone([wechatScanner(wechat, createServiceClient({ ...serviceUrls, callService }))]);
  const { url } = wechat.qrCodes.create('the-scene', 300);
  return { phone, url, pushed, answered, moveClock: (ms: number) => void (now += ms) };
}

const replyTo = (openid: string, text: string) =>
  `<xml><ToUserName>${openid}</ToUserName><FromUserName>${wechatAccount.originalId}</FromUserName><MsgType>text</MsgType><Content><![CDATA[${text}]]></Content></xml>`;

describe('WeChat’s scanner', () => {
  test('shows a follower the account’s message with the link to confirm', async () => {
    const { phone, url, pushed } = open(`Is this you? ${link}`);
    expect(phone.appFor(url)).toBe('wechat');
    expect(await phone.scan(url, 'alice')).toMatchObject({
      screen: { is: 'message', app: 'wechat', text: `Is this you? ${link}`, link },
    });
    expect(pushed).toHaveLength(1);
  });

  test('asks other people to follow the account before the service gets the scan', async () => {
    const { phone, url, pushed } = open(link);
    const { scan, screen } = (await phone.scan(url, 'carol'))!;
    expect(screen).toEqual({ is: 'follow', app: 'wechat' });
    expect(pushed).toEqual([]);
    expect(await phone.answer(scan, true)).toMatchObject({ screen: { is: 'message' } });
    expect(pushed).toHaveLength(1);
    expect(await phone.scan(url, 'carol')).toMatchObject({ screen: { is: 'message' } });
  });

  test('sends nothing to the service when the person does not follow', async () => {
    const { phone, url, pushed } = open(link);
    const { scan } = (await phone.scan(url, 'carol'))!;
    expect(await phone.answer(scan, false)).toMatchObject({ screen: { is: 'declined' } });
    expect(pushed).toEqual([]);
  });

  test.each([
    [true, 'confirmed'],
    [false, 'declined'],
  ])('answers in place of the linked page: confirmed %s', async (confirmed, is) => {
    const { phone, url, answered } = open(link);
    const { scan } = (await phone.scan(url, 'alice'))!;
    expect(await phone.answer(scan, confirmed)).toEqual({ scan, screen: { is, app: 'wechat' } });
    expect(answered).toEqual([{ ticket: 'the-ticket', confirmed }]);
  });

  test('distinguishes an invalid QR code, a late answer and an unavailable service', async () => {
    const invalid = open(link);
    invalid.moveClock(300_000);
    for (const person of ['alice', 'carol'])
      expect(await invalid.phone.scan(invalid.url, person)).toMatchObject({ screen: { is: 'invalid' } });
    expect(invalid.pushed).toEqual([]);

    const late = open(link, 10000024);
    const { scan } = (await late.phone.scan(late.url, 'alice'))!;
    expect(await late.phone.answer(scan, true)).toMatchObject({ screen: { is: 'invalid' } });

    const unavailable = open(undefined);
    expect(await unavailable.phone.scan(unavailable.url, 'alice')).toMatchObject({ screen: { is: 'noResponse' } });
  });

  test('shows no buttons for a message without a link', async () => {
    const { phone, url, answered } = open('The code has expired');
    const { scan, screen } = (await phone.scan(url, 'alice'))!;
    expect(screen).toEqual({ is: 'message', app: 'wechat', text: 'The code has expired' });
    expect(await phone.answer(scan, true)).toEqual({ scan, screen });
    expect(answered).toEqual([]);
  });
});
