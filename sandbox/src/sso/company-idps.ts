import type { FastifyInstance } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Clock } from '../clock/clock.ts';
import { createFault } from '../fault/fault.ts';
import { type Company, type Employee, oidcClient, companies } from './companies.ts';
import { openIdPath, openIdProvider } from './openid-provider.ts';
import { openIdRoutes } from './openid.routes.ts';
import { samlConnection, samlPath, samlRoutes } from './saml.routes.ts';

export type CompanyIdps = ReturnType<typeof createCompanyIdps>;

/** A company's door as an administrator notes it down for a service. */
export type Connection = { slug: string; emailOnly: boolean; people: readonly Employee[] } & (
  | { kind: 'oidc'; settings: { issuer: string; clientId: string; clientSecret: string } }
  | { kind: 'saml'; settings: ReturnType<typeof samlConnection> }
);

/** The companies' doors. They look the same to a browser and to the service, whichever way either reaches them. */
export function createCompanyIdps(publicUrl: string, mountedAt: string, clock: Clock) {
  const base = `${publicUrl}${mountedAt}`;
  const issuer = `${base}${openIdPath}`;
  let provider: Promise<Provider> | undefined;

  return {
    base,
    publicUrl,
    mountedAt,
    clock,
    /** Of their servers. What people's browsers are shown goes on. */
    fault: createFault(),
    provider: () => (provider ??= openIdProvider(issuer, publicUrl)),
    connections: companies.map((company) => connectionOf(company, base, issuer)),
  };
}

function connectionOf({ slug, kind, emailOnly, people }: Company, base: string, issuer: string): Connection {
  if (kind === 'saml') return { slug, kind, emailOnly, people, settings: samlConnection(base, slug) };
  const { id: clientId, secret: clientSecret } = oidcClient(slug);
  return { slug, kind, emailOnly, people, settings: { issuer, clientId, clientSecret } };
}

export async function companyIdpRoutes(app: FastifyInstance, { provider, publicUrl, mountedAt, clock }: CompanyIdps) {
  await app.register(openIdRoutes, { prefix: openIdPath, provider, publicUrl, base: mountedAt });
  await app.register(samlRoutes, { prefix: samlPath, clock, publicUrl, base: mountedAt });
}

/** The same for the service, which their servers may leave without an answer. */
export async function companyBackChannelRoutes(app: FastifyInstance, company: CompanyIdps) {
  app.addHook('onRequest', async (_, reply) => {
    const mode = company.fault.mode();
    if (mode === 'down') return reply.code(503).type('text/plain').send('Service Unavailable');
    if (mode === 'refusing') return reply.code(403).send({ error: 'access_denied' });
    await company.fault.waitIfSlow();
  });
  await companyIdpRoutes(app, company);
}
