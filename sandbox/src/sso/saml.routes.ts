import { inflateRawSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock/clock.ts';
import { accountPicker } from '../pages/account-picker.ts';
import { htmlDocument } from '../pages/document.ts';
import { html } from '../pages/html.ts';
import { languageOf } from '../pages/language.ts';
import { allowFormOrigin, sendHtml } from '../pages/send-page.ts';
import { companies } from './companies.ts';
import { samlCertificate } from './saml-key.ts';
import { signSamlResponse, unsignedSamlResponse } from './saml-response.ts';

interface SamlRouteOptions {
  clock: Clock;
  publicUrl: string;
  /** The sandbox's path prefix. */
  base: string;
}

export const samlPath = '/saml';

/** The settings that a company's administrator enters in the service. */
export const samlConnection = (base: string, slug: string) => ({
  entityId: `${base}${samlPath}/${slug}`,
  ssoUrl: `${base}${samlPath}/${slug}/sso`,
  certificates: [samlCertificate],
});

type SamlRoute = { Params: { slug: string; id: string }; Querystring: { SAMLRequest?: string; RelayState?: string } };

/** The SAML identity providers: an account picker, and a form that posts the response to the service. */
export async function samlRoutes(server: FastifyInstance, { clock, publicUrl, base }: SamlRouteOptions) {
  const companyOf = (slug: string) => companies.find((company) => company.slug === slug && company.kind === 'saml');

  server.get<SamlRoute>('/:slug/sso', async (request, reply) => {
    const company = companyOf(request.params.slug);
    if (!company || !parseAuthnRequest(request.query.SAMLRequest)) return reply.code(400).send();
    const search = request.url.slice(request.url.indexOf('?'));
    const urlOf = (id: string) => `${server.prefix}/${company.slug}/sso/as/${id}${search}`;
    const { language } = languageOf(request);
    return sendHtml(reply, accountPicker({ directory: company, language, base, urlOf }));
  });

  server.get<SamlRoute>('/:slug/metadata', async (request, reply) => {
    const company = companyOf(request.params.slug);
    if (!company) return reply.code(404).send();
    return reply
      .type('application/samlmetadata+xml')
      .send(metadataOf(samlConnection(`${publicUrl}${base}`, company.slug)));
  });

  server.get<SamlRoute>('/:slug/sso/as/:id', async (request, reply) => {
    const { slug, id } = request.params;
    const person = companyOf(slug)?.people.find((employee) => employee.id === id);
    const authnRequest = parseAuthnRequest(request.query.SAMLRequest);
    if (!person || !authnRequest || new URL(authnRequest.acs).origin !== publicUrl) return reply.code(400).send();
    const { entityId: issuer } = samlConnection(`${publicUrl}${base}`, slug);
    const { id: inResponseTo, acs, audience } = authnRequest;
    const unsigned = unsignedSamlResponse({ issuer, audience, acs, inResponseTo, now: clock.now(), person });
    const response = Buffer.from(await signSamlResponse(unsigned)).toString('base64');
    allowFormOrigin(reply);
    return sendHtml(reply, formPage(base, acs, response, request.query.RelayState ?? ''));
  });

  server.get('/post.js', async (_, reply) => reply.type('text/javascript').send('document.forms[0].submit();'));
}

/** The metadata document that a service can import. */
function metadataOf({ entityId, ssoUrl, certificates }: ReturnType<typeof samlConnection>) {
  const keys = certificates.map(
    (pem) =>
      `<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${pem.replaceAll(/-----[^-]+-----|\s/g, '')}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`,
  );
  return [
    `<?xml version="1.0"?><EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">`,
    '<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">',
    ...keys,
    `<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${ssoUrl}"/>`,
    '</IDPSSODescriptor></EntityDescriptor>',
  ].join('');
}

/** Posts the response to the service (HTTP-POST binding). The script submits the form at once. */
const formPage = (base: string, acs: string, response: string, relayState: string) =>
  htmlDocument(
    { language: 'en-US', title: 'SAML', base, script: 'saml/post.js' },
    html`<form method="post" action="${acs}">
      <input type="hidden" name="SAMLResponse" value="${response}" />
      <input type="hidden" name="RelayState" value="${relayState}" />
      <button>→</button>
    </form>`,
  );

/** Undefined when the parameter is not a valid AuthnRequest. */
function parseAuthnRequest(samlRequest: string | undefined): { id: string; acs: string; audience: string } | undefined {
  try {
    const xml = inflateRawSync(Buffer.from(samlRequest ?? '', 'base64'), { maxOutputLength: 16_384 }).toString();
    const [, id] = /\sID="([^"]+)"/.exec(xml) ?? [];
    const [, acs] = /AssertionConsumerServiceURL="([^"]+)"/.exec(xml) ?? [];
    const [, audience] = /<saml:Issuer[^>]*>([^<]+)</.exec(xml) ?? [];
    return id && acs && audience && URL.canParse(acs) ? { id, acs, audience } : undefined;
  } catch {
    return undefined;
  }
}
