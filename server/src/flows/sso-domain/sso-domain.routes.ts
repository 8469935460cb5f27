import type { CallResponse, RequestOf } from '@foyer/contract/call';
import { findCompany, findCompanyByMail } from '@foyer/contract/flows/sso-domain';
import { hours, minutes } from '@foyer/contract/time';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { publicMail } from '../../parts/sso/public-mail.ts';
import { serviceProviderUrls } from '../../parts/sso/sso-callback.ts';
import { consumeHumanCheckToken } from '../../parts/one-time-code/human-check-token.ts';
import { resolveRedirect } from '../../parts/sign-in/resolve-redirect.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { RequestContext } from '../../http/requests/request-context.ts';
import type { Quota } from '../../store/limits/quotas.ts';
import type { Company } from '../../store/companies.ts';

/** Lookups of a company by its domain from one client IP; after too many unknown domains a human check is required. */
const companyLookup = { perIpPerMinute: 10, missesBeforeHumanCheck: 5 } as const;

type Response = CallResponse<typeof findCompany>;
type SsoParameters = { state: string; nonce: string; verifier: string };

export function ssoDomainRoutes(server: FastifyInstance, services: Services) {
  const { config, random, log, ssoConnections, stores } = services;
  const { quotas, companies, ssoRequests } = stores;

  handleCall(server, services, findCompany, async (request, context, current) => {
    const response = await find(request, context, current?.session.id ?? null);
    const found = response.is === 'done' && response.data.ifExistDomain;
    log.info({ event: 'companyLookup', id: context.requestId, result: response.is, found, address: context.maskedIp });
    return response;
  });

  async function find(
    { domain, auth, agreed, redirectUrl }: RequestOf<typeof findCompany>,
    context: RequestContext,
    linkSession: string | null,
  ): Promise<Response> {
    const misses = missQuota(context);
    const refusal = await refusalOfSearch(searchQuota(context), misses, auth, context);
    if (refusal) return refusal;

    const company = await companies.find(domain);
    if (!company) {
      await quotas.consume([misses]);
      return { is: 'done', data: { ifExistDomain: false } };
    }
    const parameters = { state: random.token(), nonce: `_${random.token()}`, verifier: random.token() };
    const started = await start(company, parameters);
    if (started.is !== 'ok') {
      log.warn({
        event: 'identityProviderUnavailable',
        id: context.requestId,
        company: company.slug,
        why: started.why,
      });
      return { is: 'providerError' };
    }
    const { state, nonce, verifier } = parameters;
    await ssoRequests.create(state, {
      company: company.slug,
      protocol: company.kind,
      browserId: context.withoutCookies ? null : context.ensureBrowserId(),
      pageKey: context.pageKeys[0] ?? null,
      nonce,
      verifier,
      agreed,
      redirectUrl: resolveRedirect(config, context, redirectUrl),
      linkSession,
    });
    return { is: 'done', data: { ifExistDomain: true, targetUrl: started.url } };
  }

  handleCall(server, services, findCompanyByMail, async ({ mailDomain, auth }, context) => {
    const misses = missQuota(context);
    const refusal = await refusalOfSearch(mailSearchQuota(context), misses, auth, context);
    if (refusal) return refusal;
    const company = publicMail.includes(mailDomain) ? undefined : await companies.findByMailDomain(mailDomain);
    if (!company) await quotas.consume([misses]);
    log.info({ event: 'companyByMail', id: context.requestId, found: Boolean(company), address: context.maskedIp });
    const { slug, displayName } = company ?? {};
    return { is: 'done', data: slug === undefined ? {} : { domain: slug, company: displayName ?? slug } };
  });

  /** Guessing names one after the other would reveal our customers, so that further guesses need a human check. */
  async function refusalOfSearch(search: Quota, misses: Quota, auth: string | undefined, context: RequestContext) {
    const searched = await quotas.consume([search]);
    if (searched.is === 'refused') return { is: 'tooManyRequests', data: { retryAfter: searched.retryAfter } } as const;
    const [missed = 0] = await quotas.used([misses.key], missWindow);
    return missed >= companyLookup.missesBeforeHumanCheck ? consumeHumanCheckToken(services, auth, context) : undefined;
  }

  function start({ kind, slug, settings }: Company, parameters: SsoParameters) {
    const urls = serviceProviderUrls(services, slug);
    const { state: relayState, nonce: requestId } = parameters;
    return kind === 'oidc'
      ? ssoConnections.oidc.start(settings, { ...parameters, redirectUri: urls.callback })
      : ssoConnections.saml.start(settings, { ...urls, relayState, requestId });
  }
}

const missWindow = hours(1);

const searchQuota = ({ clientIp }: RequestContext): Quota => ({
  name: 'companyLookups',
  key: sha256('companies', clientIp),
  limits: [{ max: companyLookup.perIpPerMinute, window: minutes(1) }],
});

/** A search by mail precedes one by name. */
const mailSearchQuota = ({ clientIp }: RequestContext): Quota => ({
  name: 'companyLookups',
  key: sha256('companiesByMail', clientIp),
  limits: [{ max: companyLookup.perIpPerMinute, window: minutes(1) }],
});

/** Only counts; the caller decides what a used-up quota means. */
const missQuota = ({ clientIp }: RequestContext): Quota => ({
  key: sha256('companyMisses', clientIp),
  limits: [{ max: companyLookup.missesBeforeHumanCheck, window: missWindow }],
});
