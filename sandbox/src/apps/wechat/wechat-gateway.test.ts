import { describe, expect, test } from 'vitest';
import { hours, minutes, seconds } from '../../clock/clock.ts';
import { openSandbox } from '../../sandbox.fixture.ts';
import { wechatAccount } from './wechat-account.ts';

const credentials = { grant_type: 'client_credential', appid: wechatAccount.appId, secret: wechatAccount.secret };
const qrRequest = {
  expire_seconds: 300,
  action_name: 'QR_STR_SCENE',
  action_info: { scene: { scene_str: 'a-scene' } },
};

async function open() {
  const { app, service } = await openSandbox();
  const post = async (path: string, payload: object | string) =>
    (await app.inject({ method: 'POST', url: `/sandbox/wechat/cgi-bin/${path}`, payload })).json();
  const token = async (more = {}) => post('stable_token', { ...credentials, ...more });
  return { app, service, post, token };
}

describe('the access token', () => {
  test('stays the same until its last five minutes, in which the old and the new one are valid', async () => {
    const { service, token, post } = await open();
    const first = await token();
    expect(first).toEqual({ access_token: expect.any(String), expires_in: 7200 });
    service.moveClock(hours(2) - minutes(5) - 1);
    expect(await token()).toEqual({ ...first, expires_in: 300 });
    service.moveClock(1);
    const second = await token();
    expect(second.access_token).not.toBe(first.access_token);
    for (const { access_token } of [first, second])
      expect(await post(`qrcode/create?access_token=${access_token}`, qrRequest)).toMatchObject({
        expire_seconds: 300,
      });
    service.moveClock(minutes(5));
    const late = await post(`qrcode/create?access_token=${first.access_token}`, qrRequest);
    expect(late).toMatchObject({ errcode: 42001 });
  });

  test('a forced refresh revokes the previous token, at most every 30 seconds', async () => {
    const { service, token, post } = await open();
    const first = await token();
    const forced = await token({ force_refresh: true });
    expect(forced.access_token).not.toBe(first.access_token);
    const old = await post(`qrcode/create?access_token=${first.access_token}`, qrRequest);
    expect(old).toMatchObject({ errcode: 40001 });
    service.moveClock(seconds(30) - 1);
    expect((await token({ force_refresh: true })).access_token).toBe(forced.access_token);
    service.moveClock(1);
    expect((await token({ force_refresh: true })).access_token).not.toBe(forced.access_token);
  });

  test.each([
    [{ ...credentials, appid: 'wx1' }, 40013],
    [{ ...credentials, secret: 'x' }, 40125],
    [{ ...credentials, grant_type: 'x' }, 40002],
    ['{', 47001],
  ])('is refused for %j', async (payload, errcode) => {
    const { post } = await open();
    expect(await post('stable_token', payload)).toMatchObject({ errcode });
  });
});

describe('a QR code', () => {
  test('has a ticket and a URL that opens the sandbox’s phone', async () => {
    const { app, post, token } = await open();
    const { access_token } = await token();
    const { url, ticket } = await post(`qrcode/create?access_token=${access_token}`, qrRequest);
    expect(url).toMatch(/^https:\/\/sign\.example\.com\/sandbox\/wechat\/q\/[\w-]+$/);
    expect(ticket).not.toBe(url);
    const opened = await app.inject(new URL(url).pathname);
    expect(opened.headers.location).toBe(`/sandbox/phone?${new URLSearchParams({ code: url }).toString()}`);
  });

  test.each([
    [{ ...qrRequest, action_name: 'QR_LIMIT_STR_SCENE' }, 40052],
    [{ ...qrRequest, expire_seconds: 0 }, 40053],
    [{ ...qrRequest, expire_seconds: 2_592_001 }, 40053],
    [{ ...qrRequest, action_info: { scene: { scene_str: '' } } }, 40053],
    [{ ...qrRequest, action_info: { scene: { scene_str: 'x'.repeat(65) } } }, 40053],
    [{ ...qrRequest, action_info: null }, 40053],
    ['[]', 47001],
  ])('is refused for %j', async (payload, errcode) => {
    const { post, token } = await open();
    const { access_token } = await token();
    expect(await post(`qrcode/create?access_token=${access_token}`, payload)).toMatchObject({ errcode });
  });

  test('is refused without a valid token', async () => {
    const { post } = await open();
    expect(await post('qrcode/create', qrRequest)).toMatchObject({ errcode: 41001 });
    expect(await post('qrcode/create?access_token=guessed', qrRequest)).toMatchObject({ errcode: 40001 });
  });
});

test('a person with a linked account follows the official account; nothing is disclosed about others', async () => {
  const { app, token } = await open();
  const { access_token } = await token();
  const { people } = (await app.inject('/sandbox/people')).json();
  const info = async (id: string) => {
    const { openid } = people.find((person: { id: string }) => person.id === id).appAccounts.wechat;
    return (await app.inject(`/sandbox/wechat/cgi-bin/user/info?access_token=${access_token}&openid=${openid}`)).json();
  };
  expect(await info('alice')).toMatchObject({ subscribe: 1, unionid: expect.any(String) });
  expect(await info('carol')).toEqual({ subscribe: 0, openid: expect.any(String) });
});
