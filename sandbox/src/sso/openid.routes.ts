import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { languageOf } from '../pages/language.ts';
import { accountPicker } from '../pages/account-picker.ts';
import { oidcClient, companies } from './companies.ts';

interface Options {
  /** Made by the first who asks for it. */
  provider(): Promise<Provider>;
  publicUrl: string;
  /** Where the sandbox is mounted. */
  base: string;
}

/** The OpenID provider at an address of ours, and the page on which someone is chosen. */
export async function openIdRoutes(app: FastifyInstance, { provider, publicUrl, base }: Options) {
  // It reads what it is sent by itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  app.get<{ Params: { uid: string } }>('/interaction/:uid', async (request, reply) => {
    const { params } = await (await provider()).interactionDetails(request.raw, reply.raw);
    const company = companies.find(({ slug }) => oidcClient(slug).id === params['client_id']);
    if (!company) return reply.code(404).send();
    const here = `${app.prefix}/interaction/${request.params.uid}`;
    const { language } = languageOf(request);
    const page = accountPicker({
      company,
      language,
      base,
      addressOf: (id) => `${here}/as/${id}`,
      cancel: `${here}/cancel`,
    });
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page.toString());
  });

  app.get<{ Params: { id: string } }>('/interaction/:uid/as/:id', async (request, reply) => {
    const { id } = request.params;
    const result = { login: { accountId: id, remember: false } };
    return reply.redirect(await (await provider()).interactionResult(request.raw, reply.raw, result), 303);
  });

  app.get('/interaction/:uid/cancel', async (request, reply) => {
    const result = { error: 'access_denied', error_description: 'The person turned round' };
    return reply.redirect(await (await provider()).interactionResult(request.raw, reply.raw, result), 303);
  });

  app.all('/*', async (request, reply) => {
    await handOver(await provider(), request, reply);
  });

  async function handOver(open: Provider, { raw }: FastifyRequest, reply: FastifyReply) {
    const { host, protocol } = new URL(publicUrl);
    const { url = '/' } = raw;
    Object.assign(raw, { originalUrl: url, url: url.slice(app.prefix.length) });
    // Its own address is the public one, whichever way it was reached.
    Object.assign(raw.headers, { 'x-forwarded-host': host, 'x-forwarded-proto': protocol.replace(':', '') });
    // It forgets everyone at once, so that somebody else can be chosen next.
    raw.headers.cookie = (raw.headers.cookie ?? '').replace(/(^|;\s*)_session[\w.]*=[^;]*/g, '');
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    reply.hijack();
    await open.callback()(raw, reply.raw);
  }
}
