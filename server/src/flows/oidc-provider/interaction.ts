import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Language, languages } from '@foyer/contract/language';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import type { Interaction, InteractionResults, Provider } from 'oidc-provider';
import { authenticationOf } from '../../parts/oidc/account-claims.ts';
import { askedFor, grantOf } from '../../parts/oidc/grants.ts';
import { answered } from '../../parts/oidc/opening-prompts.ts';
import { oidcPaths } from '../../parts/oidc/paths.ts';
import { oidcLifetimes } from '../../parts/oidc/lifetimes.ts';
import type { Services } from '../../services.ts';

/** The interaction whose cookie this browser has; undefined in any other browser, and after its end. */
export async function findInteraction(
  provider: Provider,
  { raw, uid }: { raw: IncomingMessage; uid: string },
  response: ServerResponse,
): Promise<Interaction | undefined> {
  const { cookies } = provider.createContext(raw, response);
  if (cookies.get(provider.cookieName('interaction'), { signed: true }) !== uid) return undefined;
  return provider.Interaction.find(uid);
}

/** The cookies of an interaction that the library has not begun itself: this browser may open it, and resume it. */
export function interactionCookies(
  provider: Provider,
  { uid, returnTo }: Interaction,
  { raw }: { raw: IncomingMessage },
  { raw: response }: { raw: ServerResponse },
): string[] {
  const { cookies } = provider.createContext(raw, response);
  const options = { signed: true, httpOnly: true, sameSite: 'lax', maxAge: oidcLifetimes.interaction } as const;
  cookies.set(provider.cookieName('interaction'), uid, { ...options, path: oidcPaths.interaction(uid) });
  cookies.set(provider.cookieName('resume'), uid, { ...options, path: new URL(returnTo).pathname });
  const written = response.getHeader('set-cookie');
  // Our own reply sends them.
  response.removeHeader('set-cookie');
  return [written ?? []].flat().map(String);
}

/** Ends the interaction with a result. `sid` names the session of the browser. */
export async function finish(interaction: Interaction, result: InteractionResults, sid?: string) {
  // The library compares the session with the one at the start, but the person may have signed in again.
  if (sid !== undefined && interaction.session?.uid !== sid) delete interaction.session;
  interaction.result = 'error' in result ? result : { ...interaction.lastSubmission, ...result };
  await interaction.persist();
}

/** The session of the browser, and its account. */
export type Current = NonNullable<Awaited<ReturnType<Services['stores']['sessions']['find']>>>;
type CurrentSession = Current['session'];

export const isOfSession = ({ session }: Interaction, { sid, account }: CurrentSession) =>
  session?.uid === sid && session.accountId === account;

/** Grants what the application asks for: adds it to the grant of the session, or makes one. */
export async function grantAccess(
  { stores }: Pick<Services, 'stores'>,
  provider: Provider,
  { params, grantId }: Interaction,
  { account: accountId, sid }: CurrentSession,
): Promise<InteractionResults> {
  const { scopes, claims } = askedFor(params, await stores.attributes.all());
  const clientId = String(params['client_id']);
  const { grant } = await grantOf(provider, { sid, accountId, clientId, grantId });
  grant.addOIDCScope(scopes.join(' '));
  grant.addOIDCClaims(claims);
  return { consent: { grantId: await grant.save() } };
}

export function loginResult(interaction: Interaction, session: CurrentSession): InteractionResults {
  const { accountId, loginTs: ts, acr, amr } = authenticationOf(session);
  return { login: { accountId, ts, acr, amr }, ...answered(interaction) };
}

/** The sign-in page. Every flow of it ends at its redirect URL: the interaction, which then finds the session. */
export function signInUrl(interactionUrl: string, account?: unknown, page: string = pageRoutes.login): string {
  const query = new URLSearchParams({
    redirectUrl: interactionUrl,
    ...(typeof account === 'string' && account !== '' && { localAccount: account }),
  });
  return `${page}?${query}`;
}

/** The page that asks whether an application of someone else may have what it asks for. */
export const accessUrl = ({ uid }: Interaction) =>
  `${pageRoutes.applicationAccess}?${new URLSearchParams({ interaction: uid })}`;

/** The page that asks whether a device may have the account. */
export const deviceQuestionUrl = (uid: string) =>
  `${pageRoutes.deviceConfirm}?${new URLSearchParams({ interaction: uid })}`;

/** The first language of `ui_locales` that the page has. */
export function requestedLanguage({ params }: Interaction): Language | undefined {
  const tags = typeof params['ui_locales'] === 'string' ? params['ui_locales'].split(' ') : [];
  const regionless = (tag: string) => tag.toLowerCase().split('-', 1)[0];
  return tags
    .map((tag) => languages.find((language) => regionless(language) === regionless(tag)))
    .find((language) => language !== undefined);
}
