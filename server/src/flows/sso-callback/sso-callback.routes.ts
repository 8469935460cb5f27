import type { FastifyInstance } from 'fastify';
import type { House } from '../../services.ts';
import { type Verdict, createCompanyDoor, doorsOf, providerOf } from '../../parts/sso/sso-callback.ts';
import { visitorOf } from '../../http/request-context.ts';
import type { CompanyPerson, Upstream } from '../../providers/sso/sso-user.ts';
import { type Company, companyStore } from '../../store/companies.ts';

type Named = { Params: { company: string } };

/** Where companies send their people back to: no calls of the page, but addresses that a browser opens. */
export function ssoCallbackRoutes(app: FastifyInstance, house: House) {
  const { config, database, companyDoors } = house;
  const companies = companyStore(database.sql);
  const comeBack = createCompanyDoor(house);

  app.get<Named>('/sso/:company/callback', async (request, reply) => {
    const { company: slug } = request.params;
    const { browser } = visitorOf(request, reply, config);
    const { callback: redirectUri } = doorsOf(house, slug);
    const cameTo = new URL(redirectUri);
    cameTo.search = request.url.slice(request.url.indexOf('?') + 1);
    const state = cameTo.searchParams.get('state') ?? '';
    const place = await comeBack({ state, way: 'oidc', company: slug }, browser, request.id, async (back) => {
      const company = await companies.find(slug);
      if (!company) return { is: 'turnedAway', refusal: 'ssoFailed', why: 'disabled' };
      const { nonce, verifier } = back;
      const round = { redirectUri, state, nonce, verifier };
      return verdictOf(company, await companyDoors.oidc.finish(company.settings, round, cameTo));
    });
    return reply.redirect(place, 303);
  });
}

function verdictOf(company: Company, told: Upstream<{ person: CompanyPerson }>): Verdict {
  if (told.is !== 'told') return { is: 'turnedAway', refusal: 'ssoFailed', why: told.why };
  const { mailDomains, emailOnly } = company;
  return { is: 'person', provider: providerOf(company), person: told.person, mailDomains, emailOnly };
}
