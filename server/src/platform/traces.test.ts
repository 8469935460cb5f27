import { describe, expect, test } from 'vitest';
import { describeStatement } from '../database/trace-queries.ts';
import { runInScope } from './request-scope.ts';
import { traceCall } from './trace-call.ts';
import { type SpanData, createTracer } from './traces.ts';

function open(ratio = 1) {
  const spans: SpanData[] = [];
  return { spans, tracer: createTracer((span) => void spans.push(span), ratio) };
}
const traceId = 'c4a1'.repeat(8);

describe('a request', () => {
  test('starts a trace of its own', () => {
    const { spans, tracer } = open();
    tracer.startRequest(undefined)?.end();
    expect(spans).toEqual([
      expect.objectContaining({ traceId: expect.stringMatching(/^[\da-f]{32}$/), parentSpanId: undefined }),
    ]);
  });

  test('continues the trace of a proxy', () => {
    const { spans, tracer } = open();
    tracer.startRequest(`00-${traceId}-00f067aa0ba902b7-01`)?.end();
    expect(spans[0]).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7' });
  });

  test.each([
    ['00', false],
    ['02', false],
    ['01', true],
    ['03', true],
  ])('with the flags %s of the proxy is traced: %s', (flags, isTraced) => {
    const { tracer } = open();
    expect(tracer.startRequest(`00-${traceId}-00f067aa0ba902b7-${flags}`) !== undefined).toBe(isTraced);
  });

  test.each([
    '',
    'junk',
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${traceId.toUpperCase()}-00f067aa0ba902b7-01`,
  ])('does not continue a trace by "%s"', (header) => {
    const { spans, tracer } = open();
    tracer.startRequest(header)?.end();
    expect(spans).toHaveLength(1);
    expect(spans[0]?.traceId).not.toBe(traceId);
    expect(spans[0]?.parentSpanId).toBeUndefined();
  });

  test('is traced only for the configured share, decided by the trace ID, though the proxy records more', () => {
    const { tracer } = open(0.5);
    const first = `00-${'f'.repeat(24)}7fffffff-00f067aa0ba902b7-01`;
    const second = `00-${'f'.repeat(24)}80000000-00f067aa0ba902b7-01`;
    expect([tracer.startRequest(first), tracer.startRequest(second)]).toEqual([expect.anything(), undefined]);
  });
});

describe('a call to another system', () => {
  test('is a child of the request, with its failure', async () => {
    const { spans, tracer } = open();
    const span = tracer.startRequest(undefined);
    await runInScope({ requestId: 'r-1', span }, async () => {
      await traceCall('select accounts', { 'db.system.name': 'postgresql' }, async () => 1);
      await expect(traceCall('redis', {}, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    });
    span?.end({ name: 'GET /readyz' });
    const [select, redis, request] = spans;
    expect([select, redis]).toMatchObject([
      { name: 'select accounts', parentSpanId: request?.spanId, traceId: request?.traceId, failed: false },
      { name: 'redis', parentSpanId: request?.spanId, failed: true },
    ]);
    expect(request).toMatchObject({ name: 'GET /readyz', kind: 2 });
  });

  test('is made without a span outside of a traced request', async () => {
    expect(await traceCall('select accounts', {}, async () => 1)).toBe(1);
    expect(await runInScope({ requestId: 'r-1', span: undefined }, () => traceCall('x', {}, async () => 2))).toBe(2);
  });
});

test.each([
  ['select "ouid" from "accounts" where "email" = \'a@b.c\'', 'select accounts'],
  [{ name: 'x', text: 'insert into "audit_events" ("id") values ($1)' }, 'insert audit_events'],
  ['select (select max(a) from (select 1) t) from "accounts"', 'select accounts'],
  ['update "sessions" set "state" = $1', 'update sessions'],
  ['begin', 'begin'],
  [undefined, 'statement'],
])('a statement is described by its operation and table: %j', (statement, name) => {
  expect(describeStatement(statement).name).toBe(name);
  expect(JSON.stringify(describeStatement(statement))).not.toContain('a@b.c');
});
