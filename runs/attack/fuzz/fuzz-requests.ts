import { type Schema, valueOf, wrongBodies } from './fuzz-values.ts';
import type { Random } from './random.ts';

export type FuzzedRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  call: string;
};

/** What is read of the API description. */
export interface Description {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
}
interface Operation {
  operationId: string;
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
}

const contentTypes = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json; charset=gbk',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  '',
  'x'.repeat(500),
];
const cookies = [
  'foyer_session=x',
  'foyer_session=',
  'foyer_session=%',
  `foyer_session=${'a'.repeat(3000)}`,
  'foyer_session=a; foyer_session=b',
  'foyer_browser=x; foyer_language=xx; foyer_tab=9',
  '=;;=; ; x',
  '\u00ff\u00fe=\u00e9',
];
const strangeHeaders = [
  { origin: 'https://evil.test' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'x-tsign-open-language': 'xx-YY' },
  { 'x-tsign-open-language': '__proto__' },
  { 'accept-language': ',;q=,*;q=9' },
  { 'accept-encoding': 'x;q=2, br;q=-1' },
  { 'x-forwarded-for': '::ffff:999.1.1.1, unknown, 1.2.3.4' },
  { 'x-forwarded-for': 'x'.repeat(2000) },
  { 'x-forwarded-host': 'evil.test' },
  { 'x-http-method-override': 'DELETE' },
  { 'user-agent': '' },
  { 'user-agent': '\u00ff'.repeat(3000) },
  { authorization: 'Bearer x' },
  { 'x-tsign-token': 'x', 'x-tsign-token-way': 'header' },
  { 'if-none-match': '*', range: 'bytes=0-' },
  { 'x-request-id': 'a b'.repeat(500) },
  { traceparent: '00-x-y-z' },
];
const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];

/** Makes requests from the API description, every call in turn. */
export function requestMaker(description: Description, random: Random) {
  const base = description.servers[0]!.url;
  const operations = Object.entries(description.paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  let count = 0;

  return function make(handles: readonly string[], cookie: string): FuzzedRequest {
    const { path, method, operation } = operations[count++ % operations.length]!;
    const context = { random, handles };
    const inUrl = (schema: Schema, name: string) => urlValue(valueOf(schema, name, context), random);
    const parameters = (place: string) => operation.parameters.filter((parameter) => parameter.in === place);

    let url = `${base}${path}`;
    for (const { name, schema } of parameters('path')) url = url.replace(`{${name}}`, () => inUrl(schema, name) || '-');
    const query = parameters('query')
      .filter(({ required }) => required || random.chance(0.6))
      .flatMap(({ name, schema }) => {
        const pair = () => `${name}=${inUrl(schema, name)}`;
        return random.chance(0.05) ? [pair(), pair()] : [pair()];
      });
    if (random.chance(0.03)) query.push('__proto__[polluted]=1', 'callback=x', '%');
    if (random.chance(0.03)) url = random.pick([`/${url}`, `${url}/`, `${url}/..`, url.toUpperCase(), `${url}%00`]);

    const headers: Record<string, string> = {
      'content-type': random.chance(0.05) ? random.pick(contentTypes) : 'application/json',
      cookie: random.chance(0.1) ? random.pick(cookies) : cookie,
      ...(random.chance(0.15) && random.pick(strangeHeaders)),
    };
    for (const { name, schema } of parameters('header'))
      if (random.chance(0.5)) headers[name] = headerValue(valueOf(schema, name, context));
    const sent = random.chance(0.03) ? random.pick(methods) : method;
    const { schema } = operation.requestBody?.content['application/json'] ?? {};
    const body = random.chance(0.08)
      ? random.pick(wrongBodies)
      : JSON.stringify(valueOf(schema ?? {}, 'body', context));
    return {
      call: operation.operationId,
      method: sent,
      path: query.length ? `${url}?${query.join('&')}` : url,
      headers,
      ...(sent !== 'GET' && body !== undefined && { body }),
    };
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function urlValue(value: unknown, random: Random) {
  const text = textOf(value);
  // As a request target it has no characters that end it.
  const raw = text.replaceAll(/[^\x21-\x7e]|[#?]/g, '_').slice(0, 4000);
  return random.chance(0.1) ? raw : encodeURIComponent(text.toWellFormed()).slice(0, 6000);
}

const headerValue = (value: unknown) =>
  textOf(value)
    .replaceAll(/[^\x20-\x7e\u00a0-\u00ff]/g, '_')
    .slice(0, 4000);
