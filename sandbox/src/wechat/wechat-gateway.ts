import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Fault } from '../fault/fault.ts';
import { parseJsonObject } from '../http/request-body.ts';
import { wechatAccount } from './wechat-account.ts';
import type { Wechat } from './wechat-app.ts';
import type { WechatQrCodes } from './wechat-qr-codes.ts';
import type { WechatFollowers } from './wechat-followers.ts';
import type { WechatTokens } from './wechat-tokens.ts';

interface WechatGateway {
  tokens: WechatTokens;
  qrCodes: WechatQrCodes;
  followers: WechatFollowers;
  oauthCodes: Wechat['oauthCodes'];
  fault: Fault;
}

type Answer = Record<string, unknown>;

const longestLife = 2_592_000;

/** WeChat's interface for official accounts, as far as a sign-in needs it. Whatever it says, it says with HTTP 200. */
export async function wechatGatewayRoutes(
  app: FastifyInstance,
  { tokens, qrCodes, followers, oauthCodes, fault }: WechatGateway,
) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, body: string) => body);

  const route = (method: 'GET' | 'POST', path: string, answer: (request: FastifyRequest) => Answer) =>
    app.route({
      method,
      url: path,
      handler: async (request, reply) => {
        // What stands before a gateway answers in its stead, and not in its words.
        if (fault.mode() === 'down') return reply.code(503).type('text/plain').send('Service Unavailable');
        const said = fault.mode() === 'refusing' ? refused(45009, 'reach max api daily quota limit') : answer(request);
        await fault.waitIfSlow();
        return reply.send(said);
      },
    });

  const withToken = (answer: (request: FastifyRequest) => Answer) => (request: FastifyRequest) => {
    const token = paramsOf(request).get('access_token');
    if (!token) return refused(41001, 'access_token missing');
    const standing = tokens.status(token);
    if (standing === 'taken') return answer(request);
    return standing === 'expired'
      ? refused(42001, 'access_token expired')
      : refused(40001, 'invalid credential, access_token is invalid or not latest');
  };

  route('POST', '/cgi-bin/stable_token', ({ body }) => {
    const order = objectIn(body);
    if (!order) return refused(47001, 'data format error');
    if (order['grant_type'] !== 'client_credential') return refused(40002, 'invalid grant_type');
    if (order['appid'] !== wechatAccount.appId) return refused(40013, 'invalid appid');
    if (order['secret'] !== wechatAccount.secret) return refused(40125, 'invalid appsecret');
    return tokens.issue(order['force_refresh'] === true);
  });

  route('GET', '/sns/oauth2/access_token', (request) => {
    const params = paramsOf(request);
    if (params.get('appid') !== wechatAccount.appId) return refused(40013, 'invalid appid');
    if (params.get('secret') !== wechatAccount.secret) return refused(40125, 'invalid appsecret');
    if (params.get('grant_type') !== 'authorization_code') return refused(40002, 'invalid grant_type');
    const told = oauthCodes.redeem(params.get('code') ?? '');
    if (told.is !== 'owner')
      return told.is === 'used' ? refused(40163, 'code been used') : refused(40029, 'invalid code');
    const given = { access_token: randomUUID(), expires_in: 7200, refresh_token: randomUUID() };
    return { ...given, openid: told.openid, scope: 'snsapi_base' };
  });

  route(
    'POST',
    '/cgi-bin/qrcode/create',
    withToken(({ body }) => {
      const order = objectIn(body);
      if (!order) return refused(47001, 'data format error');
      const { expire_seconds: lives = 30, action_name: action } = order;
      const scene = insideOf(insideOf(order['action_info'])?.['scene'])?.['scene_str'];
      const isScene = typeof scene === 'string' && scene.length >= 1 && scene.length <= 64;
      if (action !== 'QR_STR_SCENE') return refused(40052, 'invalid action name');
      const isLife = typeof lives === 'number' && Number.isInteger(lives) && lives >= 1 && lives <= longestLife;
      if (!isScene || !isLife) return refused(40053, 'invalid action info');
      return qrCodes.create(scene, lives);
    }),
  );

  route(
    'GET',
    '/cgi-bin/user/info',
    withToken((request) => {
      const params = paramsOf(request);
      const person = followers.find(params.get('openid') ?? '');
      if (!person) return refused(40003, 'invalid openid');
      // Of someone who left nothing more is told.
      if (!person.follows) return { subscribe: 0, openid: person.openid };
      return {
        subscribe: 1,
        openid: person.openid,
        language: params.get('lang') ?? 'zh_CN',
        unionid: person.unionid,
        remark: '',
        groupid: 0,
        tagid_list: [],
        subscribe_scene: 'ADD_SCENE_QR_CODE',
      };
    }),
  );
}

const refused = (errcode: number, errmsg: string) => ({ errcode, errmsg: `${errmsg} rid: sandbox` });

const paramsOf = ({ url }: FastifyRequest) => new URLSearchParams(url.split('?')[1]);
const objectIn = (body: unknown) => (typeof body === 'string' ? parseJsonObject(body) : undefined);
const insideOf = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null ? { ...value } : undefined;
