import type { CallResponse } from '@foyer/contract/call';
import { findCompany } from '@foyer/contract/flows/sso-domain';
import { hours, minutes } from '@foyer/contract/time';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { serviceProviderUrls } from '../../parts/sso/sso-callback.ts';
import { createHumanCheckToken } from '../../parts/one-time-code/human-check-token.ts';
import { resolveRedirect } from '../../parts/sign-in/resolve-redirect.ts';
import { handleCall } from '../../http/route.ts';
import { companyLookup as limits } from '../../platform/service-limits.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { type Budget, budgetKey, budgetStore } from '../../store/budgets.ts';
import { type Company, companyStore } from '../../store/companies.ts';
import { ssoRequestStore } from '../../store/sso-requests.ts';

type Told = CallResponse<typeof findCompany>;

export function ssoDomainRoutes(app: FastifyInstance, services: Services) {
  const { config, database, clock, random, log, ssoConnections } = services;
  const companies = companyStore(database.sql);
  const rounds = ssoRequestStore(database.sql, clock);
  const budgets = budgetStore(database.sql, clock);
  const takePass = createHumanCheckToken(services);

  handleCall(app, config, findCompany, async (ask, context) => {
    const told = await find(ask, context);
    const found = told.is === 'done' && told.data.ifExistDomain;
    log.info({ event: 'companyAsked', id: context.requestId, result: told.is, found, address: context.maskedIp });
    return told;
  });

  async function find(
    {
      domain,
      auth,
      agreed,
      redirectUrl,
    }: { domain: string; auth?: string | undefined; agreed: boolean; redirectUrl?: string | undefined },
    context: RequestContext,
  ): Promise<Told> {
    const asked = await budgets.spend([asksFrom(context)]);
    if (asked.is === 'refused') return { is: 'tooManyRequests', data: { retryAfter: asked.retryAfter } };
    const misses = missesFrom(context);
    const [missed = 0] = await budgets.spentOf([misses.key], missesRememberedFor);
    // Whoever keeps guessing names our customers one by one.
    const refused = missed >= limits.missesBeforeHumanCheck ? await takePass(auth, context) : undefined;
    if (refused) return refused;

    const company = await companies.find(domain);
    if (!company) {
      await budgets.spend([misses]);
      return { is: 'done', data: { ifExistDomain: false } };
    }
    const round = { state: random.token(), nonce: `_${random.token()}`, verifier: random.token() };
    const started = await start(company, round);
    if (started.is !== 'ok') {
      log.warn({ event: 'companyDoorClosed', id: context.requestId, company: company.slug, why: started.why });
      return { is: 'providerError' };
    }
    await rounds.start(round.state, {
      company: company.slug,
      way: company.kind,
      browser: context.withoutCookies ? null : context.ensureBrowserId(),
      nonce: round.nonce,
      verifier: round.verifier,
      agreed,
      target: resolveRedirect(config, context, [redirectUrl]),
    });
    return { is: 'done', data: { ifExistDomain: true, targetUrl: started.url } };
  }

  function start(company: Company, round: { state: string; nonce: string; verifier: string }) {
    const doors = serviceProviderUrls(services, company.slug);
    const { state: relayState, nonce: requestId } = round;
    return company.kind === 'oidc'
      ? ssoConnections.oidc.start(company.settings, { ...round, redirectUri: doors.callback })
      : ssoConnections.saml.start(company.settings, { ...doors, relayState, requestId });
  }
}

const missesRememberedFor = hours(1);

const asksFrom = ({ clientIp }: RequestContext): Budget => ({
  key: budgetKey('companies', clientIp),
  rules: [{ most: limits.perIpPerMinute, within: minutes(1) }],
});

/** They are only counted: what follows from them is decided by whoever asks. */
const missesFrom = ({ clientIp }: RequestContext): Budget => ({
  key: budgetKey('companyMisses', clientIp),
  rules: [{ most: limits.missesBeforeHumanCheck, within: missesRememberedFor }],
});
