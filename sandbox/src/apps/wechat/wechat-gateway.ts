import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { replyUnavailable } from '../../fault/fault.ts';
import { acceptText, fieldsOf, parseJsonObject, queryOf } from '../../http/request-body.ts';
import { wechatAccount } from './wechat-account.ts';
import type { Wechat } from './wechat-app.ts';

type WechatGateway = Pick<Wechat, 'tokens' | 'qrCodes' | 'followers' | 'oauthCodes' | 'fault'>;
type Response = Record<string, unknown>;

const maxQrSeconds = 2_592_000;

/** The calls of WeChat's official account API that a sign-in needs. Errors are answered with HTTP 200 too. */
export async function wechatGatewayRoutes(
  server: FastifyInstance,
  { tokens, qrCodes, followers, oauthCodes, fault }: WechatGateway,
) {
  acceptText(server);

  const route = (method: 'GET' | 'POST', path: string, handle: (request: FastifyRequest) => Response) =>
    server.route({
      method,
      url: path,
      handler: async (request, reply) => {
        if (fault.mode() === 'down') return replyUnavailable(reply);
        const response =
          fault.mode() === 'refusing' ? refused(45009, 'reach max api daily quota limit') : handle(request);
        await fault.waitIfSlow();
        return reply.send(response);
      },
    });

  const withToken = (handle: (request: FastifyRequest) => Response) => (request: FastifyRequest) => {
    const token = queryOf(request).get('access_token');
    if (!token) return refused(41001, 'access_token missing');
    const status = tokens.status(token);
    if (status === 'valid') return handle(request);
    return status === 'expired'
      ? refused(42001, 'access_token expired')
      : refused(40001, 'invalid credential, access_token is invalid or not latest');
  };

  route('POST', '/cgi-bin/stable_token', ({ body }) => {
    const request = parseBody(body);
    if (!request) return refused(47001, 'data format error');
    if (request['grant_type'] !== 'client_credential') return refused(40002, 'invalid grant_type');
    if (request['appid'] !== wechatAccount.appId) return refused(40013, 'invalid appid');
    if (request['secret'] !== wechatAccount.secret) return refused(40125, 'invalid appsecret');
    return tokens.issue(request['force_refresh'] === true);
  });

  route('GET', '/sns/oauth2/access_token', (request) => {
    const params = queryOf(request);
    if (params.get('appid') !== wechatAccount.appId) return refused(40013, 'invalid appid');
    if (params.get('secret') !== wechatAccount.secret) return refused(40125, 'invalid appsecret');
    if (params.get('grant_type') !== 'authorization_code') return refused(40002, 'invalid grant_type');
    const result = oauthCodes.redeem(params.get('code') ?? '');
    if (result.is !== 'owner')
      return result.is === 'used' ? refused(40163, 'code been used') : refused(40029, 'invalid code');
    const token = { access_token: randomUUID(), expires_in: 7200, refresh_token: randomUUID() };
    return { ...token, openid: result.openid, scope: 'snsapi_base' };
  });

  route(
    'POST',
    '/cgi-bin/qrcode/create',
    withToken(({ body }) => {
      const request = parseBody(body);
      if (!request) return refused(47001, 'data format error');
      const { expire_seconds: lifetime = 30, action_name: action, action_info: info } = request;
      const { scene_str: scene } = fieldsOf(fieldsOf(info)['scene']);
      const isValidScene = typeof scene === 'string' && scene.length >= 1 && scene.length <= 64;
      if (action !== 'QR_STR_SCENE') return refused(40052, 'invalid action name');
      const isValidLifetime =
        typeof lifetime === 'number' && Number.isInteger(lifetime) && lifetime >= 1 && lifetime <= maxQrSeconds;
      if (!isValidScene || !isValidLifetime) return refused(40053, 'invalid action info');
      return qrCodes.create(scene, lifetime);
    }),
  );

  route(
    'GET',
    '/cgi-bin/user/info',
    withToken((request) => {
      const params = queryOf(request);
      const person = followers.find(params.get('openid') ?? '');
      if (!person) return refused(40003, 'invalid openid');
      // WeChat discloses nothing else about a person who does not follow the account.
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

const parseBody = (body: unknown) => (typeof body === 'string' ? parseJsonObject(body) : undefined);
