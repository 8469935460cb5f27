import { hours, minutes, seconds } from '@foyer/contract/time';
import { type LookupAllOptions, type LookupAddress, lookup as lookupName } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { type RequestOptions, request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { isPublicIp } from './public-ip.ts';
import { errorCode } from '../provider-result.ts';

/** Limits for the identity providers of companies. */
export const identityProvider = {
  timeout: seconds(8),
  maxBytes: 512 * 1024,
  /** How long the OpenID metadata of a provider is cached. */
  metadataLifetime: hours(1),
  /** Accepted difference between its clock and ours. */
  clockSkew: minutes(1),
  maxSamlResponseBytes: 256 * 1024,
} as const;

export interface SafeRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
}

/** Fetches a URL that another party has named. Rejects with a SafeFetchError only. Does not follow redirects. */
export type SafeFetch = (url: string, request?: SafeRequest) => Promise<Response>;

type Lookup = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

interface SafeFetchOptions {
  /** Origins inside our own network that the operator trusts. */
  internalOrigins: readonly string[];
  /** Maps the URLs of the sandbox to where it listens. */
  internalUrlOf?: (url: string) => string | undefined;
  timeout?: number;
  /** The status alone counts: the body of the response is empty, and what arrives is dropped. */
  withoutBody?: boolean;
  /** Resolves host names. */
  lookup?: Lookup;
}

/** No usable response. `code` is one of ours or that of the network error. */
export class SafeFetchError extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

/**
 * Companies name the URLs of their identity providers. To prevent server-side request forgery, only https and only public
 * IP addresses are allowed, and the connection goes to the very IP address that was checked.
 */
export function createSafeFetch({
  internalOrigins,
  internalUrlOf,
  timeout = identityProvider.timeout,
  withoutBody = false,
  lookup = lookupName,
}: SafeFetchOptions): SafeFetch {
  const lookupOnlyPublic = publicLookup(lookup);
  return async (url, { method = 'GET', headers = {}, body, signal } = {}) => {
    const end = AbortSignal.timeout(timeout);
    const options = { method, headers, signal: signal ? AbortSignal.any([signal, end]) : end };
    const internalUrl = internalUrlOf?.(url) ?? (internalOrigins.includes(new URL(url).origin) ? url : undefined);
    const response =
      internalUrl === undefined
        ? requestPublic(new URL(url), { ...options, lookup: lookupOnlyPublic }, body, withoutBody)
        : requestInternal(
            internalUrl,
            { ...options, ...(body !== undefined && { body }), redirect: 'manual' },
            withoutBody,
          );
    return response.catch((error: unknown) => {
      throw error instanceof SafeFetchError ? error : new SafeFetchError(errorCode(error));
    });
  };
}

async function requestPublic(
  url: URL,
  options: RequestOptions,
  body: string | undefined,
  withoutBody: boolean,
): Promise<Response> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (url.protocol !== 'https:') throw new SafeFetchError('NOT_HTTPS');
  if (isIP(host) && !isPublicIp(host)) throw new SafeFetchError('NOT_PUBLIC');
  return new Promise((resolve, reject) => {
    const request = httpsRequest(url, options, (response) => {
      if (withoutBody) return resolve(dropBody(response));
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if ((size += chunk.length) > identityProvider.maxBytes) request.destroy(new SafeFetchError('TOO_LARGE'));
      });
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode = 0, headers } = response;
        resolve(responseOf(statusCode, headers['content-type'] ?? '', Buffer.concat(chunks).toString()));
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** A short body is read to its end, so that the connection can be used again; a longer one ends with it. */
function dropBody(response: IncomingMessage): Response {
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    if ((size += chunk.length) > droppedBytes) response.destroy();
  });
  response.on('error', () => {});
  return responseOf(response.statusCode ?? 0, '', '');
}

const droppedBytes = 16 * 1024;

/** All IP addresses must be public: Node.js chooses which one to connect to. */
const publicLookup =
  (lookup: Lookup): NonNullable<RequestOptions['lookup']> =>
  (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, []);
      const allPublic = found.length > 0 && found.every(({ address }) => isPublicIp(address));
      if (!allPublic) return done(new SafeFetchError('NOT_PUBLIC'), []);
      const [first] = found;
      return options.all ? done(null, found) : done(null, first?.address ?? '', first?.family);
    });

async function requestInternal(url: string, options: RequestInit, withoutBody: boolean): Promise<Response> {
  const response = await fetch(url, options);
  if (withoutBody) {
    await response.body?.cancel();
    return responseOf(response.status, '', '');
  }
  const text = await response.text();
  if (text.length > identityProvider.maxBytes) throw new SafeFetchError('TOO_LARGE');
  return responseOf(response.status, response.headers.get('content-type') ?? '', text);
}

const responseOf = (status: number, type: string, text: string) =>
  new Response(status === 204 || status === 304 ? null : text, {
    status: status >= 200 && status < 600 ? status : 502,
    headers: { 'content-type': type },
  });
