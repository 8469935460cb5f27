import type { FastifyInstance } from 'fastify';
import { fieldsOf } from '../http/request-body.ts';
import type { Cms } from './cms.ts';

/** The routes that the service reads. */
export async function cmsRoutes(server: FastifyInstance, { cms }: { cms: Cms }) {
  server.get('/content.json', async () => cms.content());
  server.get<{ Params: { name: string } }>('/pictures/:name', async ({ params }, reply) => {
    const picture = cms.picture(params.name);
    return picture ? reply.type('application/octet-stream').send(picture) : reply.code(404).send();
  });
}

/** Publishes new content, as an editor does. The content refers to a picture as `pictures/NAME`. */
export async function cmsEditorRoutes(server: FastifyInstance, { cms }: { cms: Cms }) {
  server.get('/cms', async () => cms.content());
  server.post('/cms', async ({ body }, reply) => {
    const { content, pictures } = fieldsOf(body);
    if (content === undefined)
      return reply.code(400).send({ problem: 'content: the JSON document that the CMS publishes' });
    cms.publish(content, stringsOf(pictures));
    return cms.content();
  });
}

const stringsOf = (value: unknown) =>
  Object.fromEntries(
    Object.entries(fieldsOf(value)).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
  );
