import type { FastifyInstance } from 'fastify';
import { accountPicker } from '../pages/account-picker.ts';
import { fieldsOf } from '../http/request-body.ts';
import { languageOf } from '../pages/language.ts';
import { parseJsonObject } from '../http/request-body.ts';
import { corporation, isMember, wecomAccount } from './wecom-account.ts';
import type { Wecom } from './wecom-app.ts';

type Query = Record<string, string | undefined>;
const lives = 7200;

/** The pages that people's browsers open, to scan or inside the client; whoever is chosen has scanned, or is there. */
export async function wecomPageRoutes(
  app: FastifyInstance,
  { wecom, publicUrl, base }: { wecom: Wecom; publicUrl: string; base: string },
) {
  const { corpId, agentId, suiteId } = wecomAccount;

  const route = (path: string, takes: (query: Query) => boolean) =>
    app.get<{ Querystring: Query }>(path, async (request, reply) => {
      const { redirect_uri: back = '', state = '' } = request.query;
      if (!takes(request.query) || !URL.canParse(back) || new URL(back).origin !== publicUrl)
        return reply.code(400).send();
      const addressOf = (id: string) => `${app.prefix}/scanned?${new URLSearchParams({ id, back, state }).toString()}`;
      const page = accountPicker({ company: corporation, language: languageOf(request).language, base, addressOf });
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page.toString());
    });

  route(
    '/wwlogin/sso/login',
    ({ appid, login_type: type }) =>
      (type === 'CorpApp' && appid === corpId) || (type === 'ServiceApp' && appid === suiteId),
  );
  // Inside the client, which knows whose it is and shows nothing.
  route(
    '/connect/oauth2/authorize',
    ({ appid, agentid, response_type: type, scope, state = '' }) =>
      ((appid === corpId && agentid === agentId) || appid === suiteId) &&
      type === 'code' &&
      scope === 'snsapi_base' &&
      /^[a-zA-Z0-9]{1,128}$/.test(state),
  );

  app.get<{ Querystring: Query }>('/scanned', async ({ query: { id = '', back = '', state = '' } }, reply) => {
    if (!URL.canParse(back) || new URL(back).origin !== publicUrl) return reply.code(400).send();
    return reply.redirect(`${back}?${new URLSearchParams({ code: wecom.issueCode(id), state }).toString()}`, 302);
  });
}

/** WeCom's interface, as far as a sign-in needs it. Whatever it says, it says with HTTP 200. */
export async function wecomGatewayRoutes(app: FastifyInstance, { wecom }: { wecom: Wecom }) {
  const { corpId, secret, suiteId, suiteSecret } = wecomAccount;
  const refused = (errcode: number, errmsg: string) => ({ errcode, errmsg });
  const told = (answer: object) => ({ errcode: 0, errmsg: 'ok', ...answer });

  app.addHook('onRequest', async (_, reply) => {
    if (wecom.fault.mode() === 'down') return reply.code(503).type('text/plain').send('Service Unavailable');
    await wecom.fault.waitIfSlow();
  });

  app.get<{ Querystring: Query }>('/cgi-bin/gettoken', async ({ query }) =>
    query['corpid'] === corpId && query['corpsecret'] === secret
      ? told({ access_token: wecom.issueToken(), expires_in: lives })
      : refused(40001, 'invalid credential'),
  );

  app.get<{ Querystring: Query }>(
    '/cgi-bin/auth/getuserinfo',
    async ({ query: { access_token: token = '', code = '' } }) => {
      if (!wecom.isValidToken(token)) return refused(40014, 'invalid access_token');
      const who = wecom.redeemCode(code);
      if (typeof who === 'number') return refused(who, 'invalid code');
      return told(isMember(who) ? { userid: who } : { openid: `o-${who}` });
    },
  );

  app.post('/cgi-bin/service/get_suite_token', async ({ body }) => {
    const given = typeof body === 'string' ? parseJsonObject(body) : fieldsOf(body);
    if (given?.['suite_id'] !== suiteId || given['suite_secret'] !== suiteSecret)
      return refused(40001, 'invalid credential');
    if (!wecom.isCurrentTicket(String(given['suite_ticket']))) return refused(40085, 'invalid suite ticket');
    return told({ suite_access_token: wecom.issueToken(), expires_in: lives });
  });

  app.get<{ Querystring: Query }>(
    '/cgi-bin/service/auth/getuserinfo3rd',
    async ({ query: { suite_access_token: token = '', code = '' } }) => {
      if (!wecom.isValidToken(token)) return refused(40082, 'invalid suite token');
      const who = wecom.redeemCode(code);
      if (typeof who === 'number') return refused(who, 'invalid code');
      return told(
        isMember(who) ? { corpid: corpId, userid: `wo-${who}`, open_userid: `wo-open-${who}` } : { openid: `o-${who}` },
      );
    },
  );
}
