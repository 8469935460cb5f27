import { inflateRawSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock/clock.ts';
import { html } from '../pages/html.ts';
import { languageOf } from '../pages/language.ts';
import { accountPicker } from '../pages/account-picker.ts';
import { companies } from './companies.ts';
import { signSamlResponse, unsignedSamlResponse } from './saml-response.ts';
import { samlCertificate } from './saml-key.ts';

interface Options {
  clock: Clock;
  publicUrl: string;
  /** Where the sandbox is mounted. */
  base: string;
}

export const samlPath = '/saml';

/** As the company's administrator notes it down: who it is, where it is, and what it signs with. */
export const samlConnection = (base: string, slug: string) => ({
  entityId: `${base}${samlPath}/${slug}`,
  ssoUrl: `${base}${samlPath}/${slug}/sso`,
  certificates: [samlCertificate],
});

type Named = { Params: { slug: string; id: string }; Querystring: { SAMLRequest?: string; RelayState?: string } };

/** An identity provider of each company that speaks SAML: a page on which someone is chosen, and a form sent back. */
export async function samlRoutes(app: FastifyInstance, { clock, publicUrl, base }: Options) {
  const companyOf = (slug: string) => companies.find((one) => one.slug === slug && one.kind === 'saml');

  app.get<Named>('/:slug/sso', async (request, reply) => {
    const company = companyOf(request.params.slug);
    if (!company || !readRequest(request.query.SAMLRequest)) return reply.code(400).send();
    const search = request.url.slice(request.url.indexOf('?'));
    const addressOf = (id: string) => `${app.prefix}/${company.slug}/sso/as/${id}${search}`;
    return show(reply, accountPicker({ company, language: languageOf(request).language, base, addressOf }));
  });

  app.get<Named>('/:slug/metadata', async (request, reply) => {
    const company = companyOf(request.params.slug);
    if (!company) return reply.code(404).send();
    return reply
      .type('application/samlmetadata+xml')
      .send(metadataOf(samlConnection(`${publicUrl}${base}`, company.slug)));
  });

  app.get<Named>('/:slug/sso/as/:id', async (request, reply) => {
    const { slug, id } = request.params;
    const person = companyOf(slug)?.people.find((one) => one.id === id);
    const asked = readRequest(request.query.SAMLRequest);
    if (!person || !asked || new URL(asked.acs).origin !== publicUrl) return reply.code(400).send();
    const { entityId: issuer } = samlConnection(`${publicUrl}${base}`, slug);
    const { id: inResponseTo, acs, audience } = asked;
    const answer = await signSamlResponse(
      unsignedSamlResponse({ issuer, audience, acs, inResponseTo, now: clock.now(), person }),
    );
    return show(reply, formPage(request, acs, Buffer.from(answer).toString('base64'), `${app.prefix}/post.js`));
  });

  app.get('/post.js', async (_, reply) => reply.type('text/javascript').send('document.forms[0].submit();'));
}

/** What a service reads to know it by. */
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

const show = (reply: FastifyReply, page: { toString(): string }) =>
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    // Without it a form does not say where it comes from.
    .header('referrer-policy', 'same-origin')
    .send(page.toString());

function formPage(request: FastifyRequest<Named>, acs: string, answer: string, script: string) {
  return html`<!doctype html>
    <html lang="en-US">
      <head>
        <meta charset="utf-8" />
        <title>SAML</title>
      </head>
      <body>
        <form method="post" action="${acs}">
          <input type="hidden" name="SAMLResponse" value="${answer}" />
          <input type="hidden" name="RelayState" value="${request.query.RelayState ?? ''}" />
          <button>→</button>
        </form>
        <script src="${script}"></script>
      </body>
    </html>`;
}

/** What a service asks for; undefined for what is no request. */
function readRequest(given: string | undefined): { id: string; acs: string; audience: string } | undefined {
  try {
    const xml = inflateRawSync(Buffer.from(given ?? '', 'base64'), { maxOutputLength: 16_384 }).toString();
    const [, id] = /\sID="([^"]+)"/.exec(xml) ?? [];
    const [, acs] = /AssertionConsumerServiceURL="([^"]+)"/.exec(xml) ?? [];
    const [, audience] = /<saml:Issuer[^>]*>([^<]+)</.exec(xml) ?? [];
    return id && acs && audience && URL.canParse(acs) ? { id, acs, audience } : undefined;
  } catch {
    return undefined;
  }
}
