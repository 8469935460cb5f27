import { request as requestLimits } from '@foyer/contract/limits';
import type { FastifyInstance } from 'fastify';

/** Passes every body to the routes as text: the signature of a push covers its exact bytes. */
export function readBodiesAsText(server: FastifyInstance) {
  server.removeAllContentTypeParsers();
  const options = { parseAs: 'string', bodyLimit: requestLimits.bodyBytes } as const;
  server.addContentTypeParser('*', options, async (_: unknown, body: string) => body);
}
