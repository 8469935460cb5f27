import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { resultCodes } from '@foyer/contract/result-codes';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../../database/database.ts';
import { refuse } from './envelope.ts';
import { type Log, errorFields } from '../../platform/log.ts';
import { refusalText } from '@foyer/contract/texts/service-texts';
import { fallbackLanguage } from '@foyer/contract/language';
import { connections } from '../../config/operations-settings.ts';

/** Answers every error in the envelope and reveals nothing about the implementation. */
export function handleErrors(server: FastifyInstance, log: Log) {
  server.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status === 413) drainBody(request, reply);
    if (status >= 400 && status < 500) return refuse(request, reply, 'malformed', { status });
    const unavailable = isDatabaseUnavailable(error);
    log.error({ event: unavailable ? 'databaseAway' : 'fault', id: request.id, ...errorFields(error) });
    return unavailable
      ? refuse(request, reply, 'busy', { data: { retryAfter: 1 } })
      : refuse(request, reply, 'internalError');
  });
}

/** A client whose upload is cut off never reads the response, so the rest of the body is discarded for a moment. */
function drainBody({ raw }: FastifyRequest, reply: FastifyReply) {
  reply.removeHeader('connection');
  const timer = setTimeout(() => raw.destroy(), connections.drainBodyFor);
  raw.once('end', () => clearTimeout(timer)).resume();
}

/**
 * Removes the origin from a request line that names a whole URL, as for a proxy (RFC 9112, 3.2.2): redirects are built from
 * the path. Escapes the percent signs of a path that cannot be decoded, so that it leads to the "not found" page; paths of
 * the API stay as they are and get an error response.
 */
export function normalizeUrl(requested: string, apiBase: string): string {
  const url = requested.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
  const [path = ''] = url.split('?', 1);
  if (isDecodable(path) || path.startsWith(`${apiBase}/`)) return url;
  return path.replaceAll('%', '%25') + url.slice(path.length);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** For an API path that cannot be decoded, before routing. */
export const handleUnreadableUrl =
  (headers: Record<string, string>) => (_: unknown, request: FastifyRequest, reply: FastifyReply) =>
    void reply
      .status(400)
      .headers({ ...headers, 'X-Request-Id': request.id, 'Cache-Control': 'no-store' })
      .send(malformedBody());

/** For invalid HTTP, and headers that are too large or too slow, before there is a request. */
export function handleClientErrors(headers: Record<string, string>) {
  return (error: Error & { code?: string }, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
    const body = JSON.stringify(malformedBody());
    const lines = Object.entries({
      ...headers,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      'Cache-Control': 'no-store',
      Connection: 'close',
    }).map(([name, value]) => `${name}: ${value}`);
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
  };
}

/** The client's language is not known yet. */
const malformedBody = () => ({
  code: resultCodes.malformed,
  message: refusalText('malformed', fallbackLanguage),
  data: null,
});
