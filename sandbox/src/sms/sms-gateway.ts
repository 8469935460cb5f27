import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Outbox } from '../outbox/outbox.ts';
import type { SmsAccount } from './sms-account.ts';
import type { Fault } from '../fault/fault.ts';

/** What both gateways stand on. */
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

/** A gateway answers at its root, reading the body as it came: the signature covers its bytes. */
export function gatewayRoute(
  app: FastifyInstance,
  { fault }: SmsGateway,
  answer: (request: FastifyRequest, body: Buffer) => GatewayReply,
) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);

  app.post('/', async (request, reply) => {
    // What stands before a gateway answers in its stead, and not in its words.
    if (fault.mode() === 'down') return reply.code(503).type('text/plain').send('Service Unavailable');
    const { status, body } = answer(request, Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
    await fault.waitIfSlow();
    return reply.code(status).send(body);
  });
}

export function headerOf(headers: IncomingHttpHeaders, name: string) {
  const value = headers[name];
  return (Array.isArray(value) ? value.join(',') : value)?.trim();
}
