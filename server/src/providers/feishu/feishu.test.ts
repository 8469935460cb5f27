import fastify from 'fastify';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { minutes } from '@foyer/contract/time';
import { testClock } from '../../../test/support/test-clock.ts';
import { sandboxFor } from '../../../test/support/test-sandbox.ts';
import { readConfig } from '../../config/read-config.ts';
import { createFeishu } from './feishu.ts';

const clock = testClock();
const sandbox = await sandboxFor(clock);
const access = sandbox.scanApps.feishu;
const { codes, fault, redirectUri } = sandbox.apps.feishu.app;
afterAll(() => sandbox.close());
afterEach(() => fault.set('working'));

const open = (changes = {}, within = 60_000) => createFeishu({ ...access, ...changes }, within);
const identify = (code: string, changes = {}) => open(changes).identify(code, redirectUri);
const mei = { unionId: 'on_mei', openId: 'ou_mei', tenantKey: 'tenant-1', mobile: '+8613800138009' };
const subjects = [{ provider: 'feishu.unionid', subject: 'on_mei' }];

describe('the page', () => {
  const real = {
    passportUrl: 'https://passport.feishu.cn',
    accountsUrl: 'https://accounts.feishu.cn',
    appId: 'cli_1',
  };
  const page = { state: 'a b&c', redirectUri: 'https://sign.example.com/api/thirdparty/feishu/callback' };
  const parameters = { client_id: 'cli_1', redirect_uri: page.redirectUri, response_type: 'code', state: 'a b&c' };
  const partsOf = ({ origin, pathname, searchParams }: URL) => [origin + pathname, Object.fromEntries(searchParams)];

  test('in the frame has the URL to go on to, with the documented parameters, and the origin of its messages', async () => {
    const { frameOrigin, requestQr } = open(real);
    const [path, { goto = '', ...more }] = partsOf(new URL((await requestQr(page)).url)) as [
      string,
      Record<string, string>,
    ];
    expect(frameOrigin).toBe('https://passport.feishu.cn');
    expect([path, more]).toEqual(['https://passport.feishu.cn/suite/passport/sso/qr', { sdk_version: '1.0.3' }]);
    expect(partsOf(new URL(goto))).toEqual(['https://passport.feishu.cn/suite/passport/oauth/authorize', parameters]);
  });

  test('inside the app has the documented parameters, with what the person is asked for', () => {
    const url = new URL(open(real).authorizeUrl(page));
    expect(partsOf(url)).toEqual(['https://accounts.feishu.cn/open-apis/authen/v1/authorize', parameters]);
  });

  test.each(['feishu.cn', 'larksuite.com'])('and the API are those of %s', (FEISHU_DOMAIN) => {
    const keys = { FEISHU_APP_ID: 'cli_1', FEISHU_APP_SECRET: 'a-secret' };
    const { scan } = readConfig({ ...keys, FEISHU_DOMAIN, SCAN_APPS: 'feishu', FEISHU_TENANTS: 'one, two' });
    expect(scan.apps.feishu).toEqual({
      passportUrl: `https://passport.${FEISHU_DOMAIN}`,
      accountsUrl: `https://accounts.${FEISHU_DOMAIN}`,
      apiUrl: `https://open.${FEISHU_DOMAIN}`,
      appId: 'cli_1',
      appSecret: 'a-secret',
      tenants: ['one', 'two'],
    });
  });
});

describe('the person who agreed', () => {
  test('is identified by the union id alone: the mobile number is one that an administrator has entered', async () => {
    expect(mei.mobile).toBe('+8613800138009');
    expect(await identify(codes.issue(mei))).toEqual({ is: 'ok', person: { subjects } });
    expect(open().verifiesMobiles).toBe(false);
  });

  test('is a member of one of the named tenants, if any is named', async () => {
    const refused = { is: 'refused', why: 'other tenant' };
    expect(await identify(codes.issue(mei), { tenants: ['tenant-2'] })).toEqual(refused);
    expect(await identify(codes.issue({ ...mei, tenantKey: '' }), { tenants: ['tenant-2'] })).toEqual(refused);
    expect(await identify(codes.issue(mei), { tenants: ['tenant-2', 'tenant-1'] })).toMatchObject({ is: 'ok' });
  });

  test('is identified once per code, within five minutes, with the same redirect URL', async () => {
    const notFound = { is: 'refused', why: '20003' };
    const code = codes.issue(mei);
    expect(await identify(code)).toMatchObject({ is: 'ok' });
    expect(await identify(code)).toEqual(notFound);
    const late = codes.issue(mei);
    clock.move(minutes(5));
    expect(await identify(late)).toEqual(notFound);
    expect(await identify('guessed')).toEqual(notFound);
    expect(await open().identify(codes.issue(mei), `${redirectUri}/`)).toEqual({ is: 'refused', why: '20071' });
  });

  test('is not identified for an app with a wrong secret or without permission', async () => {
    expect(await identify(codes.issue(mei), { appSecret: 'wrong' })).toEqual({ is: 'refused', why: '20002' });
    fault.set('refusing');
    expect(await identify(codes.issue(mei))).toEqual({ is: 'refused', why: '99991679' });
  });

  test('is unknown while Feishu does not answer within the timeout', async () => {
    fault.set('down');
    expect(await identify(codes.issue(mei))).toEqual({ is: 'noResponse', why: 'HTTP 503' });
    fault.set('slow');
    expect(await open({}, 50).identify(codes.issue(mei), redirectUri)).toEqual({
      is: 'noResponse',
      why: 'TimeoutError',
    });
    expect(await identify('c', { apiUrl: 'http://127.0.0.1:9' })).toMatchObject({ is: 'noResponse' });
  });

  const token = { code: 0, access_token: 't' };
  test.each([
    ['no token', { code: 0 }, {}, { is: 'noResponse', why: 'no token' }],
    ['a code besides a token', { code: 20050, access_token: 't' }, {}, { is: 'refused', why: '20050' }],
    ['no code', { access_token: 't' }, {}, { is: 'noResponse', why: 'HTTP 200' }],
    ['no data', token, { code: 0 }, { is: 'refused', why: 'no union id' }],
    ['no union id', token, { code: 0, data: { open_id: 'ou_mei' } }, { is: 'refused', why: 'no union id' }],
    ['an empty union id', token, { code: 0, data: { union_id: '' } }, { is: 'refused', why: 'no union id' }],
    [
      'a code as text',
      { ...token, code: '0' },
      { code: 0, data: { union_id: 'on_mei' } },
      { is: 'ok', person: { subjects } },
    ],
  ])('is read from a response that has %s', async (_what, tokenResponse, me, expected) => {
    const app = fastify();
    app.post('/open-apis/authen/v2/oauth/token', async () => tokenResponse);
    app.get('/open-apis/authen/v1/user_info', async () => me);
    const apiUrl = await app.listen({ host: '127.0.0.1', port: 0 });
    expect(await identify('c', { apiUrl })).toEqual(expected);
    await app.close();
  });
});

test('the doctor finds out whether our secret is accepted', async () => {
  expect(await open().checkAccess()).toMatchObject({ is: 'ok' });
  expect(await open({ appSecret: 'wrong' }).checkAccess()).toMatchObject({ is: 'refused', why: '20002' });
});
