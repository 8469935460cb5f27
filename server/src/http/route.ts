import type { CallResponse, Call, RequestOf } from '@foyer/contract/call';
import type { ResultName } from '@foyer/contract/result-codes';
import { tokenWayHeader } from '@foyer/contract/flows/sso-headers';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { RateLimit } from '../cache/rate-limit.ts';
import type { Config } from '../config/config.ts';
import { clientIpOf } from './client-ip.ts';
import { refuse, succeed } from './envelope.ts';
import { type RequestContext, requestContext } from './request-context.ts';

export type CallHandler<C extends Call> = (request: RequestOf<C>, context: RequestContext) => Promise<CallResponse<C>>;

interface CallOptions {
  /** The handler counts the call for this limit; a request that does not reach it is counted here. */
  rateLimit?: RateLimit;
}

/** Registers the handler of a call. Fields that the schemas of the call do not name are dropped in both directions. */
export function handleCall<C extends Call>(
  app: FastifyInstance,
  config: Config,
  call: C,
  handle: CallHandler<C>,
  { rateLimit }: CallOptions = {},
) {
  const contextOptions = { allowTokenHeader: acceptsTokenHeader(call) };
  app.route({
    method: call.method,
    url: call.path,
    config: { countsItself: rateLimit !== undefined },
    async handler(request, reply) {
      const input = (call.method === 'GET' ? request.query : request.body) ?? {};
      const parsed = v.safeParse(call.request, { ...asRecord(input), ...asRecord(request.params) });
      if (!parsed.success || Array.isArray(input) || typeof input !== 'object') {
        const retryAfter = await rateLimit?.(clientIpOf(request).key);
        if (retryAfter !== undefined) return refuse(request, reply, 'tooManyRequests', { data: { retryAfter } });
        return refuse(request, reply, 'malformed');
      }

      const context = requestContext(request, reply, config, contextOptions);
      const { is, data }: { is: ResultName; data?: unknown } = await handle(parsed.output as RequestOf<C>, context);
      if (is === 'done') return succeed(request, reply, v.parse(call.response, withToken(data, context.newToken())));
      const shape = call.refusals[is];
      const refusalData = shape && data !== undefined ? v.parse(shape, withToken(data, context.newToken())) : data;
      return refuse(request, reply, is, { data: refusalData });
    },
  });
}

const acceptsTokenHeader = ({ variableHeaders = {} }: Call) => Object.hasOwn(variableHeaders, tokenWayHeader);

/** The schema drops the token if the response of the call has no field for it. */
const withToken = (data: unknown, token: string | undefined) =>
  token === undefined ? data : { ...asRecord(data), token };

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
