import type { Log } from './log.ts';
import { tracing } from './service-limits.ts';
import type { SpanData } from './traces.ts';

export interface TraceExporterOptions {
  /** The base URL of an OpenTelemetry collector that accepts OTLP over HTTP. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  version: string;
  log: Log;
}

/**
 * Sends finished spans to a collector as OTLP/HTTP with JSON, in batches. A collector that does not answer costs spans and
 * nothing else: the queue is bounded, and no request waits for it.
 */
export function createTraceExporter({ endpoint, headers, serviceName, version, log }: TraceExporterOptions) {
  let queue: SpanData[] = [];
  let sending: Promise<void> = Promise.resolve();
  let isAway = false;

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

  function flush(): Promise<void> {
    const spans = queue;
    queue = [];
    if (spans.length > 0) sending = sending.then(() => send(spans));
    return sending;
  }
  const timer = setInterval(() => void flush(), tracing.interval).unref();

  return {
    record(span: SpanData) {
      if (queue.length >= tracing.maxQueued) return;
      queue.push(span);
      if (queue.length === tracing.batch) void flush();
    },
    /** Sends what is queued. */
    flush,
    async close() {
      clearInterval(timer);
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
