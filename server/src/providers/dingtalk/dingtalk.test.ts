import fastify from 'fastify';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { minutes } from '@foyer/contract/time';
import { testClock } from '../../../test/support/test-clock.ts';
import { sandboxFor } from '../../../test/support/test-sandbox.ts';
import { createDingtalk } from './dingtalk.ts';

const clock = testClock();
const sandbox = await sandboxFor(clock);
const access = sandbox.dingtalk;
const { codes, fault } = sandbox.dingtalkApp;
afterAll(() => sandbox.close());
afterEach(() => fault.set('working'));

const open = (changes = {}, within = 60_000) => createDingtalk({ ...access, ...changes }, within);
const mei = { unionId: 'union-mei', openId: 'open-mei', mobile: '13800138009', stateCode: '86' };
const subjects = [{ provider: 'dingtalk.unionid', subject: 'union-mei' }];

describe('the page', () => {
  test('is asked for in the words DingTalk documents, and its messages come from one origin', () => {
    const { origin, pageUrl } = open({ loginUrl: 'https://login.dingtalk.com', clientId: 'ding1' });
    const redirectUri = 'https://sign.example.com/api/thirdparty/dingding/callback';
    const url = new URL(pageUrl({ state: 'a b&c', redirectUri }));
    expect(origin).toBe('https://login.dingtalk.com');
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

describe('who agreed', () => {
  test('is known by the union id, with the number that DingTalk vouches for', async () => {
    const told = await open().identify(codes.issue(mei));
    expect(told).toEqual({ is: 'ok', person: { subjects, mobile: '13800138009' } });
  });

  test.each([
    ['from Hong Kong', { stateCode: '852', mobile: '51234567' }],
    ['that would be one of the mainland elsewhere', { stateCode: '1' }],
    ['that is none', { mobile: '1380013' }],
    ['that is not told', { mobile: '' }],
  ])('has no number to us if it is one %s', async (_what, changes) => {
    expect(await open().identify(codes.issue({ ...mei, ...changes }))).toEqual({ is: 'ok', person: { subjects } });
  });

  test('is told once for a code, within five minutes', async () => {
    const notFound = { is: 'refused', why: 'invalidParameter.authCode.notFound' };
    const code = codes.issue(mei);
    expect(await open().identify(code)).toMatchObject({ is: 'ok' });
    expect(await open().identify(code)).toEqual(notFound);
    const late = codes.issue(mei);
    clock.move(minutes(5));
    expect(await open().identify(late)).toEqual(notFound);
    expect(await open().identify('guessed')).toEqual(notFound);
  });

  test('is not told to an app with a wrong secret, nor to one that may not ask', async () => {
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

  test('stays unknown while DingTalk does not answer, and nobody waits longer than they may', async () => {
    fault.set('down');
    expect(await open().identify(codes.issue(mei))).toEqual({ is: 'noAnswer', why: 'HTTP 503' });
    fault.set('slow');
    expect(await open({}, 50).identify(codes.issue(mei))).toEqual({ is: 'noAnswer', why: 'TimeoutError' });
    expect(await open({ apiUrl: 'http://127.0.0.1:9' }).identify('c')).toMatchObject({ is: 'noAnswer' });
  });

  test('stays unknown if DingTalk has trouble of its own, which is not the code’s fault', async () => {
    const app = fastify();
    const trouble = { code: 'ServiceUnavailable', requestid: '1', message: '系统繁忙' };
    app.post('/v1.0/oauth2/userAccessToken', async (_request, reply) => reply.code(503).send(trouble));
    const apiUrl = await app.listen({ host: '127.0.0.1', port: 0 });
    expect(await open({ apiUrl }).identify('c')).toEqual({ is: 'noAnswer', why: 'HTTP 503' });
    await app.close();
  });

  test.each([
    ['no token', {}, mei, { is: 'noAnswer', why: 'no token' }],
    ['nobody', { accessToken: 't' }, { openId: 'open-mei' }, { is: 'refused', why: 'no union id' }],
    ['an empty id', { accessToken: 't' }, { unionId: '' }, { is: 'refused', why: 'no union id' }],
  ])('stays unknown if the answer names %s', async (_what, tokenAnswer, me, expected) => {
    const app = fastify();
    app.post('/v1.0/oauth2/userAccessToken', async () => tokenAnswer);
    app.get('/v1.0/contact/users/me', async () => me);
    const apiUrl = await app.listen({ host: '127.0.0.1', port: 0 });
    expect(await open({ apiUrl }).identify('c')).toEqual(expected);
    await app.close();
  });
});
