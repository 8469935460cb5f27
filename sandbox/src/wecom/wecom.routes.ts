import type { FastifyInstance } from 'fastify';
import { replyUnavailable } from '../fault/fault.ts';
import { fieldsOf, parseJsonObject } from '../http/request-body.ts';
import { accountPicker } from '../pages/account-picker.ts';
import { languageOf } from '../pages/language.ts';
import { sendHtml } from '../pages/send-page.ts';
import { corporation, isMember, wecomAccount } from './wecom-account.ts';
import type { Wecom } from './wecom-app.ts';

type Query = Record<string, string | undefined>;
const tokenSeconds = 7200;

/** The pages that a browser opens: the QR login, and the OAuth page inside the WeCom app. */
export async function wecomPageRoutes(
  server: FastifyInstance,
  { wecom, publicUrl, base }: { wecom: Wecom; publicUrl: string; base: string },
) {
  const { corpId, agentId, suiteId } = wecomAccount;
  const isServiceUrl = (url: string) => URL.canParse(url) && new URL(url).origin === publicUrl;

  const route = (path: string, isValid: (query: Query) => boolean) =>
    server.get<{ Querystring: Query }>(path, async (request, reply) => {
      const { redirect_uri: back = '', state = '' } = request.query;
      if (!isValid(request.query) || !isServiceUrl(back)) return reply.code(400).send();
      const urlOf = (id: string) => `${server.prefix}/scanned?${new URLSearchParams({ id, back, state }).toString()}`;
      const { language } = languageOf(request);
      return sendHtml(reply, accountPicker({ directory: corporation, language, base, urlOf }));
    });

  route(
    '/wwlogin/sso/login',
    ({ appid, login_type: type }) =>
      (type === 'CorpApp' && appid === corpId) || (type === 'ServiceApp' && appid === suiteId),
  );
  // The real WeCom app knows its owner and shows no page here.
  route(
    '/connect/oauth2/authorize',
    ({ appid, agentid, response_type: type, scope, state = '' }) =>
      ((appid === corpId && agentid === agentId) || appid === suiteId) &&
      type === 'code' &&
      scope === 'snsapi_base' &&
      /^[a-zA-Z0-9]{1,128}$/.test(state),
  );

  server.get<{ Querystring: Query }>('/scanned', async ({ query: { id = '', back = '', state = '' } }, reply) => {
    if (!isServiceUrl(back)) return reply.code(400).send();
    return reply.redirect(`${back}?${new URLSearchParams({ code: wecom.issueCode(id), state }).toString()}`, 302);
  });
}

/** The calls of WeCom's API that a sign-in needs. Errors are answered with HTTP 200 too. */
export async function wecomGatewayRoutes(server: FastifyInstance, { wecom }: { wecom: Wecom }) {
  const { corpId, secret, suiteId, suiteSecret } = wecomAccount;
  const refused = (errcode: number, errmsg: string) => ({ errcode, errmsg });
  const ok = (data: object) => ({ errcode: 0, errmsg: 'ok', ...data });

  server.addHook('onRequest', async (_, reply) => {
    if (wecom.fault.mode() === 'down') return replyUnavailable(reply);
    await wecom.fault.waitIfSlow();
  });

  server.get<{ Querystring: Query }>('/cgi-bin/gettoken', async ({ query }) =>
    query['corpid'] === corpId && query['corpsecret'] === secret
      ? ok({ access_token: wecom.issueToken(), expires_in: tokenSeconds })
      : refused(40001, 'invalid credential'),
  );

  server.get<{ Querystring: Query }>(
    '/cgi-bin/auth/getuserinfo',
    async ({ query: { access_token: token = '', code = '' } }) => {
      if (!wecom.isValidToken(token)) return refused(40014, 'invalid access_token');
      const result = wecom.redeemCode(code);
      if (typeof result === 'number') return refused(result, 'invalid code');
      return ok(isMember(result) ? { userid: result } : { openid: `o-${result}` });
    },
  );

  server.post('/cgi-bin/service/get_suite_token', async ({ body }) => {
    const request = typeof body === 'string' ? parseJsonObject(body) : fieldsOf(body);
    if (request?.['suite_id'] !== suiteId || request['suite_secret'] !== suiteSecret)
      return refused(40001, 'invalid credential');
    if (!wecom.isCurrentTicket(String(request['suite_ticket']))) return refused(40085, 'invalid suite ticket');
    return ok({ suite_access_token: wecom.issueToken(), expires_in: tokenSeconds });
  });

  server.get<{ Querystring: Query }>(
    '/cgi-bin/service/auth/getuserinfo3rd',
    async ({ query: { suite_access_token: token = '', code = '' } }) => {
      if (!wecom.isValidToken(token)) return refused(40082, 'invalid suite token');
      const result = wecom.redeemCode(code);
      if (typeof result === 'number') return refused(result, 'invalid code');
      return ok(
        isMember(result)
          ? { corpid: corpId, userid: `wo-${result}`, open_userid: `wo-open-${result}` }
          : { openid: `o-${result}` },
      );
    },
  );
}
