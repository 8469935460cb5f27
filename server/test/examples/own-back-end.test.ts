import { once } from 'node:events';
import { type IncomingMessage, type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { backEnd } from '../../../examples/own-back-end/back-end.mjs';
import { testCli } from '../support/test-cli.ts';

interface Sent {
  status: number;
  headers: Record<string, string>;
  body: string;
}
interface Fault {
  /** Changes what the back end gets. */
  ask?: (request: IncomingMessage, origin: string) => void;
  /** Changes what it answers to requests of this path. */
  answer?: [path: string, change: (sent: Sent) => Partial<Sent> | undefined];
}

/** Starts a server, and returns its origin. */
async function listen(listenerFor: (origin: string) => RequestListener) {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on('request', listenerFor(origin));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return origin;
}

/** Starts the example behind a page of the same origin, and returns the base of its API. */
const start = async () => `${await listen((origin) => backEnd({ origin }))}/api`;

/** The same with one fault. */
async function startBroken({ ask, answer: [path, change] = ['', () => undefined] }: Fault, allowed: string[] = []) {
  let inner = '';
  const origin = await listen((of) => async (request, response) => {
    ask?.(request, of);
    const { method = '', url = '', headers } = request;
    const given = ['origin', 'content-type', 'cookie'].flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    });
    const body = method === 'GET' ? undefined : await text(request);
    const received = await fetch(`${inner}${url}`, { method, headers: Object.fromEntries(given), body: body ?? null });
    const sent = {
      status: received.status,
      headers: Object.fromEntries(received.headers),
      body: await received.text(),
    };
    const changed = { ...sent, ...(path !== '' && url.includes(path) && change(sent)) };
    delete changed.headers['content-length'];
    response.writeHead(changed.status, changed.headers).end(changed.body);
  });
  inner = await listen(() => backEnd({ origin, allowed }));
  return `${origin}/api`;
}
const envelope = (answer: object) => () => ({ body: JSON.stringify(answer) });
const cookie =
  (change: (set: string) => string) =>
  ({ headers }: Sent) => ({ headers: { ...headers, 'set-cookie': change(headers['set-cookie'] ?? '') } });
const commit = '/login/commit/user';

const password = 'Foyer-2026\n';
const signIn = ['--account', 'alice@example.com'];
async function doctor(url: string, ...options: string[]) {
  const { code, stdout } = await testCli({ env: {} }, password)(
    'doctor',
    '--back-end',
    url,
    '--methods',
    '',
    ...options,
  );
  const lines = stdout
    .split('\n')
    .map((line) => /^(.) ([\w-]+(?: [\w-]+| \/\S+)?) +(.*)$/.exec(line)?.slice(1) ?? [line]);
  return { code, lines, wrong: lines.filter(([mark]) => mark === '✗').map(([, check, says]) => `${check}: ${says}`) };
}

test('the example of a back end passes every check, with its account too', async () => {
  const url = await start();
  const { code, lines, wrong } = await doctor(url, ...signIn);
  expect({ code, wrong }).toEqual({ code: 0, wrong: [] });
  expect(Object.fromEntries(lines.map(([, check, says]) => [check, says]))).toMatchObject({
    'POST /login/commit/user': 'code 10000010: Wrong account or password',
    'GET /v1/accounts/agreement': 'is not there; the page does without it',
    'sign-in': 'the account signs in',
    redirect: 'another site is not followed',
  });
});

describe('a back end with a fault is told which one it is', () => {
  test.each<[fault: string, Fault, line: string]>([
    [
      'an error page',
      {
        answer: [
          commit,
          () => ({ status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' }),
        ],
      },
      'POST /login/commit/user: answers 502 text/html and not JSON with a number as code',
    ],
    [
      'an answer without a code',
      { answer: [commit, envelope({ success: true })] },
      'POST /login/commit/user: answers 200 application/json and not JSON with a number as code',
    ],
    [
      'a call that is missing',
      { answer: [commit, () => ({ status: 404 })] },
      'POST /login/commit/user: is missing (404)',
    ],
    [
      'anyone signs in',
      { answer: [commit, envelope({ code: 0, data: { ouid: '1' } })] },
      'POST /login/commit/user: signs in an account that does not exist',
    ],
    [
      'a refusal without a message',
      { answer: [commit, envelope({ code: 4711 })] },
      'POST /login/commit/user: code 4711 has no message: people read "unknown error"',
    ],
    [
      'a code of polls',
      { answer: [commit, envelope({ code: 400, message: 'Bad request' })] },
      'POST /login/commit/user: code 400 is for polls alone',
    ],
    [
      'a refusal without its field',
      { answer: [commit, envelope({ code: 10000017, message: '', data: {} })] },
      'POST /login/commit/user: code 10000017 (needsPlainPassword), and data.serviceId is missing',
    ],
    [
      'data of another type',
      { answer: ['/columns', envelope({ code: 0, data: { data: [{ id: 1 }] } })] },
      'GET /webserver/v1/saas-common/yunzhang/columns: code 0, and data.data.0.title is missing',
    ],
    [
      'requests of other sites',
      { ask: ({ headers }, origin) => (headers.origin = origin) },
      'other sites: a request of another site is answered as one of the page: compare Origin with that of the page',
    ],
    [
      'forms',
      { ask: ({ headers }) => (headers['content-type'] = 'application/json') },
      'forms: a body that is not application/json is read, and forms of other sites send such bodies: refuse it',
    ],
    [
      'a sign-out by a link',
      {
        ask: (request) => {
          if (request.url?.endsWith('/logout') && request.method === 'GET') {
            request.method = 'POST';
            request.headers['content-type'] = 'application/json';
          }
        },
      },
      'links: GET /user/accounts/logout is answered: take POST alone, links and pictures are GET',
    ],
    [
      'every site',
      { answer: ['/', ({ headers }) => ({ headers: { ...headers, 'Access-Control-Allow-Origin': '*' } })] },
      'CORS: any site is allowed (*): name the origin of the page',
    ],
    [
      'a cookie for scripts',
      { answer: [commit, cookie((set) => set.replace('; HttpOnly', ''))] },
      'cookie: session lacks HttpOnly',
    ],
    [
      'a cookie for all sites',
      { answer: [commit, cookie((set) => set.replace('=Lax', '=None'))] },
      'cookie: session has SameSite=None: take Lax',
    ],
    ['no cookie', { answer: [commit, () => ({ headers: {} })] }, 'cookie: the sign-in sets none'],
    [
      'a second factor',
      {
        answer: [
          commit,
          ({ body }) =>
            body.includes('"code":0')
              ? { body: body.replace('"url"', '"loginDoubleCheck":true,"preServiceId":"p","url"') }
              : undefined,
        ],
      },
      'sign-in: needs a second factor first: take an account that does not',
    ],
  ])('%s', async (_, fault, line) => {
    const url = await startBroken(fault);
    const { code, wrong } = await doctor(url, ...(/^(cookie|sign-in)/.test(line) ? signIn : []));
    expect({ code, wrong }).toEqual({ code: 1, wrong: [line] });
  });

  test('any redirect', async () => {
    const url = await startBroken({}, ['https://foyer-doctor.invalid']);
    const line =
      'redirect: https://foyer-doctor.invalid is not on an allowlist, and the answer leads there: check redirectUrl';
    expect(await doctor(url, ...signIn)).toMatchObject({ code: 1, wrong: [line] });
  });

  test('a page of another origin needs the headers of CORS, and nothing that does not answer is checked', async () => {
    const page = 'https://sign.example.com';
    const url = `${await listen(() => backEnd({ origin: page }))}/api`;
    expect((await doctor(url, '--page', page)).wrong).toEqual([
      expect.stringMatching(
        /^CORS: a preflight lacks Access-Control-Allow-Origin: https:\/\/sign.example.com; .*X-Tsign-Token$/,
      ),
    ]);
    const { code, wrong } = await doctor('http://127.0.0.1:9/api');
    expect({ code, wrong }).toEqual({ code: 1, wrong: [expect.stringMatching(/^address: .* does not answer \(/)] });
  });
});
