import type { FastifyInstance } from 'fastify';
import { fieldsOf, replyToForm } from '../http/request-body.ts';
import type { BrandTrial } from './brand-trial.ts';

/** `POST /brand` shows everything in another colour and with another logo, until the demo is reset. */
export async function brandRoutes(server: FastifyInstance, { brand }: { brand: BrandTrial }) {
  // A logo is a text in the form.
  server.post('/brand', { bodyLimit: 400_000 }, async (request, reply) => {
    const { accent, logo, reset } = fieldsOf(request.body);
    if (reset === 'true') brand.clear();
    else brand.show({ accent: textOf(accent), logo: textOf(logo) });
    const { accent: shown } = brand.shown();
    return replyToForm(request, reply, '#brand', { accent: shown, refusal: brand.refusal() });
  });

  server.get('/brand/:file', async ({ url }, reply) => {
    const logo = brand.logoAt(url);
    if (!logo) return reply.code(404).send({ problem: 'There is no such picture.' });
    // Opened by itself, the picture has neither scripts nor our origin.
    reply.header('content-security-policy', "default-src 'none'; sandbox");
    return reply.type('image/svg+xml').header('cache-control', 'no-store').send(logo);
  });
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
