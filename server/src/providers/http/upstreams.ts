import type { ScanApp } from '@foyer/contract/apps/scan-apps';
import type { Metrics } from '../../platform/metrics.ts';
import { currentScope } from '../../platform/request-scope.ts';
import { spanKinds } from '../../platform/traces.ts';

export type Fetch = typeof fetch;

/** The outside services that are called. One name per kind: companies and applications are too many for a label. */
export type UpstreamName =
  | ScanApp
  | 'applications'
  | 'cms'
  | 'companies'
  | 'identity'
  | 'mail'
  | 'sms'
  | 'webhooks'
  | 'wecom';

/** `refused`: it answers, but not as asked (HTTP 4xx). `failed`: HTTP 5xx. `noResponse`: no usable answer in time. */
export type UpstreamResult = 'ok' | 'refused' | 'failed' | 'noResponse';

type HeaderFields = Record<string, string>;

/** Calls outside services: each call is measured, traced, and carries the ID of the request that it is made for. */
export interface Upstreams {
  fetch(name: UpstreamName): Fetch;
  /** For calls that are not made by `fetch`. `work` gets the headers to send; what it throws counts as no response. */
  call<Result>(
    name: UpstreamName,
    work: (headers: HeaderFields) => Promise<Result>,
    resultOf: (value: Result) => UpstreamResult,
  ): Promise<Result>;
}

export function createUpstreams(metrics: Pick<Metrics, 'upstream'>): Upstreams {
  async function call<Result>(
    name: UpstreamName,
    work: (headers: HeaderFields) => Promise<Result>,
    resultOf: (value: Result) => UpstreamResult,
  ): Promise<Result> {
    const scope = currentScope();
    const span = scope?.span?.child(`call ${name}`, spanKinds.client, { 'peer.service': name });
    const headers = {
      ...(scope && { 'x-request-id': scope.requestId }),
      ...(span && { traceparent: span.traceparent }),
    };
    const start = performance.now();
    let result: UpstreamResult = 'noResponse';
    try {
      const value = await work(headers);
      result = resultOf(value);
      return value;
    } finally {
      metrics.upstream(name, result, (performance.now() - start) / 1000);
      span?.end({ failed: result === 'failed' || result === 'noResponse', attributes: { 'foyer.result': result } });
    }
  }

  return {
    call,
    fetch: (name) => (input, init) => call(name, (headers) => withHeaders(headers)(input, init), resultOfStatus),
  };
}

/** A `fetch` that adds these headers to each request. */
export const withHeaders =
  (headers: HeaderFields): Fetch =>
  (input, init) =>
    fetch(input, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), ...headers } });

export const resultOfStatus = ({ status }: { status: number }): UpstreamResult =>
  status < 400 ? 'ok' : status < 500 ? 'refused' : 'failed';
