import { type RefusalName, httpStatusOf, resultCodes } from '@foyer/contract/result-codes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { messages, refusalText } from '@foyer/contract/texts/service-texts';
import { requestLanguage } from '../requests/request-context.ts';

interface RefusalOptions {
  data?: unknown;
  /** Overrides the HTTP status of the refusal. */
  status?: number;
  /** The address of the support, for a text that names it. */
  support?: string;
}

export function succeed(request: FastifyRequest, reply: FastifyReply, data: unknown) {
  return reply.send({ code: resultCodes.done, message: messages[requestLanguage(request)].success, data });
}

export function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  name: RefusalName,
  { data = null, status, support }: RefusalOptions = {},
) {
  const wait = retryAfterOf(data);
  if (wait !== undefined) void reply.header('Retry-After', wait);
  return reply
    .status(status ?? httpStatusOf(name))
    .header('Cache-Control', 'no-store')
    .send({
      code: resultCodes[name],
      message: refusalText(name, requestLanguage(request), { support, ...Object(data) }),
      data,
    });
}

const retryAfterOf = (data: unknown) =>
  typeof data === 'object' && data !== null && 'retryAfter' in data && typeof data.retryAfter === 'number'
    ? Math.max(1, Math.ceil(data.retryAfter))
    : undefined;
