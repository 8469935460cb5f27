import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { resultCodes } from '@foyer/contract/result-codes';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isAway } from '../database/database.ts';
import { refuse } from './envelope.ts';
import { type Log, faultOf } from '../platform/log.ts';
import { refusalText } from '@foyer/contract/texts/service-texts';
import { fallbackLanguage } from '@foyer/contract/language';
import { connections } from '../platform/service-limits.ts';

/** Whatever goes wrong is answered in the envelope and tells nothing of how we are built. */
export function handleErrors(app: FastifyInstance, log: Log) {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status === 413) hearOut(request, reply);
    if (status >= 400 && status < 500) return refuse(request, reply, 'malformed', { status });
    const away = isAway(error);
    log.error({ event: away ? 'databaseAway' : 'fault', id: request.id, ...faultOf(error) });
    return away ? refuse(request, reply, 'busy', { data: { retryAfter: 1 } }) : refuse(request, reply, 'internalError');
  });
}

/** Who is cut off in the middle of a body never reads the answer: the rest is let past unread, for a moment. */
function hearOut({ raw }: FastifyRequest, reply: FastifyReply) {
  reply.removeHeader('connection');
  const enough = setTimeout(() => raw.destroy(), connections.drainBodyFor);
  raw.once('end', () => clearTimeout(enough)).resume();
}

/**
 * An address that cannot be read is no page's: with its signs taken as they stand it is an address like any other, and
 * whoever followed it finds the page that says so. A call is told that it asked for nothing.
 */
export function normalizeUrl(url: string, apiBase: string): string {
  const [path = ''] = url.split('?', 1);
  if (isReadable(path) || path.startsWith(`${apiBase}/`)) return url;
  return path.replaceAll('%', '%25') + url.slice(path.length);
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Before any route was looked for: an address of a call that cannot be read. */
export const handleUnreadableUrl =
  (headers: Record<string, string>) => (_: unknown, __: FastifyRequest, reply: FastifyReply) =>
    void reply
      .status(400)
      .headers({ ...headers, 'Cache-Control': 'no-store' })
      .send(unreadable());

/** Before there even was a request: bad HTTP, headers too large or too slow. */
export function handleClientErrors(headers: Record<string, string>) {
  return (error: Error & { code?: string }, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
    const body = JSON.stringify(unreadable());
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
const unreadable = () => ({
  code: resultCodes.malformed,
  message: refusalText('malformed', fallbackLanguage),
  data: null,
});
