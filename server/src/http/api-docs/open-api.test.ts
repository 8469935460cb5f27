import { calls } from '@foyer/contract/calls';
import { httpStatusOf, resultCodes } from '@foyer/contract/result-codes';
import { describe, expect, test } from 'vitest';
import { type Operation, openApi } from './open-api.ts';

const document = openApi({ title: 'Foyer', version: '1.2.3', base: '/api', serverUrl: 'https://login.house.test' });
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const named = (name: string): Operation =>
  operations.find(({ operation }) => operation.operationId === name)!.operation;

describe('whoever reads the description learns every call', () => {
  test.each(Object.entries(calls))('%s', (name, call) => {
    const path = call.path.replace(/:(\w+)/g, '{$1}');
    const operation = document.paths[path]?.[call.method.toLowerCase()];
    expect(operation).toMatchObject({ operationId: name, summary: call.purpose });
    for (const refusal of Object.keys(call.refusals) as (keyof typeof call.refusals)[]) {
      const answer = operation!.responses[httpStatusOf(refusal)]!;
      expect(answer.description.split(', ')).toContain(refusal);
      expect(JSON.stringify(answer.content)).toContain(`"code":{"const":${resultCodes[refusal]}}`);
    }
  });

  test('and no other, each by a name of its own', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids.toSorted()).toEqual(Object.keys(calls).toSorted());
  });

  test('where the calls live', () => {
    expect(document).toMatchObject({
      openapi: '3.1.1',
      info: { title: 'Foyer', version: '1.2.3' },
      servers: [{ url: 'https://login.house.test/api' }],
    });
  });
});

describe('the description is sound', () => {
  test.each(operations)('$method $path', ({ path, method, operation }) => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, part]) => part);
    const declared = operation.parameters.filter((parameter) => parameter.in === 'path');
    expect(new Set(declared.map(({ name }) => name))).toEqual(new Set(inPath));
    expect(declared).toHaveLength(inPath.length);
    expect(declared.every(({ required }) => required)).toBe(true);

    const places = operation.parameters.map((parameter) => `${parameter.in} ${parameter.name.toLowerCase()}`);
    expect(new Set(places).size).toBe(places.length);
    expect(operation.requestBody === undefined).toBe(method === 'get');
    expect(document.tags.map(({ name }) => name)).toContain(operation.tags[0]);
    expect(operation.responses['200']).toBeDefined();
  });

  test('it stands by itself: nothing refers elsewhere, and it survives being sent as JSON', () => {
    expect(JSON.stringify(document)).not.toMatch(/"\$(ref|schema|defs)"/);
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });
});

describe('a call is described as it is made', () => {
  test('signing in with a password: body, headers, and how long to wait', () => {
    const { parameters, requestBody, responses, tags } = named('commitPassword');
    expect(tags).toEqual(['password-login']);
    expect(parameters).toContainEqual({
      name: 'event',
      in: 'header',
      required: false,
      schema: { const: 'acc_register' },
    });
    expect(parameters.map(({ name }) => name)).toContain('X-Tsign-Open-Language');
    const { schema } = requestBody!.content['application/json'];
    expect(schema.required).toEqual(['principal', 'credentials', 'loginParams']);
    expect(schema.properties).toMatchObject({ credentials: { type: 'string', pattern: '^[0-9a-f]{64}$' } });
    expect(responses['429']).toMatchObject({ headers: { 'Retry-After': {} } });
    expect(responses['429']!.description).toBe('tooManyRequests, waitBeforeRetry, lockedOut');
  });

  test('asking for articles: path and query, numbers as numbers', () => {
    const { parameters } = named('getArticles');
    expect(parameters).toContainEqual(expect.objectContaining({ name: 'productCode', in: 'path', required: true }));
    expect(parameters).toContainEqual({
      name: 'pageSize',
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
    });
  });

  test('what stands in the path is not asked for again in the body', () => {
    const { schema } = named('requestIdentityUrl').requestBody!.content['application/json'];
    expect(Object.keys(schema.properties ?? {})).toEqual(['dataCollect', 'contextInfo']);
    expect(schema.required).toEqual(['dataCollect', 'contextInfo']);
  });

  test('a company sign-in needs its access code, and a token only without cookies', () => {
    const needed = named('checkAuthorisation').parameters.map(({ name, required }) => [name, required]);
    expect(needed).toContainEqual(['X-Tsign-Open-Access-Code', true]);
    expect(needed).toContainEqual(['X-Tsign-Token', false]);
  });
});
