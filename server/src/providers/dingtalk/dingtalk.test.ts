import fastify from 'fastify';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { minutes } from '@foyer/contract/time';
import { testClock } from '../../../test/support/test-clock.ts';
import { sandboxFor } from '../../../test/support/test-sandbox.ts';
import { createDingtalk } from './dingtalk.ts';

const clock = testClock();
const sandbox = await sandboxFor(clock);
const access = sandbox.scanApps.dingtalk;
const { codes, fault } = sandbox.apps.dingtalk.app;
afterAll(() => sandbox.close());
afterEach(() => fault.set('working'));

const open = (changes = {}, within = 60_000) => createDingtalk({ ...access, ...changes }, within);
const mei = { unionId: 'union-mei', openId: 'open-mei', mobile: '13800138009', stateCode: '86' };
const subjects = [{ provider: 'dingtalk.unionid', subject: 'union-mei' }];

describe('the page', () => {
  test('has the documented parameters and the origin of its messages', async () => {
    const { frameOrigin, requestQr } = open({ loginUrl: 'https://login.dingtalk.com', clientId: 'ding1' });
    const redirectUri = 'https://sign.example.com/api/thirdparty/dingding/callback';
    const url = new URL((await requestQr({ state: 'a b&c', redirectUri })).url);
    expect(frameOrigin).toBe('https://login.dingtalk.com');
    expect(url.origin + url.pathname).toBe('https://login.dingtalk.com/oauth2/auth');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      iframe: 'true',
      redirect_uri: redirectUri,
      response_type: 'code',
      client_id: 'ding1',
      scope: 'openid',
      state: 'a b&c',
      prompt: 'consent',
    });
  });
});

describe('the person who agreed', () => {
  test('is identified by the union id, with the verified mobile number', async () => {
    const result = await open().identify(codes.issue(mei));
    expect(result).toEqual({ is: 'ok', person: { subjects, mobile: '13800138009' } });
  });

  test.each([
    ['from Hong Kong', { stateCode: '852', mobile: '51234567' }],
    ['that looks like a mainland number of another country', { stateCode: '1' }],
    ['that is invalid', { mobile: '1380013' }],
    ['that is empty', { mobile: '' }],
  ])('has no mobile number if it is one %s', async (_what, changes) => {
    expect(await open().identify(codes.issue({ ...mei, ...changes }))).toEqual({ is: 'ok', person: { subjects } });
  });

  test('is identified once per code, within five minutes', async () => {
    const notFound = { is: 'refused', why: 'invalidParameter.authCode.notFound' };
    const code = codes.issue(mei);
    expect(await open().identify(code)).toMatchObject({ is: 'ok' });
    expect(await open().identify(code)).toEqual(notFound);
    const late = codes.issue(mei);
    clock.move(minutes(5));
    expect(await open().identify(late)).toEqual(notFound);
    expect(await open().identify('guessed')).toEqual(notFound);
  });

  test('is not identified for an app with a wrong secret or without permission', async () => {
    expect(await open({ clientSecret: 'wrong' }).identify(codes.issue(mei))).toEqual({
      is: 'refused',
      why: 'invalidClientIdOrSecret',
    });
    fault.set('refusing');
    expect(await open().identify(codes.issue(mei))).toEqual({
      is: 'refused',
      why: 'Forbidden.AccessDenied.AccessTokenPermissionDenied',
    });
  });

  test('is unknown while DingTalk does not answer within the timeout', async () => {
    fault.set('down');
    expect(await open().identify(codes.issue(mei))).toEqual({ is: 'noResponse', why: 'HTTP 503' });
    fault.set('slow');
    expect(await open({}, 50).identify(codes.issue(mei))).toEqual({ is: 'noResponse', why: 'TimeoutError' });
    expect(await open({ apiUrl: 'http://127.0.0.1:9' }).identify('c')).toMatchObject({ is: 'noResponse' });
  });

  test('is unknown while DingTalk reports an error of its own', async () => {
    const app = fastify();
    const error = { code: 'ServiceUnavailable', requestid: '1', message: '系统繁忙' };
    app.post('/v1.0/oauth2/userAccessToken', async (_request, reply) => reply.code(503).send(error));
    const apiUrl = await app.listen({ host: '127.0.0.1', port: 0 });
    expect(await open({ apiUrl }).identify('c')).toEqual({ is: 'noResponse', why: 'HTTP 503' });
    await app.close();
  });

  test.each([
    ['no token', {}, mei, { is: 'noResponse', why: 'no token' }],
    ['no union id', { accessToken: 't' }, { openId: 'open-mei' }, { is: 'refused', why: 'no union id' }],
    ['an empty union id', { accessToken: 't' }, { unionId: '' }, { is: 'refused', why: 'no union id' }],
  ])('is unknown if the response has %s', async (_what, tokenResponse, me, expected) => {
    const app = fastify();
    app.post('/v1.0/oauth2/userAccessToken', async () => tokenResponse);
    app.get('/v1.0/contact/users/me', async () => me);
    const apiUrl = await app.listen({ host: '127.0.0.1', port: 0 });
    expect(await open({ apiUrl }).identify('c')).toEqual(expected);
    await app.close();
  });
});
