import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createFault, replyUnavailable } from '../../fault/fault.ts';
import { fieldsOf, queryOf } from '../../http/request-body.ts';
import { consentScanner } from '../framed/consent-scanner.ts';
import { createFramedLogins } from '../framed/framed-logins.ts';
import { framedPageRoutes } from '../framed/framed-page.routes.ts';
import { createGrants } from '../framed/grants.ts';
import {
  type AppAccounts,
  type AppSurroundings,
  type SandboxApp,
  differsFrom,
  stateOf,
  withParams,
} from '../sandbox-app.ts';

/** The service's app at Feishu. Its secret is valid in this sandbox only. */
const account = { appId: 'cli_sandbox0a1b2c3d', appSecret: 'sandbox-feishu-app-secret' };
const access = (apiUrl: string, pagesUrl: string) => ({
  ...account,
  apiUrl,
  passportUrl: pagesUrl,
  accountsUrl: pagesUrl,
  tenants: new Array<string>(),
});

type FeishuPerson = AppAccounts['feishu'];
const authorizePath = '/suite/passport/oauth/authorize';

/** Feishu: the page with its QR code, its servers, and the app on every phone. */
function createFeishu({ now, publicUrl, apiBase }: Pick<AppSurroundings, 'now' | 'publicUrl' | 'apiBase'>) {
  const base = `${publicUrl}/sandbox/feishu`;
  const redirectUri = `${publicUrl}${apiBase}/thirdparty/feishu/callback`;
  const codes = createGrants<FeishuPerson>(now);
  /** The temporary codes of confirmed scans, of which each is exchanged for an authorization code once. */
  const confirmed = new Map<string, FeishuPerson>();
  const invalidParameter = differsFrom({
    client_id: account.appId,
    redirect_uri: redirectUri,
    response_type: 'code',
  });

  const { start, ...logins } = createFramedLogins<FeishuPerson>({
    now,
    qrUrlOf: (qrId) => `${base}/q/${qrId}`,
    issue(person) {
      const tmpCode = randomUUID();
      confirmed.set(tmpCode, person);
      return tmpCode;
    },
    endOf: ({ state }, tmpCode) =>
      tmpCode
        ? {
            redirectUrl: withParams(`${base}${authorizePath}`, { state, tmp_code: tmpCode }),
            message: { source: 'qrcode', tmp_code: tmpCode },
          }
        : undefined,
  });

  return {
    codes,
    fault: createFault(),
    ...logins,
    invalidParameter,

    /** Opens the page for a frame. A refusal names the invalid query parameter. */
    startLogin(query: URLSearchParams): ReturnType<typeof start> | { is: 'refused'; parameter: string } {
      const goto = query.get('goto') ?? '';
      if (!goto.startsWith(`${base}${authorizePath}?`)) return { is: 'refused', parameter: 'goto' };
      const params = new URL(goto).searchParams;
      const parameter = invalidParameter(params);
      return parameter ? { is: 'refused', parameter } : start({ redirectUri, state: stateOf(params) });
    },

    returnUrl: (person: FeishuPerson, query: URLSearchParams) =>
      withParams(redirectUri, { code: codes.issue(person), state: stateOf(query) }),
    declinedUrl: (query: URLSearchParams) => withParams(redirectUri, { error: 'access_denied', state: stateOf(query) }),

    /** The person behind a temporary code, which is used up. */
    confirmedBy(tmpCode: string) {
      const person = confirmed.get(tmpCode);
      confirmed.delete(tmpCode);
      return person;
    },
    redirectUri,
  };
}
export type Feishu = ReturnType<typeof createFeishu>;

async function pages(scope: FastifyInstance, feishu: Feishu) {
  await framedPageRoutes(scope, {
    app: 'feishu',
    fault: feishu.fault,
    path: '/suite/passport/sso/qr',
    status: feishu.status,
    open(query) {
      const login = feishu.startLogin(query);
      return login.is === 'refused' ? login : { ...login, redirectUri: feishu.redirectUri, inFrame: true };
    },
  });

  scope.get(authorizePath, async (request, reply) => {
    const query = queryOf(request);
    const invalid = feishu.invalidParameter(query);
    const person = invalid ? undefined : feishu.confirmedBy(query.get('tmp_code') ?? '');
    if (person) return reply.redirect(feishu.returnUrl(person, query), 302);
    return reply
      .code(400)
      .type('text/plain')
      .send(`${invalid ?? 'tmp_code'} is not valid`);
  });
}

/** The calls of the API that a sign-in needs: JSON, with a code besides the HTTP status. */
async function gateway(scope: FastifyInstance, { codes, fault, redirectUri }: Feishu) {
  const refuse = (reply: FastifyReply, code: number, error: string) =>
    reply.code(400).send({ code, error, error_description: error });

  scope.addHook('preHandler', async (_request, reply) => {
    if (fault.mode() === 'down') return replyUnavailable(reply);
  });
  scope.addHook('onSend', async () => fault.waitIfSlow());

  scope.post('/open-apis/authen/v2/oauth/token', async ({ body }, reply) => {
    const fields = fieldsOf(body);
    if (fields['client_id'] !== account.appId) return refuse(reply, 20048, 'invalid_client');
    if (fields['client_secret'] !== account.appSecret) return refuse(reply, 20002, 'invalid_client');
    if (fields['grant_type'] !== 'authorization_code') return refuse(reply, 20036, 'unsupported_grant_type');
    const { code } = fields;
    const token = typeof code === 'string' ? codes.redeem(code) : undefined;
    if (!token) return refuse(reply, 20003, 'invalid_grant');
    if (fields['redirect_uri'] !== redirectUri) return refuse(reply, 20071, 'invalid_grant');
    const { accessToken, expireIn } = token;
    return reply.send({ code: 0, access_token: accessToken, expires_in: expireIn, token_type: 'Bearer' });
  });

  scope.get('/open-apis/authen/v1/user_info', async ({ headers }, reply) => {
    const person = codes.personOf(headers.authorization?.replace(/^Bearer /, '') ?? '');
    if (!person) return refuse(reply, 99991668, 'Invalid access token');
    if (fault.mode() === 'refusing') return refuse(reply, 99991679, 'Unauthorized');
    const { unionId, openId, tenantKey, mobile } = person;
    const data = { name: '沙箱', union_id: unionId, open_id: openId, tenant_key: tenantKey, mobile };
    return reply.send({ code: 0, msg: 'success', data });
  });
}

export function feishuSandbox(surroundings: AppSurroundings) {
  const app = createFeishu(surroundings);
  return {
    app,
    fault: app.fault,
    scanner: consentScanner('feishu', app, ({ feishu }) => feishu),
    access,
    gateway: (scope) => gateway(scope, app),
    subjectOf: ({ feishu: { unionId } }) => ({ provider: 'feishu.unionid', subject: unionId }),
    qrPath: '/q/:id',
    pages: (scope) => pages(scope, app),
    authorizePage: {
      path: '/open-apis/authen/v1/authorize',
      invalidParameter: app.invalidParameter,
      redirectUrl: ({ feishu }, query) => app.returnUrl(feishu, query),
      declinedUrl: app.declinedUrl,
    },
  } satisfies SandboxApp;
}
