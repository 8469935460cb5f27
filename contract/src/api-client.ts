import { type RequestInputOf, type Call, type CallResult, readEnvelope } from './call.ts';
import { type Language, languageHeader } from './language.ts';
import { apiCall } from './limits.ts';
import { resultCodes } from './result-codes.ts';

export type Api = <C extends Call>(
  call: C,
  request: RequestInputOf<C>,
  options?: CallOptions,
) => Promise<CallResult<C>>;

export interface CallOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** The response to this very request, which was sent before this code was loaded. */
  sent?: Promise<SentResponse>;
}

export interface SentResponse {
  status?: number;
  json(): Promise<unknown>;
}

interface ApiOptions {
  /** Base of the API: a path such as `/api`, or a URL. */
  base: string;
  language(): Language;
  /** `fetch` in the browser, an injected server in tests. */
  send(url: string, init: RequestInit): Promise<SentResponse>;
  /** In milliseconds; a slower response counts as `noResponse`. */
  timeout?: number;
}

export function createApi({ base, language, send, timeout = apiCall.timeout }: ApiOptions): Api {
  return async (call, request, { signal, headers, sent } = {}) => {
    // Browsers before 2024 cannot join signals: no `AbortSignal.any`, no `AbortSignal.timeout`.
    const sending = new AbortController();
    const abort = () => sending.abort();
    const timer = setTimeout(abort, timeout);
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    try {
      const { path, ...wanted } = requestOf(call, request);
      const response = await (unlessAborted(sent, sending.signal) ??
        send(`${base}${path}`, {
          ...wanted,
          // Sends the cookies also to an API on another origin.
          credentials: 'include',
          signal: sending.signal,
          headers: { [languageHeader]: language(), ...wanted.headers, ...headers },
        }));
      if (call.mayBeMissing && response.status === 404) return { is: 'refused', code: resultCodes.notFound };
      return readEnvelope(call, await response.json());
    } catch {
      return { is: 'noResponse' };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  };
}

const unlessAborted = (sent: Promise<SentResponse> | undefined, signal: AbortSignal) =>
  sent && Promise.race([sent, new Promise<never>((_, reject) => signal.addEventListener('abort', reject))]);

/** A request of this call, whose path follows the base of the API. */
export function requestOf<C extends Call>(call: C, request: RequestInputOf<C>) {
  const { path, rest } = fillPath(call.path, request as Record<string, unknown>);
  const { method } = call;
  if (method === 'GET') return { method, path: `${path}${query(rest)}`, headers: { ...call.headers } };
  const headers = { 'Content-Type': 'application/json', ...call.headers };
  return { method, path, headers, body: JSON.stringify(rest) };
}

function fillPath(template: string, request: Record<string, unknown>) {
  const rest = { ...request };
  const path = template.replace(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]));
    delete rest[name];
    return value;
  });
  return { path, rest };
}

function query(values: Record<string, unknown>) {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}
