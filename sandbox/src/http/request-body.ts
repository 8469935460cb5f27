import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Forms of the panel work without script, so their encoding is read as well as JSON. */
export function takeForms(app: FastifyInstance) {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
}

export function fieldsOf(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {};
}

/** A form gets the page back that it stands in, named from where the sandbox begins; everyone else the answer itself. */
export function answerHand(request: FastifyRequest, reply: FastifyReply, page: string, answer: unknown) {
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  if (!isForm) return reply.send(answer);
  return reply.redirect(`${request.server.prefix}${page}`, 303);
}
