import { hours, minutes, seconds } from '@foyer/contract/time';
import fastify from 'fastify';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { testClock } from '../../../test/support/test-clock.ts';
import { sandboxFor } from '../../../test/support/test-sandbox.ts';
import { random } from '../../platform/random.ts';
import { createWechat } from './wechat.ts';

const clock = testClock();
const sandbox = await sandboxFor(clock);
const access = sandbox.scanApps.wechat;
const { fault, qrCodes, followers } = sandbox.apps.wechat.app;
afterAll(() => sandbox.close());
afterEach(() => fault.set('working'));

const open = (changes = {}, within = 60_000) => createWechat({ ...access, ...changes }, clock, random, within);
const mei = { openid: 'oOpen-mei', unionid: 'oUnion-mei' };

describe('a QR code', () => {
  test('has the marked scene and lives as long as its countdown', async () => {
    const asked = await open().requestQr({ state: 'a-scene' });
    expect(asked).toEqual({
      is: 'ok',
      kind: 'content',
      url: expect.stringMatching(/^https:\/\/sign\.example\.com\/sandbox\/wechat\/q\//),
    });
    const { url } = { url: '', ...asked };
    expect(qrCodes.find(url)).toMatchObject({
      is: 'valid',
      scene: 'login_a-scene',
      expiresAt: clock.now() + seconds(298),
    });
  });

  test('reports at once when it is not available [QR-04]', async () => {
    fault.set('down');
    expect(await open().requestQr({ state: 's' })).toEqual({ is: 'noResponse', why: 'HTTP 503' });
    fault.set('refusing');
    const quota = '45009 reach max api daily quota limit rid: sandbox';
    expect(await open().requestQr({ state: 's' })).toMatchObject({ is: 'refused', why: quota });
    fault.set('slow');
    expect(await open({}, 50).requestQr({ state: 's' })).toEqual({ is: 'noResponse', why: 'TimeoutError' });
    const nowhere = { apiUrl: 'http://127.0.0.1:9' };
    expect(await open(nowhere).requestQr({ state: 's' })).toMatchObject({ is: 'noResponse' });
  });

  test.each([
    ['another app', { appId: 'wx1' }, '40013 invalid appid rid: sandbox'],
    ['a wrong secret', { secret: 'wrong' }, '40125 invalid appsecret rid: sandbox'],
  ])('is refused for %s, with the reason', async (_what, changes, why) => {
    expect(await open(changes).requestQr({ state: 's' })).toMatchObject({ is: 'refused', why });
  });
});

describe('the person who scanned', () => {
  test('is identified by the union id first, then by the open id', async () => {
    followers.follow(mei);
    const subjects = [
      { provider: 'wechat.unionid', subject: mei.unionid },
      { provider: `wechat.openid.${access.appId}`, subject: mei.openid },
    ];
    expect(await open().identifyFollower(mei.openid)).toEqual({ is: 'ok', person: { subjects } });
  });

  test('is identified by the open id alone without a union id', async () => {
    followers.follow({ ...mei, unionid: '' });
    const subjects = [{ provider: `wechat.openid.${access.appId}`, subject: mei.openid }];
    expect(await open().identifyFollower(mei.openid)).toEqual({ is: 'ok', person: { subjects } });
  });

  test('is refused after unfollowing, and if unknown', async () => {
    followers.follow(mei);
    followers.unfollow(mei.openid);
    expect(await open().identifyFollower(mei.openid)).toMatchObject({
      is: 'refused',
      why: 'does not follow the account',
    });
    expect(await open().identifyFollower('oUnknown')).toMatchObject({
      is: 'refused',
      why: '40003 invalid openid rid: sandbox',
    });
  });
});

/** A gateway with the given responses, which records the requests. */
async function gatewayThat(answer: (path: string, token: string | undefined) => object | Promise<object>) {
  const asked: string[] = [];
  const app = fastify();
  app.all<{ Querystring: { access_token?: string } }>('/*', async ({ url, query }) => {
    const path = url.split('?')[0]!.replace('/cgi-bin/', '');
    asked.push(path);
    return answer(path, query.access_token);
  });
  const apiUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  afterAll(() => app.close());
  return { wechat: open({ apiUrl }), asked, times: (path: string) => asked.filter((one) => one === path).length };
}

const token = (name: string) => ({ access_token: name, expires_in: 7200 });
const code = { url: 'http://weixin.qq.com/q/02', ticket: 'gQ', expire_seconds: 300 };

describe('a person inside the app', () => {
  const { oauthCodes } = sandbox.apps.wechat.app;
  const openId = { provider: `wechat.openid.${access.appId}`, subject: mei.openid };

  test('is identified as by a scan, and without following by the open id alone', async () => {
    followers.follow(mei);
    const unionId = { provider: 'wechat.unionid', subject: mei.unionid };
    const result = await open().identify(oauthCodes.issue(mei));
    expect(result).toEqual({ is: 'ok', person: { subjects: [unionId, openId] } });
    followers.unfollow(mei.openid);
    expect(await open().identify(oauthCodes.issue(mei))).toEqual({ is: 'ok', person: { subjects: [openId] } });
  });

  test('is identified once per code, within five minutes', async () => {
    const used = oauthCodes.issue(mei);
    await open().identify(used);
    expect(await open().identify(used)).toMatchObject({ is: 'refused', code: 40163 });
    const late = oauthCodes.issue(mei);
    clock.move(minutes(5));
    for (const none of [late, 'guessed'])
      expect(await open().identify(none)).toMatchObject({ is: 'refused', code: 40029 });
  });

  test.each([
    ['cannot be fully identified at present', {}, { errcode: -1 }, 'noResponse'],
    ['looks at a snapshot of the page', { is_snapshotuser: 1 }, { subscribe: 0 }, 'refused'],
    ['has no open id', { openid: '' }, { subscribe: 0 }, 'refused'],
  ])('is not identified if the person %s', async (_who, more, follower, is) => {
    const { wechat } = await gatewayThat((path) => {
      if (path === 'stable_token') return token('one');
      return path === 'user/info' ? follower : { openid: 'o', ...more };
    });
    expect(await wechat.identify('c')).toMatchObject({ is });
  });
});

describe('the access token', () => {
  test('is requested once for concurrent calls', async () => {
    const { wechat, times } = await gatewayThat((path) => (path === 'stable_token' ? token('one') : code));
    const answers = await Promise.all(Array.from({ length: 20 }, () => wechat.requestQr({ state: 's' })));
    expect(answers).toEqual(answers.map(() => ({ is: 'ok', kind: 'content', url: code.url })));
    expect(times('stable_token')).toBe(1);
  });

  test('is used until five minutes before it expires', async () => {
    const { wechat, times } = await gatewayThat((path) => (path === 'stable_token' ? token('one') : code));
    await wechat.requestQr({ state: 's' });
    clock.move(hours(2) - minutes(5) - 1);
    await wechat.requestQr({ state: 's' });
    expect(times('stable_token')).toBe(1);
    clock.move(1);
    await wechat.requestQr({ state: 's' });
    expect(times('stable_token')).toBe(2);
  });

  test('is requested again after a failure', async () => {
    let isBusy = true;
    const { wechat } = await gatewayThat((path) =>
      path === 'stable_token' ? (isBusy ? { errcode: -1, errmsg: 'system error' } : token('one')) : code,
    );
    expect(await wechat.requestQr({ state: 's' })).toEqual({ is: 'noResponse', why: '-1 system error' });
    isBusy = false;
    expect(await wechat.requestQr({ state: 's' })).toEqual({ is: 'ok', kind: 'content', url: code.url });
  });

  test.each([40001, 40014, 42001])('is replaced once for all calls when rejected with %i', async (errcode) => {
    const names = ['old', 'new'];
    const { wechat, times } = await gatewayThat((path, given) => {
      if (path === 'stable_token') return token(names.shift() ?? 'another');
      return given === 'new' ? code : { errcode, errmsg: 'invalid credential' };
    });
    const answers = await Promise.all([1, 2, 3].map(() => wechat.requestQr({ state: 's' })));
    expect(answers).toEqual(answers.map(() => ({ is: 'ok', kind: 'content', url: code.url })));
    expect(times('stable_token')).toBe(2);
  });

  test('is replaced only once when it is always rejected', async () => {
    const { wechat, asked } = await gatewayThat((path) =>
      path === 'stable_token' ? token('one') : { errcode: 40001, errmsg: 'invalid credential' },
    );
    expect(await wechat.requestQr({ state: 's' })).toMatchObject({ is: 'refused', why: '40001 invalid credential' });
    expect(asked).toEqual(['stable_token', 'qrcode/create', 'stable_token', 'qrcode/create']);
  });

  test('is not replaced for other errors', async () => {
    const { wechat, asked } = await gatewayThat((path) =>
      path === 'stable_token' ? token('one') : { errcode: 48001, errmsg: 'api unauthorized' },
    );
    expect(await wechat.identifyFollower('o')).toMatchObject({ is: 'refused', why: '48001 api unauthorized' });
    expect(asked).toEqual(['stable_token', 'user/info']);
  });

  test('is replaced when another process has renewed it', async () => {
    const wechat = open();
    await wechat.requestQr({ state: 's' });
    sandbox.apps.wechat.app.tokens.issue(true);
    expect(await wechat.requestQr({ state: 's' })).toMatchObject({ is: 'ok' });
  });
});

test('gives up a call that is never answered, although the token came at once', async () => {
  const app = fastify({ forceCloseConnections: true });
  app.post('/cgi-bin/stable_token', async () => token('one'));
  app.get('/cgi-bin/user/info', () => new Promise(() => {}));
  const apiUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  expect(await open({ apiUrl }, 200).identifyFollower('o')).toEqual({ is: 'noResponse', why: 'TimeoutError' });
  await app.close();
});

test('ignores the body of a response with an error status', async () => {
  const app = fastify();
  app.post('/cgi-bin/stable_token', async (_request, reply) => reply.code(502).send(token('one')));
  const apiUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  expect(await open({ apiUrl }).identifyFollower('o')).toEqual({ is: 'noResponse', why: 'HTTP 502' });
  await app.close();
});

test.each([
  ['an HTML page', '<html></html>'],
  ['an empty body', ''],
  ['a code without a URL', '{"ticket":"gQ"}'],
  ['a code with an invalid URL', '{"url":"weixin"}'],
  ['an error without an errcode', '{"errcode":"x"}'],
])('treats %s as no response', async (_what, body) => {
  const { wechat } = await gatewayThat((path) => (path === 'stable_token' ? token('one') : Buffer.from(body)));
  expect(await wechat.requestQr({ state: 's' })).toMatchObject({ is: 'noResponse' });
});
