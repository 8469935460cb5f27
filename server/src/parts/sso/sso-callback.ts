import { ssoMiddlePath } from '@foyer/contract/pages/page-routes';
import type { Services } from '../../services.ts';
import type { SsoUser } from '../../providers/sso/sso-user.ts';
import { type NewAccessCode, accessCodeStore } from '../../store/access-codes.ts';
import type { Company } from '../../store/companies.ts';
import { type Expected, type anyone, ssoRequestStore } from '../../store/sso-requests.ts';

type Back = NonNullable<Awaited<ReturnType<ReturnType<typeof ssoRequestStore>['comeBack']>>>;
/** What became of someone at the other door. */
export type SsoCallbackResult =
  | { is: 'person'; provider: string; person: SsoUser; mailDomains?: readonly string[]; emailOnly?: boolean }
  | { is: 'turnedAway'; refusal: NonNullable<NewAccessCode['refusal']>; why: string };

/** Our addresses that a company's provider is told. */
export function serviceProviderUrls({ config }: Pick<Services, 'config'>, slug: string) {
  const base = `${config.publicUrl}${config.page.apiBase}/sso/${slug}`;
  return { callback: `${base}/callback`, acs: `${base}/acs`, entityId: `${base}/metadata` };
}

/** Who is who at which company: another company with the same provider knows other people. */
export const providerOf = ({ slug }: Pick<Company, 'slug'>) => `sso.${slug}`;

/**
 * Coming back, whatever the door: the round is taken up once, by the browser that began it, and leads to the middle page
 * with an access code. Who has no round of their own gets a code that is good for nothing: both look alike.
 */
export function createSsoCallback(services: Services) {
  const { database, clock, random, log } = services;
  const rounds = ssoRequestStore(database.sql, clock);
  const accessCodes = accessCodeStore(database.sql, clock, random);

  return async function comeBack(
    expected: Expected,
    browser: string | undefined | typeof anyone,
    requestId: string,
    judge: (back: Back) => Promise<SsoCallbackResult>,
  ): Promise<string> {
    const line = { event: 'companySignIn', id: requestId, way: expected.way, company: expected.company };
    const back = await rounds.comeBack(expected, browser);
    if (!back) {
      log.warn({ ...line, result: 'unexpected' });
      return middlePage(random.token());
    }
    const verdict = await judge(back);
    const { company, target, agreed } = back;
    const made = {
      company,
      target,
      agreed,
      browser: back.browser,
      way: back.way === 'wecom' ? 'wecom' : 'sso',
    } as const;
    if (verdict.is === 'turnedAway') {
      log.warn({ ...line, result: verdict.refusal, why: verdict.why });
      const nobody = { provider: null, subject: null, mobile: null, email: null, emailOnly: false };
      return middlePage(await accessCodes.make({ ...made, ...nobody, refusal: verdict.refusal }));
    }
    log.info({ ...line, result: 'done' });
    const { provider, person, mailDomains = [], emailOnly = false } = verdict;
    const email = person.email && isOf(person.email, mailDomains) ? person.email : null;
    const told = { provider, subject: person.subject, mobile: person.mobile ?? null, email, emailOnly };
    return middlePage(await accessCodes.make({ ...made, ...told, refusal: null }));
  };
}

const middlePage = (accessCode: string) => `${ssoMiddlePath}?${new URLSearchParams({ accessCode })}`;

/** A company that has named no domain may have people anywhere. */
const isOf = (email: string, domains: readonly string[]) =>
  domains.length === 0 || domains.includes(email.slice(email.lastIndexOf('@') + 1));
