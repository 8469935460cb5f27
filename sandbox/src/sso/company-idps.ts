import type { FastifyInstance } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Clock } from '../clock/clock.ts';
import { createFault, replyUnavailable } from '../fault/fault.ts';
import { type Company, companies, oidcClient } from './companies.ts';
import { openIdPath, openIdProvider } from './openid-provider.ts';
import { openIdRoutes } from './openid.routes.ts';
import { samlConnection, samlPath, samlRoutes } from './saml.routes.ts';

export type CompanyIdps = ReturnType<typeof createCompanyIdps>;

/** The SSO connection that an administrator configures in the service. */
export type Connection = Pick<Company, 'slug' | 'displayName' | 'mailDomains' | 'emailOnly' | 'people'> &
  (
    | { kind: 'oidc'; settings: { issuer: string; clientId: string; clientSecret: string } }
    | { kind: 'saml'; settings: ReturnType<typeof samlConnection> }
  );

/** The identity providers of the companies. Browsers and the service see them under the same URLs. */
export function createCompanyIdps(publicUrl: string, mountPath: string, clock: Clock) {
  const base = `${publicUrl}${mountPath}`;
  const issuer = `${base}${openIdPath}`;
  let provider: Promise<Provider> | undefined;

  return {
    base,
    publicUrl,
    mountPath,
    clock,
    /** Applies to the back channel only; the pages for browsers always work. */
    fault: createFault(),
    provider: () => (provider ??= openIdProvider(issuer, publicUrl, mountPath)),
    connections: companies.map((company) => connectionOf(company, base, issuer)),
  };
}

function connectionOf({ slug, kind, ...company }: Company, base: string, issuer: string): Connection {
  if (kind === 'saml') return { ...company, slug, kind, settings: samlConnection(base, slug) };
  const { id: clientId, secret: clientSecret } = oidcClient(slug);
  return { ...company, slug, kind, settings: { issuer, clientId, clientSecret } };
}

export async function companyIdpRoutes(
  server: FastifyInstance,
  { provider, publicUrl, mountPath, clock }: CompanyIdps,
) {
  await server.register(openIdRoutes, { prefix: openIdPath, provider, publicUrl, base: mountPath });
  await server.register(samlRoutes, { prefix: samlPath, clock, publicUrl, base: mountPath });
}

/** The same routes for calls from the service, with injected faults. */
export async function companyBackChannelRoutes(server: FastifyInstance, idps: CompanyIdps) {
  server.addHook('onRequest', async (_, reply) => {
    const mode = idps.fault.mode();
    if (mode === 'down') return replyUnavailable(reply);
    if (mode === 'refusing') return reply.code(403).send({ error: 'access_denied' });
    await idps.fault.waitIfSlow();
  });
  await companyIdpRoutes(server, idps);
}
