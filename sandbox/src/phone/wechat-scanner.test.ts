import { describe, expect, test } from 'vitest';
import type { CallService } from '../service-client.ts';
import { people } from '../people.ts';
import { createServiceClient } from '../service-client.ts';
import { wechatAccount } from '../wechat/wechat-account.ts';
import { createWechat } from '../wechat/wechat-app.ts';
import { createPhone } from './phone.ts';
import { wechatScanner } from './wechat-scanner.ts';

const place = { publicUrl: 'https://sign.example.com', apiBase: '/api' };
const link = 'https://sign.example.com/scan/confirm?ticket=the-ticket';

/** WeChat on the phone, and a service that writes this text to whoever scans. */
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
  const known = people.flatMap(({ appAccounts, linkedApps }) =>
    appAccounts ? [{ person: appAccounts.wechat, follows: linkedApps !== undefined }] : [],
  );
  const wechat = createWechat({ ...place, now: () => now, callService, known });
  const phone = createPhone([wechatScanner(wechat, createServiceClient({ ...place, callService }))]);
  const { url } = wechat.qrCodes.create('the-scene', 300);
  return { phone, url, pushed, answered, pass: (ms: number) => void (now += ms) };
}

const replyTo = (openid: string, text: string) =>
  `<xml><ToUserName>${openid}</ToUserName><FromUserName>${wechatAccount.originalId}</FromUserName><MsgType>text</MsgType><Content><![CDATA[${text}]]></Content></xml>`;

describe('WeChat on the phone', () => {
  test('shows a follower what the account writes, with the page to confirm on', async () => {
    const { phone, url, pushed } = open(`Is this you? ${link}`);
    expect(phone.appOf(url)).toBe('wechat');
    expect(await phone.scan(url, 'alice')).toMatchObject({
      shows: { is: 'message', app: 'wechat', text: `Is this you? ${link}`, link },
    });
    expect(pushed).toHaveLength(1);
  });

  test('asks everyone else to follow first, and tells the service nothing before', async () => {
    const { phone, url, pushed } = open(link);
    const { scan, shows } = (await phone.scan(url, 'carol'))!;
    expect(shows).toEqual({ is: 'follow', app: 'wechat' });
    expect(pushed).toEqual([]);
    expect(await phone.answer(scan, true)).toMatchObject({ shows: { is: 'message' } });
    expect(pushed).toHaveLength(1);
    expect(await phone.scan(url, 'carol')).toMatchObject({ shows: { is: 'message' } });
  });

  test('leaves the service alone when the person does not want to follow', async () => {
    const { phone, url, pushed } = open(link);
    const { scan } = (await phone.scan(url, 'carol'))!;
    expect(await phone.answer(scan, false)).toMatchObject({ shows: { is: 'declined' } });
    expect(pushed).toEqual([]);
  });

  test.each([
    [true, 'confirmed'],
    [false, 'declined'],
  ])('answers as the page behind the link would: %s', async (confirmed, is) => {
    const { phone, url, answered } = open(link);
    const { scan } = (await phone.scan(url, 'alice'))!;
    expect(await phone.answer(scan, confirmed)).toEqual({ scan, shows: { is, app: 'wechat' } });
    expect(answered).toEqual([{ ticket: 'the-ticket', confirmed }]);
  });

  test('tells apart a code that is over, an answer that came too late, and a service that is away', async () => {
    const over = open(link);
    over.pass(300_000);
    for (const person of ['alice', 'carol'])
      expect(await over.phone.scan(over.url, person)).toMatchObject({ shows: { is: 'invalid' } });
    expect(over.pushed).toEqual([]);

    const late = open(link, 10000024);
    const { scan } = (await late.phone.scan(late.url, 'alice'))!;
    expect(await late.phone.answer(scan, true)).toMatchObject({ shows: { is: 'invalid' } });

    const away = open(undefined);
    expect(await away.phone.scan(away.url, 'alice')).toMatchObject({ shows: { is: 'noAnswer' } });
  });

  test('has no button for a message without a link', async () => {
    const { phone, url, answered } = open('The code has expired');
    const { scan, shows } = (await phone.scan(url, 'alice'))!;
    expect(shows).toEqual({ is: 'message', app: 'wechat', text: 'The code has expired' });
    expect(await phone.answer(scan, true)).toEqual({ scan, shows });
    expect(answered).toEqual([]);
  });
});
