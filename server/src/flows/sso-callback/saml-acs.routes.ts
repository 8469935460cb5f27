import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { createSsoCallback, serviceProviderUrls, providerOf } from '../../parts/sso/sso-callback.ts';
import { identityProvider as limits } from '../../platform/service-limits.ts';
import { companyStore } from '../../store/companies.ts';
import { anyone, ssoRequestStore } from '../../store/sso-requests.ts';
import { spMetadata } from './sp-metadata.ts';

type Named = { Params: { company: string } };

/**
 * Where a company's SAML provider has its people's browsers post what it says. A form from another site brings no cookie
 * of ours, so who it is shows at the next step: the access code made here works only in the browser that began.
 */
export async function samlAcsRoutes(app: FastifyInstance, { services }: { services: Services }) {
  const { database, clock, ssoConnections } = services;
  const companies = companyStore(database.sql);
  const rounds = ssoRequestStore(database.sql, clock);
  const comeBack = createSsoCallback(services);

  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: limits.maxSamlResponseBytes * 2 },
    async (_request: unknown, body: string) => new URLSearchParams(body),
  );

  app.post<Named>('/sso/:company/acs', { config: { allowCrossSite: true } }, async (request, reply) => {
    const { company: slug } = request.params;
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const relayState = form.get('RelayState') ?? '';
    const place = await comeBack(
      { state: relayState, way: 'saml', company: slug },
      anyone,
      request.id,
      async (back) => {
        const failed = (why: string) => ({ is: 'turnedAway', refusal: 'ssoFailed', why }) as const;
        const company = await companies.find(slug);
        if (!company) return failed('disabled');
        const round = { ...serviceProviderUrls(services, slug), relayState, requestId: back.nonce };
        const told = await ssoConnections.saml.finish(company.settings, round, form.get('SAMLResponse') ?? '');
        if (told.is !== 'ok') return failed(told.why);
        if (!(await rounds.hearOnce(slug, told.assertion, told.until))) return failed('replay');
        const { mailDomains, emailOnly } = company;
        // It has no word for a verified address, so one counts only in a domain that the company has proved.
        const { email, ...person } = told.person;
        const vouched = email !== undefined && mailDomains.length > 0 ? { ...person, email } : person;
        return { is: 'person', provider: providerOf(company), person: vouched, mailDomains, emailOnly };
      },
    );
    return reply.redirect(place, 303);
  });

  /** The same for every name: it tells nobody which companies there are. */
  app.get<Named>('/sso/:company/metadata', async (request, reply) => {
    const slug = /^[a-z\d_-]{1,63}$/.exec(request.params.company)?.[0];
    if (slug === undefined) return reply.callNotFound();
    return reply.type('application/samlmetadata+xml').send(spMetadata(serviceProviderUrls(services, slug)));
  });
}
