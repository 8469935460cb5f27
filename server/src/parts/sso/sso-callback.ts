import { readDomain } from '@foyer/contract/rules/account-rules';
import { pageRoutes, ssoMiddlePath } from '@foyer/contract/pages/page-routes';
import type { Services } from '../../services.ts';
import type { SsoUser } from '../../providers/sso/sso-user.ts';
import type { NewAccessCode } from '../../store/sign-in/access-codes.ts';
import type { Company } from '../../store/companies.ts';
import { interactionIn } from '../oidc/paths.ts';
import type { SsoRequest, SsoRequestLookup, anyBrowser } from '../../store/sign-in/sso-requests.ts';

/** How a sign-in ended at the identity provider; `why` is for the log. */
export type SsoCallbackResult =
  | { is: 'signedIn'; provider: string; person: SsoUser; mailDomains?: readonly string[]; emailOnly?: boolean }
  | { is: 'failed'; refusal: NonNullable<NewAccessCode['refusal']>; why: string };

/** Our URLs that a company registers with its identity provider. */
export function serviceProviderUrls({ config }: Pick<Services, 'config'>, slug: string) {
  const base = `${config.publicUrl}${config.page.apiBase}/sso/${slug}`;
  return { callback: `${base}/callback`, acs: `${base}/acs`, entityId: `${base}/metadata` };
}

/** Part of every linked identity: two companies with the same identity provider have different people. */
export const providerOf = ({ slug }: Pick<Company, 'slug'>) => `sso.${slug}`;

/**
 * Ends an SSO request, whatever its protocol: it is used once, by the browser that started it. Returns the URL of the
 * middle page with an access code. Without a matching request the code is a random one that works nowhere, so that the
 * response does not reveal the difference.
 */
export async function completeSsoRequest(
  { config, stores, random, log }: Services,
  lookup: SsoRequestLookup,
  browserId: string | undefined | typeof anyBrowser,
  requestId: string,
  identify: (request: SsoRequest) => Promise<SsoCallbackResult>,
): Promise<string> {
  const line = { event: 'companySignIn', id: requestId, way: lookup.protocol, company: lookup.company };
  const request = await stores.ssoRequests.use(lookup, browserId);
  if (!request) {
    log.warn({ ...line, result: 'unexpected' });
    return middlePage(random.token());
  }
  const result = await identify(request);
  const { company, redirectUrl, agreed, protocol, browserId: startedBy, pageKey, linkSession } = request;
  const method = protocol === 'wecom' ? 'wecom' : 'sso';
  const common = { company, redirectUrl, agreed, browserId: startedBy, pageKey, method, linkSession } as const;
  // The page shows what the application says about the sign-in.
  const kept = interactionIn(redirectUrl, config) ? { redirectUrl } : {};
  if (result.is === 'failed') {
    log.warn({ ...line, result: result.refusal, why: result.why });
    const noPerson = { provider: null, subject: null, mobile: null, email: null, emailOnly: false };
    return returnPage(await stores.accessCodes.create({ ...common, ...noPerson, refusal: result.refusal }));
  }
  log.info({ ...line, result: 'done' });
  const { provider, person, mailDomains = [], emailOnly = false } = result;
  const email = person.email && isInDomains(person.email, mailDomains) ? person.email : null;
  const identity = { provider, subject: person.subject, mobile: person.mobile ?? null, email, emailOnly };
  return returnPage(await stores.accessCodes.create({ ...common, ...identity, refusal: null }));

  function returnPage(accessCode: string) {
    if (linkSession === null) return middlePage(accessCode, kept);
    return `${pageRoutes.account}?${new URLSearchParams({ accessCode })}#linked`;
  }
}

const middlePage = (accessCode: string, more: Record<string, string> = {}) =>
  `${ssoMiddlePath}?${new URLSearchParams({ accessCode, ...more })}`;

/** A company without proven domains may have people in any domain. */
const isInDomains = (email: string, domains: readonly string[]) =>
  domains.length === 0 || domains.some((domain) => readDomain(domain) === email.slice(email.lastIndexOf('@') + 1));
