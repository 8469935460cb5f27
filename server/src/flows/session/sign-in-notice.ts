import { mask } from '@foyer/contract/rules/account-rules';
import { firstAllowedRedirect } from '@foyer/contract/rules/redirect-rules';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { readPageParams } from '@foyer/contract/pages/page-params';
import type { SignInNotice } from '@foyer/contract/pages/sign-in-notice';
import type { RequestContext } from '../../http/requests/request-context.ts';
import { nameIn } from '../../platform/masking.ts';
import { interactionIn } from '../../parts/oidc/paths.ts';
import type { Services } from '../../services.ts';

/** What the sign-in page with this query says about the session of its browser. */
export async function signInNotice(
  { config, stores }: Services,
  context: RequestContext,
  query: string,
): Promise<SignInNotice | undefined> {
  const { preLoginId, accessCode, redirects } = readPageParams(query);
  // The person comes back from the page of an app or a company, where a sign-in goes on.
  if (preLoginId || accessCode) return undefined;
  if (context.sessionToken === undefined) return context.takeSignedOut() ? { is: 'signedOut' } : undefined;
  const found = await stores.sessions.findInAnyState(context.sessionToken);
  // The cookie stays: another tab may be replacing it.
  if (!found) return { is: 'sessionEnded' };
  const { account, session } = found;
  // A sign-in that awaits the person's agreement, or an account that is being closed.
  if (session.state !== 'open' || account.closesAt) return undefined;
  const contact = account.mobile ?? account.email;
  const home = context.device === 'pc' ? config.page.home : config.page.homeOnPhones;
  const url = firstAllowedRedirect(redirects, config.redirectAllowlist, home);
  // An application, or the link of a computer, has asked for another sign-in.
  if (interactionIn(url, config) || url === `${config.publicUrl}${pageRoutes.continueOnPhone}`) return undefined;
  const name = nameIn(context.language, account) ?? (contact ? mask(contact) : '');
  return { is: 'signedIn', name, url };
}
