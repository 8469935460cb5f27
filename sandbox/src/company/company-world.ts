import type { FastifyInstance } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Clock } from '../clock.ts';
import { type Company, clientOf, companies } from './companies.ts';
import { openIdPath, openIdProvider } from './openid-provider.ts';
import { openIdRoutes } from './openid.routes.ts';

export type CompanyWorld = ReturnType<typeof createCompanyWorld>;

/** The companies' doors. They look the same to a browser and to the service, whichever way either reaches them. */
export function createCompanyWorld(publicUrl: string, mountedAt: string, clock: Clock) {
  const base = `${publicUrl}${mountedAt}`;
  const issuer = `${base}${openIdPath}`;
  let provider: Promise<Provider> | undefined;

  return {
    base,
    publicUrl,
    mountedAt,
    clock,
    provider: () => (provider ??= openIdProvider(issuer, publicUrl)),
    /** As an administrator notes them down for the service. */
    connections: companies
      .filter(({ kind }) => kind === 'oidc')
      .map((company) => ({ ...connectionOf(company), people: company.people })),
  };

  function connectionOf({ slug, kind, emailOnly }: Company) {
    const { id: clientId, secret: clientSecret } = clientOf(slug);
    return { slug, kind, emailOnly, settings: { issuer, clientId, clientSecret } };
  }
}

export async function companyRoutes(app: FastifyInstance, { provider, publicUrl, mountedAt }: CompanyWorld) {
  await app.register(openIdRoutes, { prefix: openIdPath, provider, publicUrl, base: mountedAt });
}
