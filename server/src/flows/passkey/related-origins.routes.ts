import type { FastifyInstance } from 'fastify';

/**
 * The origins whose pages may use the passkeys of this domain. A browser reads the list when a page of another domain asks
 * for such a passkey.
 */
export function relatedOriginsRoute(app: FastifyInstance, { origins }: { origins: readonly string[] }) {
  app.get('/.well-known/webauthn', (_, reply) => reply.type('application/json').send({ origins }));
}
