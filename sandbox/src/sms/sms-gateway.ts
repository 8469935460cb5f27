import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Fault, replyUnavailable } from '../fault/fault.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { SmsAccount } from './sms-account.ts';

export interface SmsGateway {
  account: SmsAccount;
  outbox: Outbox;
  fault: Fault;
  now(): number;
}

export interface GatewayReply {
  status: number;
  body: unknown;
}

/** Serves a gateway at its root path. The body stays a buffer because the signature covers its bytes. */
export function gatewayRoute(
  server: FastifyInstance,
  { fault }: SmsGateway,
  handle: (request: FastifyRequest, body: Buffer) => GatewayReply,
) {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);

  server.post('/', async (request, reply) => {
    if (fault.mode() === 'down') return replyUnavailable(reply);
    const { status, body } = handle(request, Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
    await fault.waitIfSlow();
    return reply.code(status).send(body);
  });
}

export function headerOf(headers: IncomingHttpHeaders, name: string) {
  const value = headers[name];
  return (Array.isArray(value) ? value.join(',') : value)?.trim();
}

export const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
export const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
