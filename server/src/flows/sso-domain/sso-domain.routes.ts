import type { Answer } from '@foyer/contract/call';
import { askCompany } from '@foyer/contract/flows/sso-domain';
import { hours, minutes } from '@foyer/contract/time';
import type { FastifyInstance } from 'fastify';
import type { House } from '../../services.ts';
import { doorsOf } from '../../parts/sso/sso-callback.ts';
import { createHumanPass } from '../../parts/one-time-code/human-check-token.ts';
import { targetOf } from '../../parts/sign-in/resolve-redirect.ts';
import { answer } from '../../http/route.ts';
import { companyFinder as limits } from '../../platform/service-limits.ts';
import type { Visitor } from '../../http/request-context.ts';
import { type Budget, budgetKey, budgetStore } from '../../store/budgets.ts';
import { type Company, companyStore } from '../../store/companies.ts';
import { companySignInStore } from '../../store/sso-requests.ts';

type Told = Answer<typeof askCompany>;

export function ssoDomainRoutes(app: FastifyInstance, house: House) {
  const { config, database, clock, chance, log, companyDoors } = house;
  const companies = companyStore(database.sql);
  const rounds = companySignInStore(database.sql, clock);
  const budgets = budgetStore(database.sql, clock);
  const takePass = createHumanPass(house);

  answer(app, config, askCompany, async (ask, visitor) => {
    const told = await find(ask, visitor);
    const found = told.is === 'done' && told.data.ifExistDomain;
    log.info({ event: 'companyAsked', id: visitor.requestId, result: told.is, found, address: visitor.addressShown });
    return told;
  });

  async function find(
    {
      domain,
      auth,
      agreed,
      redirectUrl,
    }: { domain: string; auth?: string | undefined; agreed: boolean; redirectUrl?: string | undefined },
    visitor: Visitor,
  ): Promise<Told> {
    const asked = await budgets.spend([asksFrom(visitor)]);
    if (asked.is === 'refused') return { is: 'tooMany', data: { retryAfter: asked.retryAfter } };
    const misses = missesFrom(visitor);
    const [missed = 0] = await budgets.spentOf([misses.key], missesRememberedFor);
    // Whoever keeps guessing names our customers one by one.
    const refused = missed >= limits.missesFree ? await takePass(auth, visitor) : undefined;
    if (refused) return refused;

    const company = await companies.find(domain);
    if (!company) {
      await budgets.spend([misses]);
      return { is: 'done', data: { ifExistDomain: false } };
    }
    const round = { state: chance.token(), nonce: `_${chance.token()}`, verifier: chance.token() };
    const started = await start(company, round);
    if (started.is !== 'told') {
      log.warn({ event: 'companyDoorClosed', id: visitor.requestId, company: company.slug, why: started.why });
      return { is: 'providerFault' };
    }
    await rounds.start(round.state, {
      company: company.slug,
      way: company.kind,
      browser: visitor.withoutCookies ? null : visitor.nameBrowser(),
      nonce: round.nonce,
      verifier: round.verifier,
      agreed,
      target: targetOf(config, visitor, [redirectUrl]),
    });
    return { is: 'done', data: { ifExistDomain: true, targetUrl: started.url } };
  }

  function start(company: Company, round: { state: string; nonce: string; verifier: string }) {
    const doors = doorsOf(house, company.slug);
    const { state: relayState, nonce: requestId } = round;
    return company.kind === 'oidc'
      ? companyDoors.oidc.start(company.settings, { ...round, redirectUri: doors.callback })
      : companyDoors.saml.start(company.settings, { ...doors, relayState, requestId });
  }
}

const missesRememberedFor = hours(1);

const asksFrom = ({ address }: Visitor): Budget => ({
  key: budgetKey('companies', address),
  rules: [{ most: limits.perMinute, within: minutes(1) }],
});

/** They are only counted: what follows from them is decided by whoever asks. */
const missesFrom = ({ address }: Visitor): Budget => ({
  key: budgetKey('companyMisses', address),
  rules: [{ most: limits.missesFree, within: missesRememberedFor }],
});
