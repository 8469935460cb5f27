import { lookup } from 'node:dns';
import { type RequestOptions, request as ask } from 'node:https';
import { isIP } from 'node:net';
import { isPublicIp } from './public-ip.ts';
import { identityProvider as limits } from '../../platform/service-limits.ts';

export interface SafeRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
}

/** Fetches what somebody else has named. Follows nothing: wherever an answer points has not been looked at. */
export type SafeFetch = (address: string, request?: SafeRequest) => Promise<Response>;

interface Ways {
  /** Origins inside our own network that the operator trusts. */
  inside: readonly string[];
  /** Where an address really is, for those of the sandbox. */
  internalUrlOf?: (address: string) => string | undefined;
}

/** The address is not one that we ask. */
class NotAsked extends Error {}

/**
 * Companies name the addresses of their identity providers, and nobody may have us look around in our own network by
 * naming one of ours: only https, only public addresses, and the address that was looked at is the one connected to.
 */
export function createSafeFetch({ inside, internalUrlOf }: Ways): SafeFetch {
  return async (address, { method = 'GET', headers = {}, body, signal } = {}) => {
    const within = AbortSignal.timeout(limits.timeout);
    const until = signal ? AbortSignal.any([signal, within]) : within;
    const elsewhere = internalUrlOf?.(address) ?? (inside.includes(new URL(address).origin) ? address : undefined);
    const given = { method, headers, signal: until };
    if (elsewhere !== undefined)
      return capped(await fetch(elsewhere, { ...given, ...(body !== undefined && { body }), redirect: 'manual' }));
    return askPublic(new URL(address), given, body);
  };
}

function askPublic(url: URL, options: RequestOptions, body: string | undefined): Promise<Response> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (url.protocol !== 'https:') return Promise.reject(new NotAsked('not https'));
  if (isIP(host) && !isPublicIp(host)) return Promise.reject(new NotAsked('not a public address'));
  return new Promise((resolve, reject) => {
    const request = ask(url, { ...options, lookup: lookupPublic }, (answer) => {
      const parts: Buffer[] = [];
      let size = 0;
      answer.on('data', (part: Buffer) => {
        parts.push(part);
        if ((size += part.length) > limits.maxBytes) request.destroy(new NotAsked('the answer is too long'));
      });
      answer.on('error', reject);
      answer.on('end', () => {
        const { statusCode = 0, headers } = answer;
        const text = Buffer.concat(parts).toString();
        resolve(responseOf(statusCode, headers['content-type'] ?? '', text));
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** All of them must be public: which one is connected to is not ours to say. */
const lookupPublic: NonNullable<RequestOptions['lookup']> = (host, options, done) =>
  lookup(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, []);
    const good = found.length > 0 && found.every(({ address }) => isPublicIp(address));
    if (!good) return done(new NotAsked('not a public address'), []);
    const [first] = found;
    return options.all ? done(null, found) : done(null, first?.address ?? '', first?.family);
  });

async function capped(response: Response): Promise<Response> {
  const text = await response.text();
  if (text.length > limits.maxBytes) throw new NotAsked('the answer is too long');
  return responseOf(response.status, response.headers.get('content-type') ?? '', text);
}

const responseOf = (status: number, type: string, text: string) =>
  new Response(status === 204 || status === 304 ? null : text, {
    status: status >= 200 && status < 600 ? status : 502,
    headers: { 'content-type': type },
  });
