import { createHash } from 'node:crypto';
import { resultCodes } from '@foyer/contract/result-codes';
import { minutes, seconds } from '@foyer/contract/time';
import { describe, expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { newPhoneOwner, scanHelpers } from '../../../test/support/flows/test-scans.ts';
import { createApp } from '../../app.ts';
import { createWechat } from './wechat.ts';

const services = await testAppForFile();
const { link, show, poll, phone } = scanHelpers(services);
const wechatApp = services.sandbox.apps.wechat.app;
const access = services.sandbox.scanApps.wechat;
const path = '/api/thirdparty/wechatOfficeFocus/push';

let numbers = 13750000000;
async function newPerson(account: Parameters<typeof services.addAccount>[0] = {}) {
  const mobile = String((numbers += 1));
  const owner = newPhoneOwner(mobile);
  await link(await services.addAccount({ mobile, ...account }), owner, 'wechat');
  return owner;
}
const isScanned = async (browser: ReturnType<typeof services.browser>, shown: Record<string, unknown>) =>
  (await poll(browser, 'wechat', shown)).data?.['scanned'];

describe('WeChat', () => {
  test('verifies our URL, and another signature does not', async () => {
    expect(await wechatApp.verifyPushUrl()).toBe(true);
    expect(await wechatApp.verifyPushUrl('another token')).toBe(false);
  });

  test('reports who scanned, and the reply names site, device, network and time, with a link [AC-10]', async () => {
    const owner = await newPerson({ language: 'en-US' });
    const browser = services.browser({ clientIp: '192.0.2.44' });
    const shown = await show(browser, 'wechat');
    const chat = JSON.stringify(await wechatApp.scan(String(shown['url']), owner.wechat));
    for (const text of ['Yunzhang (localhost:3000)', 'Chrome · Windows', '192.0.2.*', 'UTC+8', '/scan/confirm?ticket='])
      expect(chat).toContain(text);
    expect(await isScanned(browser, shown)).toBe(true);
  });

  test('gets a reply in the language of the account, otherwise of the page', async () => {
    const chinese = await newPerson({ language: 'zh-CN' });
    const shown = async (language: string) => String((await show(services.browser({ language }), 'wechat'))['url']);
    expect(JSON.stringify(await wechatApp.scan(await shown('en-US'), chinese.wechat))).toContain('登录二维码');
    const stranger = newPhoneOwner('13750009999');
    expect(JSON.stringify(await wechatApp.scan(await shown('en-US'), stranger.wechat))).toContain('sign-in code');
  });

  test('may push twice: the reply is the same, and it counts once', async () => {
    const owner = await newPerson();
    const browser = services.browser();
    const shown = await show(browser, 'wechat');
    const found = wechatApp.scanEvent(String(shown['url']), owner.wechat);
    if (found.is !== 'event') throw new Error(found.is);
    const [first, second] = [await wechatApp.push(found.event), await wechatApp.push(found.event)];
    expect(second).toEqual(first);
    const ticket = /ticket=([\w-]+)/.exec(JSON.stringify(first))![1]!;
    expect(await phone().answer(ticket, true)).toMatchObject({ code: 0 });
    expect(await phone().answer(ticket, true)).toMatchObject({ code: resultCodes.authorisationExpired });
  });

  test('a second person who scans the same QR code learns that it has expired [AC-10]', async () => {
    const [first, second] = [await newPerson(), await newPerson()];
    const shown = await show(services.browser(), 'wechat');
    await wechatApp.scan(String(shown['url']), first.wechat);
    const chat = JSON.stringify(await wechatApp.scan(String(shown['url']), second.wechat));
    expect(chat).toContain('二维码已失效');
    expect(chat).not.toContain('ticket=');
  });

  test('that does not report the person leaves the QR code valid for a later scan', async () => {
    const owner = await newPerson();
    const browser = services.browser();
    const shown = await show(browser, 'wechat');
    wechatApp.fault.set('down');
    expect(JSON.stringify(await wechatApp.scan(String(shown['url']), owner.wechat))).toContain('稍后重新扫码');
    wechatApp.fault.set('working');
    expect(await isScanned(browser, shown)).toBe(false);
    await wechatApp.scan(String(shown['url']), owner.wechat);
    expect(await isScanned(browser, shown)).toBe(true);
  });
});

describe('a push without a valid signature is refused', () => {
  test.each([
    ['signed with another token', { token: 'another token' }],
    ['in plain text, where it should be sealed', { mode: 'plain' as const }],
  ])('%s', async (_, manner) => {
    const owner = await newPerson();
    const browser = services.browser();
    const shown = await show(browser, 'wechat');
    await wechatApp.scan(String(shown['url']), owner.wechat, manner);
    expect(await isScanned(browser, shown)).toBe(false);
    expect(services.lines.some((line) => line.includes('pushRefused'))).toBe(true);
  });

  test.each(['', 'x', '<xml></xml>', `<xml><Encrypt>${'A'.repeat(64)}</Encrypt></xml>`])(
    'refuses %j',
    async (payload) => {
      const answer = await services.app.inject({
        method: 'POST',
        url: `${path}?timestamp=1&nonce=2`,
        payload,
        headers: { 'content-type': 'text/xml' },
      });
      expect([answer.statusCode, answer.body]).toEqual([403, '']);
    },
  );

  test('a push signed with another token is refused in plain mode', async () => {
    const node = await plainNode();
    const message = xmlOf({ openid: 'o1', event: 'SCAN', key: 'campaign', at: 1 });
    expect((await plain(node, message, services.clock.now(), '1', 'another token')).statusCode).toBe(403);
    expect((await plain(node, message, services.clock.now(), '1')).statusCode).toBe(200);
    await node.close();
  });

  test('a plain-mode signature cannot be reused for another message, in any process', async () => {
    // The plain-mode signature does not cover the message, so a replay could claim any scan.
    const nodes = await Promise.all([plainNode(), plainNode()]);
    const [owner, victim] = [await newPerson(), await newPerson()];
    const [mine, thiefs] = [services.browser(), services.browser()];
    const [shown, stolen] = [await show(mine, 'wechat'), await show(thiefs, 'wechat')];
    const messages = [
      [shown, owner],
      [stolen, victim],
    ] as const;
    const [message, forged] = messages.map(([{ url }, { wechat: person }]) => {
      const found = wechatApp.scanEvent(String(url), person);
      if (found.is !== 'event') throw new Error(found.is);
      return xmlOf(found.event);
    });
    const nonce = services.random.digits(9);
    expect((await plain(nodes[0], message!, services.clock.now(), nonce)).statusCode).toBe(200);
    expect((await plain(nodes[1], forged!, services.clock.now(), nonce)).statusCode).toBe(403);
    expect((await plain(nodes[0], message!, services.clock.now(), nonce)).statusCode).toBe(200);
    expect([await isScanned(mine, shown), await isScanned(thiefs, stolen)]).toEqual([true, false]);
    for (const node of nodes) await node.close();
  });
});

test.each([
  ['ten minutes before', -minutes(10) + seconds(1), 200],
  ['earlier', -minutes(10) - seconds(1), 403],
  ['ten minutes after', minutes(10), 200],
  ['later', minutes(10) + seconds(1), 403],
])('a push is accepted up to ten minutes before or after our time: %s', async (_, away, status) => {
  const node = await plainNode();
  const time = services.clock.now() + away;
  const message = xmlOf({ openid: 'o1', event: 'SCAN', key: 'campaign', at: Math.floor(time / 1000) });
  expect((await plain(node, message, time)).statusCode).toBe(status);
  await node.close();
});

test('a push for another QR code or of another kind is ignored', async () => {
  const node = await plainNode();
  const event = { openid: 'o1', event: 'SCAN', at: Math.floor(services.clock.now() / 1000) };
  for (const message of [xmlOf({ ...event, key: 'campaign' }), xmlOf({ ...event, event: 'CLICK', key: 'menu' })]) {
    const answer = await plain(node, message, services.clock.now());
    expect([answer.statusCode, answer.body]).toEqual([200, 'success']);
  }
  await node.close();
});

/** A separate process in plain mode. */
const plainNode = () => {
  const wechat = createWechat({ ...access, aesKeys: [] }, services.clock, services.random, seconds(2));
  return createApp({ ...services, codeRecipients: {}, scanApps: { ...services.scanApps, wechat } });
};

/** A plain-mode push, signed with the right token unless another is given. */
function plain(
  app: typeof services.app,
  payload: string,
  now: number,
  nonce = services.random.digits(9),
  token = access.token,
) {
  const timestamp = String(Math.floor(now / 1000));
  const signature = createHash('sha1').update([token, timestamp, nonce].sort().join('')).digest('hex');
  const query = new URLSearchParams({ signature, timestamp, nonce });
  return app.inject({
    method: 'POST',
    url: `${path}?${query.toString()}`,
    payload,
    headers: { 'content-type': 'text/xml' },
  });
}

const xmlOf = ({ openid, event, key, at }: { openid: string; event: string; key: string; at: number }) =>
  `<xml><ToUserName>gh_1</ToUserName><FromUserName>${openid}</FromUserName><CreateTime>${at}</CreateTime><MsgType>event</MsgType><Event>${event}</Event><EventKey>${key}</EventKey></xml>`;
