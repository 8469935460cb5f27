import { calls } from '@foyer/contract/calls';
import { httpStatusOf, resultCodes } from '@foyer/contract/result-codes';
import { describe, expect, test } from 'vitest';
import { type Operation, openApi } from './open-api.ts';

const document = openApi({ title: 'Foyer', version: '1.2.3', base: '/api', sessionCookie: 'foyer_session' });
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const named = (name: string): Operation =>
  operations.find(({ operation }) => operation.operationId === name)!.operation;

describe('the description contains every call', () => {
  test.each(Object.entries(calls))('%s', (name, call) => {
    const path = call.path.replace(/:(\w+)/g, '{$1}');
    const operation = document.paths[path]?.[call.method.toLowerCase()];
    expect(operation).toMatchObject({ operationId: name, summary: call.purpose });
    for (const refusal of Object.keys(call.refusals) as (keyof typeof call.refusals)[]) {
      const response = operation!.responses[httpStatusOf(refusal)]!;
      expect(response.description.split(', ')).toContain(refusal);
      expect(JSON.stringify(response.content)).toContain(`"code":{"const":${resultCodes[refusal]}}`);
    }
  });

  test('and no other, each with its own operation id', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids.toSorted()).toEqual(Object.keys(calls).toSorted());
  });

  test('and the version and base URL', () => {
    expect(document).toMatchObject({
      openapi: '3.1.1',
      info: { title: 'Foyer', version: '1.2.3' },
      servers: [{ url: '/api' }],
    });
  });
});

describe('the description is valid', () => {
  test.each(operations)('$method $path', ({ path, method, operation }) => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, part]) => part);
    const declared = operation.parameters.filter((parameter) => parameter.in === 'path');
    expect(new Set(declared.map(({ name }) => name))).toEqual(new Set(inPath));
    expect(declared).toHaveLength(inPath.length);
    expect(declared.every(({ required }) => required)).toBe(true);

    const names = operation.parameters.map((parameter) => `${parameter.in} ${parameter.name.toLowerCase()}`);
    expect(new Set(names).size).toBe(names.length);
    expect(operation.requestBody === undefined).toBe(method === 'get');
    expect(document.tags.map(({ name }) => name)).toContain(operation.tags[0]);
    expect(operation.responses['200']).toBeDefined();
  });

  test('says for each call whether it needs a session, and how one is shown', () => {
    expect(document.components.securitySchemes).toMatchObject({
      session: { type: 'apiKey', in: 'cookie', name: 'foyer_session' },
      token: { type: 'apiKey', in: 'header', name: 'X-Tsign-Token' },
    });
    for (const { operation } of operations)
      expect(operation.security.length > 0, operation.operationId).toBe(
        calls[operation.operationId]!.access !== 'anyone',
      );
    expect(named('commitPassword').security).toEqual([]);
    expect(named('getCurrentAccount').security).toEqual([{ session: [] }]);
    expect(named('getChatVisitor').security).toEqual([{}, { session: [] }]);
    expect(named('agree').security).toEqual([{ session: [] }, { token: [] }]);
  });

  test('follows the recommended rules of Redocly: licence, described tags, no server on localhost, an error each', () => {
    expect(document.info.license).toEqual({ name: 'MIT', identifier: 'MIT' });
    for (const { name, description } of document.tags) expect(description, name).toMatch(/^[A-Z].+\.$/);
    expect(document.servers.every(({ url }) => url.startsWith('/'))).toBe(true);
    for (const { operation } of operations) {
      expect(Object.keys(operation.responses).some((status) => status.startsWith('4'))).toBe(true);
      expect(operation.summary).not.toBe('');
    }
  });

  test('has no references, and can be sent as JSON', () => {
    expect(JSON.stringify(document)).not.toMatch(/"\$(ref|schema|defs)"/);
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });
});

describe('a call is described completely', () => {
  test('commitPassword: body, headers and Retry-After', () => {
    const { parameters, requestBody, responses, tags } = named('commitPassword');
    expect(tags).toEqual(['password-login']);
    expect(parameters).toContainEqual({
      name: 'event',
      in: 'header',
      required: false,
      schema: { const: 'acc_register' },
    });
    expect(parameters.map(({ name }) => name)).toContain('X-Tsign-Open-Language');
    const properties = { credentials: { type: 'string', pattern: '^[0-9a-f]{64}$' } };
    expect(requestBody!.content['application/json'].schema.anyOf).toMatchObject([
      { required: ['principal', 'credentials', 'loginParams'], properties },
      { required: ['preServiceId', 'credentials', 'loginParams'], properties },
    ]);
    for (const status of ['429', '503'])
      expect(responses[status]).toMatchObject({ headers: { 'Retry-After': { schema: { type: 'integer' } } } });
    expect(responses['503']!.description).toContain('busy');
    expect(responses['429']!.description).toBe('tooManyRequests, waitBeforeRetry, lockedOut');
  });

  test.each(operations.filter(({ method }) => method !== 'get'))(
    '$method $path: 413 for a body that is too large, 415 for another content type',
    ({ operation: { responses } }) => {
      for (const status of ['413', '415']) {
        expect(responses[status]?.description).toMatch(/^malformed: /);
        expect(JSON.stringify(responses[status]?.content)).toContain(`"code":{"const":${resultCodes.malformed}}`);
      }
    },
  );

  test('a call without a body has neither 413 nor 415', () => {
    expect(Object.keys(named('getArticles').responses)).not.toContain('413');
    expect(Object.keys(named('getArticles').responses)).not.toContain('415');
  });

  test('getArticles: path and query parameters, with numbers as numbers', () => {
    const { parameters } = named('getArticles');
    expect(parameters).toContainEqual(expect.objectContaining({ name: 'productCode', in: 'path', required: true }));
    expect(parameters).toContainEqual({
      name: 'pageSize',
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
    });
  });

  test('a path parameter is not repeated in the body', () => {
    const { schema } = named('requestIdentityUrl').requestBody!.content['application/json'];
    expect(Object.keys(schema.properties ?? {})).toEqual(['dataCollect', 'contextInfo']);
    expect(schema.required).toEqual(['dataCollect', 'contextInfo']);
  });

  test('checkAuthorisation: the access code is required, the token is not', () => {
    const needed = named('checkAuthorisation').parameters.map(({ name, required }) => [name, required]);
    expect(needed).toContainEqual(['X-Tsign-Open-Access-Code', true]);
    expect(needed).toContainEqual(['X-Tsign-Token', false]);
  });
});
