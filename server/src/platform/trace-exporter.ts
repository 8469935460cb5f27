import { seconds } from '@foyer/contract/time';
import type { Log } from './log.ts';
import type { SpanData } from './traces.ts';

/** Spans that wait to be sent to the OpenTelemetry collector; more are dropped. */
export const tracing = { interval: seconds(5), batch: 512, maxQueued: 4096, timeout: seconds(10) } as const;

export interface TraceExporterOptions {
  /** The base URL of an OpenTelemetry collector that accepts OTLP over HTTP. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  version: string;
  log: Log;
}

/**
 * Sends finished spans to a collector as OTLP/HTTP with JSON, one batch after the other. A collector that does not answer
 * costs spans and nothing else: besides the batch that is being sent, the queue is bounded, and no request waits for it.
 */
export function createTraceExporter({ endpoint, headers, serviceName, version, log }: TraceExporterOptions) {
  const queue: SpanData[] = [];
  /** Undefined while nothing is being sent. */
  let sending: Promise<void> | undefined;
  let isAway = false;
  let isClosing = false;

  async function send(spans: SpanData[]) {
    const body = JSON.stringify(otlpOf(spans, serviceName, version));
    const why = await fetch(`${endpoint}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(tracing.timeout),
    }).then(
      (response) => (response.ok ? undefined : `HTTP ${response.status}`),
      (error: unknown) => (error instanceof Error ? error.name : 'error'),
    );
    if (why && !isAway) log.warn({ event: 'tracesNotSent', why });
    isAway = why !== undefined;
  }

  async function sendQueue() {
    while (queue.length > 0) {
      await send(queue.splice(0, tracing.batch));
      // A node that ends waits for one batch at most where the collector is away.
      if (isClosing && isAway) queue.length = 0;
    }
    sending = undefined;
  }

  async function flush() {
    // With an empty queue `sendQueue` would end before its promise is stored, and nothing would be sent again.
    if (queue.length > 0) sending ??= sendQueue();
    await sending;
  }
  const timer = setInterval(() => void flush(), tracing.interval).unref();

  return {
    record(span: SpanData) {
      if (queue.length >= tracing.maxQueued) return;
      queue.push(span);
      if (queue.length >= tracing.batch) void flush();
    },
    flush,
    async close() {
      clearInterval(timer);
      isClosing = true;
      await flush();
    },
  };
}

function otlpOf(spans: SpanData[], serviceName: string, version: string) {
  const resource = { 'service.name': serviceName, 'service.version': version };
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope: { name: 'foyer', version }, spans: spans.map(otlpSpan) }],
      },
    ],
  };
}

const otlpSpan = ({ start, end, attributes, failed, parentSpanId, ...span }: SpanData) => ({
  ...span,
  ...(parentSpanId && { parentSpanId }),
  startTimeUnixNano: nanoseconds(start),
  endTimeUnixNano: nanoseconds(end),
  attributes: attributesOf(attributes),
  status: failed ? { code: 2 } : {},
});

const attributesOf = (attributes: Record<string, string | number>) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));

/** A number has no room for the nanoseconds since 1970. */
const nanoseconds = (milliseconds: number) => String(BigInt(Math.round(milliseconds * 1000)) * 1000n);
