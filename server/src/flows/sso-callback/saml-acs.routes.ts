import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { completeSsoRequest, serviceProviderUrls, providerOf } from '../../parts/sso/sso-callback.ts';
import { identityProvider as limits } from '../../providers/http/safe-fetch.ts';
import { anyBrowser } from '../../store/sign-in/sso-requests.ts';

type CompanyRoute = { Params: { company: string } };

/**
 * The SAML assertion consumer service. A cross-site form post carries no cookies, so the browser is checked at the next
 * step: the access code created here works only in the browser that started the SSO request.
 */
export async function samlAcsRoutes(server: FastifyInstance, { services }: { services: Services }) {
  const { stores, ssoConnections } = services;

  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: limits.maxSamlResponseBytes * 2 },
    async (_request: unknown, body: string) => new URLSearchParams(body),
  );

  server.post<CompanyRoute>('/sso/:company/acs', { config: { allowCrossSite: true } }, async (request, reply) => {
    const { company: slug } = request.params;
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const relayState = form.get('RelayState') ?? '';
    const lookup = { state: relayState, protocol: 'saml', company: slug } as const;
    const url = await completeSsoRequest(services, lookup, anyBrowser, request.id, async ({ nonce: requestId }) => {
      const failed = (why: string) => ({ is: 'failed', refusal: 'ssoFailed', why }) as const;
      const company = await stores.companies.find(slug);
      if (!company) return failed('disabled');
      const expected = { ...serviceProviderUrls(services, slug), relayState, requestId };
      const result = await ssoConnections.saml.finish(company.settings, expected, form.get('SAMLResponse') ?? '');
      if (result.is !== 'ok') return failed(result.why);
      if (!(await stores.ssoRequests.acceptAssertion(slug, result.assertion, result.until))) return failed('replay');
      const { mailDomains, emailOnly } = company;
      // SAML cannot mark an e-mail address as verified, so it counts only in a domain that the company has proven.
      const { email, ...person } = result.person;
      const verified = email !== undefined && mailDomains.length > 0 ? { ...person, email } : person;
      return { is: 'signedIn', provider: providerOf(company), person: verified, mailDomains, emailOnly };
    });
    return reply.redirect(url, 303);
  });

  /** The same response for every name, so that it does not reveal which companies are customers. */
  server.get<CompanyRoute>('/sso/:company/metadata', async (request, reply) => {
    const slug = /^[a-z\d_-]{1,63}$/.exec(request.params.company)?.[0];
    if (slug === undefined) return reply.callNotFound();
    return reply
      .type('application/samlmetadata+xml')
      .send(serviceProviderMetadata(serviceProviderUrls(services, slug)));
  });
}

/** What a company's administrator imports into their identity provider. */
const serviceProviderMetadata = ({ entityId, acs }: { entityId: string; acs: string }) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">`,
    '<md:SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">',
    '<md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>',
    `<md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${acs}" index="0" isDefault="true"/>`,
    '</md:SPSSODescriptor>',
    '</md:EntityDescriptor>',
  ].join('\n');
