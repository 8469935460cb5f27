import { request as requestLimits } from '@foyer/contract/limits';
import type { FastifyInstance } from 'fastify';

/** Passes every body to the routes as text: the signature of a push covers its exact bytes. */
export function readBodiesAsText(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  const options = { parseAs: 'string', bodyLimit: requestLimits.bodyBytes } as const;
  app.addContentTypeParser('*', options, async (_: unknown, body: string) => body);
}
