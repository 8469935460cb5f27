import type { CallResponse, Call, RequestOf } from '@foyer/contract/call';
import type { ResultName } from '@foyer/contract/result-codes';
import { tokenWayHeader } from '@foyer/contract/flows/sso-headers';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Config } from '../config/config.ts';
import { refuse, succeed } from './envelope.ts';
import { type RequestContext, requestContext } from './request-context.ts';

export type CallHandler<C extends Call> = (ask: RequestOf<C>, context: RequestContext) => Promise<CallResponse<C>>;

/** Answers one call: path and shapes come with it, and nothing goes in or out that they do not name. */
export function handleCall<C extends Call>(app: FastifyInstance, config: Config, call: C, handle: CallHandler<C>) {
  app.route({
    method: call.method,
    url: call.path,
    async handler(request, reply) {
      const given = (call.method === 'GET' ? request.query : request.body) ?? {};
      const read = v.safeParse(call.request, { ...asRecord(given), ...asRecord(request.params) });
      if (!read.success || Array.isArray(given) || typeof given !== 'object')
        return refuse(request, reply, 'malformed');

      const ask = read.output as RequestOf<C>;
      const context = requestContext(request, reply, config, { byHeader: goesOnWithoutCookies(call) });
      const { is, data }: { is: ResultName; data?: unknown } = await handle(ask, context);
      if (is === 'done') return succeed(request, reply, v.parse(call.response, withToken(data, context.newToken())));
      const shape = call.refusals[is];
      const told = shape && data !== undefined ? v.parse(shape, withToken(data, context.newToken())) : data;
      return refuse(request, reply, is, { data: told });
    },
  });
}

const goesOnWithoutCookies = ({ variableHeaders = {} }: Call) => Object.hasOwn(variableHeaders, tokenWayHeader);

/** A call whose answer has no place for it gives none. */
const withToken = (data: unknown, token: string | undefined) =>
  token === undefined ? data : { ...asRecord(data), token };

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
