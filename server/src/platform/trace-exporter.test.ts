import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from './log.ts';
import { tracing } from './trace-exporter.ts';
import { createTraceExporter } from './trace-exporter.ts';
import { type SpanData, spanKinds } from './traces.ts';

const span: SpanData = {
  traceId: 'c4a1'.repeat(8),
  spanId: '00f067aa0ba902b7',
  parentSpanId: undefined,
  name: 'request',
  kind: spanKinds.server,
  start: 0,
  end: 1,
  attributes: {},
  failed: false,
};

/** A collector that answers only after `answer` is called. */
async function startSlowCollector(status: number) {
  const batches: number[] = [];
  let answer = () => {};
  const answering = new Promise<void>((resolve) => (answer = resolve));
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      batches.push(text.match(/"spanId"/g)?.length ?? 0);
      void answering.then(() => response.writeHead(status).end('{}'));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { batches, answer, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function open(status = 200) {
  const { endpoint, ...collector } = await startSlowCollector(status);
  const { log } = createLog('silent', { write: () => {} });
  const exporter = createTraceExporter({ endpoint, headers: {}, serviceName: 'foyer', version: '1.0.0', log });
  onTestFinished(exporter.close);
  const record = (count: number) => {
    for (let index = 0; index < count; index += 1) exporter.record(span);
  };
  return { ...collector, exporter, record };
}

test('spans above the limit are dropped while the collector does not answer', async () => {
  const { batches, answer, exporter, record } = await open();
  record(10_000);
  answer();
  await exporter.flush();
  // One batch is being sent, and the queue is full.
  expect(batches).toEqual(Array(1 + tracing.maxQueued / tracing.batch).fill(tracing.batch));
});

test('spans are sent again after the queue was full or empty', async () => {
  const { batches, answer, exporter, record } = await open();
  await exporter.flush();
  record(10_000);
  answer();
  await exporter.flush();
  batches.length = 0;
  record(3);
  await exporter.flush();
  expect(batches).toEqual([3]);
});

test('a node that ends sends one batch at most to a collector that fails', async () => {
  const { batches, answer, exporter, record } = await open(500);
  record(10_000);
  const closed = exporter.close();
  answer();
  await closed;
  expect(batches).toHaveLength(1);
});
