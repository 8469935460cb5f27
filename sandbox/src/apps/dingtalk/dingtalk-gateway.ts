import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { replyUnavailable } from '../../fault/fault.ts';
import { fieldsOf, parseJsonObject } from '../../http/request-body.ts';
import { dingtalkAccount } from './dingtalk-account.ts';
import type { Dingtalk } from './dingtalk-app.ts';

/** The calls of DingTalk's API that a sign-in needs: JSON only, and errors with an HTTP status of their own. */
export async function dingtalkGatewayRoutes(
  server: FastifyInstance,
  { codes, fault }: Pick<Dingtalk, 'codes' | 'fault'>,
) {
  const refuse = (reply: FastifyReply, status: number, code: string, message: string, more = {}) =>
    reply.code(status).send({ code, requestid: randomUUID(), message, ...more });

  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: unknown, body: string) =>
    parseJsonObject(body),
  );
  server.setErrorHandler((_error, _request, reply) => refuse(reply, 400, 'Missingbody', 'body is mandatory'));

  server.addHook('preHandler', async (_request, reply) => {
    if (fault.mode() === 'down') return replyUnavailable(reply);
  });
  server.addHook('onSend', async () => fault.waitIfSlow());

  server.post('/v1.0/oauth2/userAccessToken', async ({ body }, reply) => {
    const { clientId, clientSecret, code, grantType } = fieldsOf(body);
    if (body === undefined) return refuse(reply, 400, 'Missingbody', 'body is mandatory');
    if (clientId !== dingtalkAccount.clientId || clientSecret !== dingtalkAccount.clientSecret)
      return refuse(reply, 400, 'invalidClientIdOrSecret', '无效的clientId或者clientSecret');
    if (grantType !== 'authorization_code')
      return refuse(reply, 400, 'invalidParameter.grantType', '不合法的grantType');
    const token = typeof code === 'string' ? codes.redeem(code) : undefined;
    if (!token) return refuse(reply, 400, 'invalidParameter.authCode.notFound', '不合法的临时授权码');
    return reply.send({ ...token, refreshToken: randomUUID().replaceAll('-', '') });
  });

  server.get('/v1.0/contact/users/me', async ({ headers }, reply) => {
    const token = headers['x-acs-dingtalk-access-token'];
    const person = typeof token === 'string' ? codes.personOf(token) : undefined;
    if (!person) return refuse(reply, 400, 'InvalidAuthentication', '不合法的access_token');
    if (fault.mode() === 'refusing')
      return refuse(reply, 403, 'Forbidden.AccessDenied.AccessTokenPermissionDenied', '没有调用该接口的权限', {
        accessdenieddetail: { requiredScopes: ['Contact.User.Read'] },
      });
    return reply.send({ nick: '沙箱', ...person, visitor: false });
  });
}
