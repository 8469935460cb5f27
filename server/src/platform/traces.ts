import { randomBytes } from 'node:crypto';

type Attributes = Record<string, string | number>;

/** The numbers of OTLP. */
export const spanKinds = { internal: 1, server: 2, client: 3 } as const;

/** A finished span. Times are in milliseconds since 1970, with fractions. */
export interface SpanData {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: number;
  start: number;
  end: number;
  attributes: Attributes;
  failed: boolean;
}

/** A part of the work on a request. Names and attributes contain no personal data: they leave the installation. */
export interface Span {
  /** The value of the header `traceparent`, by which another service continues the trace. */
  traceparent: string;
  child(name: string, kind: number, attributes: Attributes): Span;
  /** May be called once. `name` replaces the name; attributes are added. */
  end(result?: { failed?: boolean; name?: string; attributes?: Attributes }): void;
}

const now = () => performance.timeOrigin + performance.now();
const randomId = (bytes: number) => randomBytes(bytes).toString('hex');

function startSpan(
  record: (span: SpanData) => void,
  { traceId, parentSpanId, name, kind, attributes }: Omit<SpanData, 'spanId' | 'start' | 'end' | 'failed'>,
): Span {
  const spanId = randomId(8);
  const start = now();
  return {
    traceparent: `00-${traceId}-${spanId}-01`,
    child: (childName, childKind, childAttributes) =>
      startSpan(record, {
        traceId,
        parentSpanId: spanId,
        name: childName,
        kind: childKind,
        attributes: childAttributes,
      }),
    end({ failed = false, name: newName = name, attributes: more = {} } = {}) {
      const all = { ...attributes, ...more };
      record({ traceId, spanId, parentSpanId, name: newName, kind, start, end: now(), attributes: all, failed });
    },
  };
}

export interface Tracer {
  /** The first span of a request; undefined if its trace is not recorded. */
  startRequest(traceparent: string | undefined): Span | undefined;
}

/**
 * Starts a trace for each request, or continues that of a proxy. `ratio` of the traces are recorded, as their trace IDs
 * decide. A trace that the proxy does not record is not recorded here either. One that it records still has to be within
 * `ratio`: a proxy may pass on the header of a client, which could otherwise have each of its requests recorded.
 */
export const createTracer = (record: (span: SpanData) => void, ratio: number): Tracer => ({
  startRequest(traceparent) {
    const [, given, parentSpanId, flags] = traceparentPattern.exec(traceparent ?? '') ?? [];
    if (flags !== undefined && (parseInt(flags, 16) & sampledFlag) === 0) return undefined;
    const traceId = given ?? randomId(16);
    if (parseInt(traceId.slice(-8), 16) / 2 ** 32 >= ratio) return undefined;
    return startSpan(record, { traceId, parentSpanId, name: 'request', kind: spanKinds.server, attributes: {} });
  },
});

/** Of version 00, with IDs that are not all zeros. */
const traceparentPattern = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;
const sampledFlag = 1;
