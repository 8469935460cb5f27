import { type Call, type CallResult, type RequestInputOf, readEnvelope } from '@foyer/contract/call';
import { requestOf } from '@foyer/contract/api-client';
import { languageHeader } from '@foyer/contract/language';
import { sendHttp } from './http.ts';

/** An answer as it came. */
export interface Wire {
  status: number;
  location: string;
  text: string;
}
export type Answer<C extends Call> = CallResult<C> & Wire;
export type Client = ReturnType<typeof createClient>;
type Headers = Record<string, string>;

interface ClientOptions {
  /** Where requests are sent. */
  origin: string;
  /** Where the page is that sends them; by default the same. */
  publicUrl?: string;
  /** Sent with every request, such as the address of the client. */
  headers?: Headers;
  /** In milliseconds. */
  timeout?: number;
  isSentAgain?: boolean;
}

const userAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** A browser without a page: keeps cookies, sends the headers that browsers send, and makes the calls of the contract. */
export function createClient({ origin, publicUrl = origin, headers: own = {}, ...options }: ClientOptions) {
  const jar = new Map<string, string>();
  const { host } = new URL(publicUrl);

  const headersOf = (method: string, more: Headers): Headers => ({
    host,
    'user-agent': userAgent,
    [languageHeader]: 'en-US',
    'sec-fetch-site': 'same-origin',
    cookie: [...jar].map((pair) => pair.join('=')).join('; '),
    ...(method !== 'GET' && { origin: publicUrl, 'content-type': 'application/json' }),
    ...own,
    ...withLowerNames(more),
  });

  async function send(method: string, path: string, body?: string, headers: Headers = {}): Promise<Wire> {
    const request = { method, path, headers: headersOf(method, headers), body };
    const answer = await sendHttp(origin, request, options);
    for (const cookie of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return { status: answer.status, location: answer.headers.location ?? '', text: answer.text };
  }

  /** A request as it is sent, with the cookies of now: for many at once. */
  function onTheWire(method: string, path: string, body?: string, headers: Headers = {}): string {
    const length = body === undefined ? {} : { 'content-length': `${Buffer.byteLength(body)}` };
    const lines = Object.entries({ ...headersOf(method, headers), ...length }).map((pair) => pair.join(': '));
    return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
  }

  return {
    jar,
    send,
    onTheWire,
    async call<C extends Call>(call: C, request: RequestInputOf<C>, headers: Headers = {}): Promise<Answer<C>> {
      const { method, path, body, headers: wanted } = requestOf(call, request);
      const wire = await send(method, `/api${path}`, body, { ...wanted, ...headers });
      return { ...readEnvelope(call, readJson(wire.text)), ...wire };
    },
    callOnTheWire<C extends Call>(call: C, request: RequestInputOf<C>, headers: Headers = {}): string {
      const { method, path, body, headers: wanted } = requestOf(call, request);
      return onTheWire(method, `/api${path}`, body, { ...wanted, ...headers });
    },
  };
}

const withLowerNames = (headers: Headers) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The data of an answer that says that the step is done. */
export function done<Result extends Wire & { is: string }>(
  answer: Result,
  step: string,
): Extract<Result, { is: 'done'; data: unknown }>['data'] {
  if (isDone(answer)) return answer.data;
  throw new Error(`${step} was refused: ${answer.status} ${answer.text.slice(0, 300)}`);
}
const isDone = <Result extends { is: string }>(
  answer: Result,
): answer is Extract<Result, { is: 'done'; data: unknown }> => answer.is === 'done';
