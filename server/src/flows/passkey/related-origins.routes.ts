import type { FastifyInstance } from 'fastify';

/**
 * The origins whose pages may use the passkeys of this domain. A browser reads the list when a page of another domain asks
 * for such a passkey.
 */
export function relatedOriginsRoute(server: FastifyInstance, { origins }: { origins: readonly string[] }) {
  server.get('/.well-known/webauthn', (_, reply) => reply.type('application/json').send({ origins }));
}
