import { randomInt } from 'node:crypto';
import type { Envelope } from '@foyer/contract/call';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Config } from '../../src/config/config.ts';
import { sha256Hex } from '../../src/platform/sha256.ts';

const chromeOnWindows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** All files share one Redis, which counts calls by address: each file begins at an address of its own. */
let lastAddress = randomInt(2 ** 24);

interface Options {
  clientIp?: string;
  userAgent?: string;
  language?: string;
}

/** A browser with its own IP address: keeps cookies and sends the headers that browsers send. */
export function createBrowser(
  app: FastifyInstance,
  config: Config,
  { clientIp, userAgent = chromeOnWindows, language = 'en-US' }: Options = {},
) {
  const jar = new Map<string, string>();
  lastAddress += 1;
  const remoteAddress = clientIp ?? `11.${[16, 8, 0].map((bits) => (lastAddress >> bits) & 255).join('.')}`;

  async function send(options: InjectOptions): Promise<LightMyRequestResponse> {
    const response = await app.inject({
      remoteAddress,
      cookies: Object.fromEntries(jar),
      ...options,
      headers: withoutUndefined({
        'user-agent': userAgent,
        'x-tsign-open-language': language,
        'sec-fetch-site': 'same-origin',
        ...(options.method !== 'GET' && { origin: config.publicUrl }),
        ...options.headers,
      }),
    });
    for (const cookie of response.cookies) {
      const gone = cookie.value === '' || (cookie.expires !== undefined && cookie.expires.getTime() <= Date.now());
      if (gone) jar.delete(cookie.name);
      else jar.set(cookie.name, cookie.value);
    }
    return response;
  }

  const call = async (options: InjectOptions) => {
    const response = await send(options);
    return {
      status: response.statusCode,
      headers: response.headers,
      ...response.json<Envelope & { data: Record<string, unknown> }>(),
    };
  };
  const api = config.page.apiBase;

  return {
    jar,
    address: remoteAddress,
    send,
    get: (path: string, headers = {}) => call({ method: 'GET', url: `${api}${path}`, headers }),
    post: (path: string, payload: object = {}, headers = {}) =>
      call({ method: 'POST', url: `${api}${path}`, payload, headers }),
    put: (path: string, payload: object = {}, headers = {}) =>
      call({ method: 'PUT', url: `${api}${path}`, payload, headers }),
    signIn: (principal: string, password: string, more: object = {}) =>
      call({
        method: 'POST',
        url: `${api}/login/commit/user`,
        payload: {
          principal,
          credentials: sha256Hex(password),
          loginParams: { endpoint: 'PC', env: { fingerprint: 'f' } },
          ...more,
        },
      }),
  };
}

/** The headers that are the same in every response that reveals nothing. */
export function comparable<Response extends { headers: object }>(response: Response) {
  return { ...response, headers: { ...response.headers, date: undefined, 'x-request-id': undefined } };
}

/** A header that is undefined is left out. */
const withoutUndefined = (headers: Record<string, string | string[] | number | undefined>) =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
