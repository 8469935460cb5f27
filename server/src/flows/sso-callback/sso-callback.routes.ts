import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { completeSsoRequest, serviceProviderUrls, providerOf } from '../../parts/sso/sso-callback.ts';
import { requestContext } from '../../http/requests/request-context.ts';

type CompanyRoute = { Params: { company: string } };

/** The OpenID Connect redirect URI: the browser itself opens it, so it is not a call of the contract. */
export function ssoCallbackRoutes(server: FastifyInstance, services: Services) {
  const { config, stores, ssoConnections } = services;

  server.get<CompanyRoute>('/sso/:company/callback', async (request, reply) => {
    const { company: slug } = request.params;
    const { browserId } = requestContext(request, reply, config);
    const { callback: redirectUri } = serviceProviderUrls(services, slug);
    const callbackUrl = new URL(redirectUri);
    callbackUrl.search = request.url.slice(request.url.indexOf('?') + 1);
    const state = callbackUrl.searchParams.get('state') ?? '';
    const lookup = { state, protocol: 'oidc', company: slug } as const;
    const url = await completeSsoRequest(services, lookup, browserId, request.id, async ({ nonce, verifier }) => {
      const failed = (why: string) =>
        ({ is: 'failed', refusal: why === 'access_denied' ? 'ssoCancelled' : 'ssoFailed', why }) as const;
      const company = await stores.companies.find(slug);
      if (!company) return failed('disabled');
      const expected = { redirectUri, state, nonce, verifier };
      const result = await ssoConnections.oidc.finish(company.settings, expected, callbackUrl);
      if (result.is !== 'ok') return failed(result.why);
      const { mailDomains, emailOnly } = company;
      return { is: 'signedIn', provider: providerOf(company), person: result.person, mailDomains, emailOnly };
    });
    return reply.redirect(url, 303);
  });
}
