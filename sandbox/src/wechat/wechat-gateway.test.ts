import { describe, expect, test } from 'vitest';
import { hours, minutes, seconds } from '../clock/clock.ts';
import { openSandbox } from '../sandbox.fixture.ts';
import { wechatAccount } from './wechat-account.ts';

const owner = { grant_type: 'client_credential', appid: wechatAccount.appId, secret: wechatAccount.secret };
const order = { expire_seconds: 300, action_name: 'QR_STR_SCENE', action_info: { scene: { scene_str: 'a-scene' } } };

async function open() {
  const { app, service } = await openSandbox();
  const post = async (path: string, payload: object | string) =>
    (await app.inject({ method: 'POST', url: `/sandbox/wechat/cgi-bin/${path}`, payload })).json();
  const token = async (more = {}) => post('stable_token', { ...owner, ...more });
  return { app, service, post, token };
}

describe('the token', () => {
  test('is the same until its last five minutes, in which the old one and the new one are taken', async () => {
    const { service, token, post } = await open();
    const first = await token();
    expect(first).toEqual({ access_token: expect.any(String), expires_in: 7200 });
    service.moveClock(hours(2) - minutes(5) - 1);
    expect(await token()).toEqual({ ...first, expires_in: 300 });
    service.moveClock(1);
    const second = await token();
    expect(second.access_token).not.toBe(first.access_token);
    for (const { access_token } of [first, second])
      expect(await post(`qrcode/create?access_token=${access_token}`, order)).toMatchObject({ expire_seconds: 300 });
    service.moveClock(minutes(5));
    const late = await post(`qrcode/create?access_token=${first.access_token}`, order);
    expect(late).toMatchObject({ errcode: 42001 });
  });

  test('that is forced ends the one before, at most every 30 seconds', async () => {
    const { service, token, post } = await open();
    const first = await token();
    const forced = await token({ force_refresh: true });
    expect(forced.access_token).not.toBe(first.access_token);
    const old = await post(`qrcode/create?access_token=${first.access_token}`, order);
    expect(old).toMatchObject({ errcode: 40001 });
    service.moveClock(seconds(30) - 1);
    expect((await token({ force_refresh: true })).access_token).toBe(forced.access_token);
    service.moveClock(1);
    expect((await token({ force_refresh: true })).access_token).not.toBe(forced.access_token);
  });

  test.each([
    [{ ...owner, appid: 'wx1' }, 40013],
    [{ ...owner, secret: 'x' }, 40125],
    [{ ...owner, grant_type: 'x' }, 40002],
    ['{', 47001],
  ])('is not given for %j', async (payload, errcode) => {
    const { post } = await open();
    expect(await post('stable_token', payload)).toMatchObject({ errcode });
  });
});

describe('a code', () => {
  test('has a ticket, and an address that leads a browser to the phone of the sandbox', async () => {
    const { app, post, token } = await open();
    const { access_token } = await token();
    const { url, ticket } = await post(`qrcode/create?access_token=${access_token}`, order);
    expect(url).toMatch(/^https:\/\/sign\.example\.com\/sandbox\/wechat\/q\/[\w-]+$/);
    expect(ticket).not.toBe(url);
    const opened = await app.inject(new URL(url).pathname);
    expect(opened.headers.location).toBe(`/sandbox/phone?${new URLSearchParams({ code: url }).toString()}`);
  });

  test.each([
    [{ ...order, action_name: 'QR_LIMIT_STR_SCENE' }, 40052],
    [{ ...order, expire_seconds: 0 }, 40053],
    [{ ...order, expire_seconds: 2_592_001 }, 40053],
    [{ ...order, action_info: { scene: { scene_str: '' } } }, 40053],
    [{ ...order, action_info: { scene: { scene_str: 'x'.repeat(65) } } }, 40053],
    [{ ...order, action_info: null }, 40053],
    ['[]', 47001],
  ])('is not made for %j', async (payload, errcode) => {
    const { post, token } = await open();
    const { access_token } = await token();
    expect(await post(`qrcode/create?access_token=${access_token}`, payload)).toMatchObject({ errcode });
  });

  test('needs a token', async () => {
    const { post } = await open();
    expect(await post('qrcode/create', order)).toMatchObject({ errcode: 41001 });
    expect(await post('qrcode/create?access_token=guessed', order)).toMatchObject({ errcode: 40001 });
  });
});

test('someone bound is known to the account from the start; of a stranger it only knows that they do not follow', async () => {
  const { app, token } = await open();
  const { access_token } = await token();
  const { people } = (await app.inject('/sandbox/people')).json();
  const info = async (id: string) => {
    const { openid } = people.find((one: { id: string }) => one.id === id).appAccounts.wechat;
    return (await app.inject(`/sandbox/wechat/cgi-bin/user/info?access_token=${access_token}&openid=${openid}`)).json();
  };
  expect(await info('alice')).toMatchObject({ subscribe: 1, unionid: expect.any(String) });
  expect(await info('carol')).toEqual({ subscribe: 0, openid: expect.any(String) });
});
