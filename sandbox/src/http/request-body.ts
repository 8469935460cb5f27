import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const formType = 'application/x-www-form-urlencoded';

/** Lets routes accept HTML forms as well as JSON: the forms of the panel work without script. */
export function acceptForms(server: FastifyInstance) {
  server.addContentTypeParser(formType, { parseAs: 'string' }, async (_request: unknown, body: string) =>
    Object.fromEntries(new URLSearchParams(body)),
  );
}

/** Leaves every body unparsed, as a string. */
export function acceptText(server: FastifyInstance) {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, body: string) => body);
}

/** The fields of a JSON object or form; none for any other value. */
export function fieldsOf(body: unknown): Record<string, unknown> {
  return isObject(body) ? { ...body } : {};
}

/** Undefined for a text that is not a JSON object. */
export function parseJsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const queryOf = ({ url }: FastifyRequest) => new URLSearchParams(url.split('?').slice(1).join('?'));

/** Redirects a form back to its page (a path below the sandbox's prefix); sends the result to any other client. */
export function replyToForm(request: FastifyRequest, reply: FastifyReply, page: string, result: unknown) {
  if (!request.headers['content-type']?.startsWith(formType)) return reply.send(result);
  return reply.redirect(`${request.server.prefix}${page}`, 303);
}
