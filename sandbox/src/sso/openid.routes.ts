import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { accountPicker } from '../pages/account-picker.ts';
import { languageOf } from '../pages/language.ts';
import { sendHtml } from '../pages/send-page.ts';
import { companies, oidcClient } from './companies.ts';

interface OpenIdRouteOptions {
  /** Creates the provider on the first call. */
  provider(): Promise<Provider>;
  publicUrl: string;
  /** The sandbox's path prefix. */
  base: string;
}

/** Mounts the OpenID provider and its account picker. */
export async function openIdRoutes(server: FastifyInstance, { provider, publicUrl, base }: OpenIdRouteOptions) {
  // The provider parses request bodies itself.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));

  server.get<{ Params: { uid: string } }>('/interaction/:uid', async (request, reply) => {
    const { params } = await (await provider()).interactionDetails(request.raw, reply.raw);
    const company = companies.find(({ slug }) => oidcClient(slug).id === params['client_id']);
    if (!company) return reply.code(404).send();
    const url = `${server.prefix}/interaction/${request.params.uid}`;
    const { language } = languageOf(request);
    const urlOf = (id: string) => `${url}/as/${id}`;
    return sendHtml(reply, accountPicker({ directory: company, language, base, urlOf, cancelUrl: `${url}/cancel` }));
  });

  server.get<{ Params: { id: string } }>('/interaction/:uid/as/:id', async (request, reply) => {
    const { id } = request.params;
    const result = { login: { accountId: id, remember: false } };
    return reply.redirect(await (await provider()).interactionResult(request.raw, reply.raw, result), 303);
  });

  server.get('/interaction/:uid/cancel', async (request, reply) => {
    const result = { error: 'access_denied', error_description: 'The person cancelled' };
    return reply.redirect(await (await provider()).interactionResult(request.raw, reply.raw, result), 303);
  });

  server.all('/*', async (request, reply) => {
    await forward(await provider(), request, reply);
  });

  /** Hands a request over to the provider, which works on Node's request and response. */
  async function forward(target: Provider, { raw }: FastifyRequest, reply: FastifyReply) {
    const { host, protocol } = new URL(publicUrl);
    const { url = '/' } = raw;
    Object.assign(raw, { originalUrl: url, url: url.slice(server.prefix.length) });
    // The provider's own URLs use the public origin, also for calls that reach it on the internal one.
    Object.assign(raw.headers, { 'x-forwarded-host': host, 'x-forwarded-proto': protocol.replace(':', '') });
    // Removes the session cookie, so that another account can be picked at the next sign-in.
    raw.headers.cookie = (raw.headers.cookie ?? '').replace(/(^|;\s*)_session[\w.]*=[^;]*/g, '');
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    reply.hijack();
    await target.callback()(raw, reply.raw);
  }
}
