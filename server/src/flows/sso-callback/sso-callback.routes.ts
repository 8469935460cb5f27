import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import {
  type SsoCallbackResult,
  createSsoCallback,
  serviceProviderUrls,
  providerOf,
} from '../../parts/sso/sso-callback.ts';
import { requestContext } from '../../http/request-context.ts';
import type { ProviderResult } from '../../providers/provider-result.ts';
import type { SsoUser } from '../../providers/sso/sso-user.ts';
import { type Company, companyStore } from '../../store/companies.ts';

type Named = { Params: { company: string } };

/** Where companies send their people back to: no calls of the page, but addresses that a browser opens. */
export function ssoCallbackRoutes(app: FastifyInstance, services: Services) {
  const { config, database, ssoConnections } = services;
  const companies = companyStore(database.sql);
  const comeBack = createSsoCallback(services);

  app.get<Named>('/sso/:company/callback', async (request, reply) => {
    const { company: slug } = request.params;
    const { browserId } = requestContext(request, reply, config);
    const { callback: redirectUri } = serviceProviderUrls(services, slug);
    const cameTo = new URL(redirectUri);
    cameTo.search = request.url.slice(request.url.indexOf('?') + 1);
    const state = cameTo.searchParams.get('state') ?? '';
    const place = await comeBack({ state, way: 'oidc', company: slug }, browserId, request.id, async (back) => {
      const company = await companies.find(slug);
      if (!company) return { is: 'turnedAway', refusal: 'ssoFailed', why: 'disabled' };
      const { nonce, verifier } = back;
      const round = { redirectUri, state, nonce, verifier };
      return verdictOf(company, await ssoConnections.oidc.finish(company.settings, round, cameTo));
    });
    return reply.redirect(place, 303);
  });
}

function verdictOf(company: Company, told: ProviderResult<{ person: SsoUser }>): SsoCallbackResult {
  if (told.is !== 'ok') return { is: 'turnedAway', refusal: 'ssoFailed', why: told.why };
  const { mailDomains, emailOnly } = company;
  return { is: 'person', provider: providerOf(company), person: told.person, mailDomains, emailOnly };
}
