import type { FastifyInstance } from 'fastify';
import type { Cms } from './cms.ts';
import { fieldsOf } from '../http/request-body.ts';

/** What the service asks. */
export async function cmsRoutes(app: FastifyInstance, { cms }: { cms: Cms }) {
  app.get('/content.json', async () => cms.content());
  app.get<{ Params: { name: string } }>('/pictures/:name', async ({ params }, reply) => {
    const picture = cms.picture(params.name);
    return picture ? reply.type('application/octet-stream').send(picture) : reply.code(404).send();
  });
}

/** What an editor does: `content` is what the CMS says from now on, `pictures` are named in it as `pictures/NAME`. */
export async function cmsEditorRoutes(app: FastifyInstance, { cms }: { cms: Cms }) {
  app.get('/cms', async () => cms.content());
  app.post('/cms', async ({ body }, reply) => {
    const { content, pictures } = fieldsOf(body);
    if (content === undefined)
      return reply.code(400).send({ problem: 'give content, as the JSON that the CMS is to say' });
    cms.publish(content, textsOf(pictures));
    return cms.content();
  });
}

const textsOf = (value: unknown) =>
  Object.fromEntries(
    Object.entries(fieldsOf(value)).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
  );
