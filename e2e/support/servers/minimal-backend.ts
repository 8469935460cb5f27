import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { json } from 'node:stream/consumers';

/** One request that the back end received. */
export interface ReceivedCall {
  /** Method and path without the base, such as `POST /login/commit`. */
  call: string;
  query: Record<string, string>;
  headers: IncomingMessage['headers'];
  body: unknown;
}

/** An answer as it goes over the wire. Anything but an envelope is a malformed answer on purpose. */
type Answer = { code?: number | string; message?: string | null; data?: unknown };

export interface MinimalBackend {
  /** Every request so far, also those that were answered with 404. */
  calls: ReceivedCall[];
  /** Replaces the answer to a call, or adds a call that the table of the specification does not list. */
  answer(call: string, answer: Answer): void;
  /** Answers a request whose path begins with `base`. */
  respond(request: IncomingMessage, response: ServerResponse): void;
}

export interface StartedBackend extends MinimalBackend {
  url: string;
  close(): Promise<void>;
}

const done = { code: 0, message: '' };
const nothingYet = { code: 400, message: '' };

/**
 * The calls that the specification lists, each with the fields listed there and nothing else. Where it lists no fields,
 * there is no `data`. A scan stays unanswered until a test says otherwise.
 */
const minimalAnswers: Record<string, Answer> = {
  'GET /v1/saas-common/banners/:productCode/:areaCode/list': { ...done, data: { bannerList: [] } },
  'POST /sender/mobile/v3': { ...done, data: { serviceId: 'code-1' } },
  'POST /sender/email/v3': { ...done, data: { serviceId: 'code-2' } },
  'POST /sender/verify': done,
  'POST /sender/register': done,
  'POST /login/commit/user': { ...done, data: { ouid: 'account-1' } },
  'POST /login/commit': done,
  'POST /v1/accounts/checkMobileOrEmail': { ...done, data: { accountExist: false } },
  'PUT /v1/sender/setupPwd': done,
  'POST /sender/verifyLoginDoubleCheck': { ...done, data: { serviceId: 'code-1' } },
  'POST /sender/robotAuth/apply': { ...done, data: 'human-1' },
  'GET /login/oauth/request/WECHAT_OFFICIAL_ACCOUNT': { ...done, data: { url: 'https://wechat.example/q/scan-1' } },
  'GET /login/oauth/request/ALIPAY_MINI': { ...done, data: { url: 'https://alipay.example/q/scan-2' } },
  'GET /login/oauth/request/DING_TALK_EXTERNAL': { ...done, data: { url: 'about:blank' } },
  'GET /login/oauth/request/WE_WORK_SCAN_LOGIN': {
    ...done,
    data: { url: '/usercenterFront/ssomiddlepage?accessCode=wecom.1~' },
  },
  'GET /thirdparty/wechatOfficeFocus/result': nothingYet,
  'GET /thirdparty/alipaymini/result': nothingYet,
  'GET /thirdparty/dingding/callback/result': nothingYet,
  'POST /login/commit/transferLogin': { ...done, data: { url: '/home' } },
  'POST /thirdparty/wechatOfficeAccount/login': { ...done, data: { url: '/home' } },
  'POST /login/commit/dingTalkPrincipal': { ...done, data: { url: '/home' } },
  'POST /login/commit/aliPayPrincipal': { ...done, data: { url: '/home' } },
  'POST /v1/sso/account/login/domain': {
    ...done,
    data: { targetUrl: '/usercenterFront/ssomiddlepage?accessCode=company.1~', ifExistDomain: true },
  },
  'POST /login/sso/account/bindAccount/send': { ...done, data: { authCodeId: 'code-3' } },
  'POST /login/sso/account/bindAccount/check': {
    ...done,
    data: { targetUrl: '/home', realNameStatus: true, accountId: 'account-1' },
  },
  'POST /login/sso/account/authorize/check': {
    ...done,
    data: {
      loginMobile: '',
      loginStatus: true,
      targetUrl: '/home',
      loginEmail: '',
      realNameStatus: true,
      accountId: 'account-1',
      loginLimit: '',
    },
  },
  'POST /v2/identity/auth/web/:accountId/indivIdentityUrl': { ...done, data: { url: '/home' } },
  'POST /user/accounts/logout': done,
  'GET /webserver/v1/saas-common/:productCode/columns': {
    ...done,
    data: { data: [{ id: 1, title: 'Help', linkUrl: 'https://help.example/1' }] },
  },
  'POST /webserver/v1/saas-common/columns/:id/hits': done,
};

/**
 * A back end that is not ours. It knows nothing but the list above, answers each call with its least and keeps no state.
 * Any other call is answered with 404 and an HTML page, as a web server does.
 */
export function createMinimalBackend(base = '/api'): MinimalBackend {
  const answers = { ...minimalAnswers };
  const calls: ReceivedCall[] = [];
  return {
    calls,
    answer: (call, answer) => void (answers[call] = answer),
    respond(request, response) {
      void receive(request, base).then((received) => {
        calls.push(received);
        const answer = answerTo(received.call, answers);
        const type = answer ? 'application/json' : 'text/html';
        response.writeHead(answer ? 200 : 404, { 'Content-Type': type, 'Cache-Control': 'no-store' });
        response.end(answer ? JSON.stringify(answer) : '<!doctype html><title>404 Not Found</title>');
      });
    },
  };
}

/** The same, listening on a port of its own. */
export async function startMinimalBackend({ port = 0, base = '/api' } = {}): Promise<StartedBackend> {
  const backend = createMinimalBackend(base);
  const server = createServer(backend.respond);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The back end has no port');
  return {
    ...backend,
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function receive(request: IncomingMessage, base: string): Promise<ReceivedCall> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const path = pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname;
  return {
    call: `${request.method} ${path}`,
    query: Object.fromEntries(searchParams),
    headers: request.headers,
    body: await json(request).catch(() => undefined),
  };
}

/** An exact path first, then one with parameters. */
function answerTo(call: string, answers: Record<string, Answer>): Answer | undefined {
  const matching = (template: string) => new RegExp(`^${template.replace(/:\w+/g, '[^/]+')}$`).test(call);
  return answers[call] ?? Object.entries(answers).find(([template]) => matching(template))?.[1];
}
