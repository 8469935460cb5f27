import { once } from 'node:events';
import { type IncomingMessage, createServer, request as startRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import { createApp } from '../../app.ts';
import { createTraceExporter } from '../../platform/trace-exporter.ts';
import { createTracer } from '../../platform/traces.ts';

const services = await testAppForFile();

interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[];
  status: { code?: number };
}
interface Received {
  path: string | undefined;
  authorization: string | undefined;
  text: string;
  spans: OtlpSpan[];
}

/** A small OpenTelemetry collector. */
async function startCollector() {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: OtlpSpan[] }[] }[] };
      const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
      received.push({ path: request.url, authorization: request.headers.authorization, text, spans });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { received, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const target = {
  headers: { authorization: 'Bearer abc' },
  serviceName: 'sign-in-service',
  version: '1.0.0',
  log: services.log,
};

test('a request is one trace with spans for SQL and outside services, and without personal data', async () => {
  const { received, endpoint } = await startCollector();
  const exporter = createTraceExporter({ ...target, endpoint });
  onTestFinished(exporter.close);
  const tracer = createTracer(exporter.record, 1);
  let reportAsked = () => {};
  const limitAsked = new Promise<void>((resolve) => (reportAsked = resolve));
  const callRateLimit = async () => {
    reportAsked();
    return undefined;
  };
  const app = await createApp({ ...services, tracer, callRateLimit });
  onTestFinished(() => app.close());

  services.lines.length = 0;
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const client = startRequest(`${origin}/api/login/commit/user?account=alice@example.com`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent: `00-${'ab'.repeat(16)}-00f067aa0ba902b7-01` },
  });
  const answered = once(client, 'response');
  client.flushHeaders();
  // The body arrives while the service waits for it, by an event of the connection.
  await limitAsked;
  const loginParams = { endpoint: 'PC', env: { fingerprint: 'f' } };
  client.end(JSON.stringify({ principal: 'alice@example.com', credentials: sha256Hex('a-password'), loginParams }));
  const [response] = (await answered) as [IncomingMessage];
  await once(response.resume(), 'end');
  expect(response.statusCode).toBe(200);
  await app.inject('/api/login/oauth/request/WECHAT_OFFICIAL_ACCOUNT?fingerprint=f');
  await exporter.flush();

  const [{ path, authorization, text, spans } = expect.fail('nothing was sent')] = received;
  expect([path, authorization]).toEqual(['/v1/traces', 'Bearer abc']);
  expect(text).toContain('{"key":"service.name","value":{"stringValue":"sign-in-service"}}');
  const first = spans.find(({ name }) => name === 'POST /api/login/commit/user');
  expect(first).toMatchObject({ kind: 2, status: {} });
  // No proxy of the operator is configured, so that the trace of the client is not continued.
  expect(first?.traceId).not.toBe('ab'.repeat(16));
  const children = spans.filter(({ parentSpanId }) => parentSpanId === first?.spanId);
  expect(children.map(({ name }) => name)).toContain('select accounts');
  expect(children.every(({ traceId }) => traceId === first?.traceId)).toBe(true);
  expect(spans.find(({ name }) => name === 'call wechat')).toMatchObject({ kind: 3, status: {} });
  expect(BigInt(first!.endTimeUnixNano) > BigInt(first!.startTimeUnixNano)).toBe(true);
  expect(text).not.toMatch(/alice|example\.com|127\.0\.0/);

  // The log and the trace name the same request.
  const logged = services.lines.map((line) => JSON.parse(line) as { event: string; id: string });
  const requestId = first?.attributes.find(({ key }) => key === 'foyer.request_id')?.value.stringValue;
  expect(logged.filter(({ event }) => event === 'request').map(({ id }) => id)).toContain(requestId);
});

test('a collector that does not answer costs one log line, and no request', async () => {
  const exporter = createTraceExporter({ ...target, endpoint: 'http://127.0.0.1:1' });
  onTestFinished(exporter.close);
  services.lines.length = 0;
  const span = createTracer(exporter.record, 1).startRequest(undefined);
  span?.child('a', 1, {}).end();
  await exporter.flush();
  span?.end();
  await exporter.flush();
  expect(services.lines.filter((line) => line.includes('tracesNotSent'))).toHaveLength(1);
});
