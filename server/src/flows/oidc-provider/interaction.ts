import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Language, languages } from '@foyer/contract/language';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import type { Interaction, InteractionResults, Provider } from 'oidc-provider';
import { authenticationOf } from '../../parts/oidc/account-claims.ts';
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

/** Ends the interaction with a result. Returns where the browser continues the request of the application. */
export async function finish(interaction: Interaction, result: InteractionResults, accountId?: string) {
  // The library compares the session with the one at the start, but the person may have signed in to another account.
  if (accountId !== undefined && interaction.session?.accountId !== accountId) delete interaction.session;
  interaction.result = 'error' in result ? result : { ...interaction.lastSubmission, ...result };
  await interaction.persist();
  return interaction.returnTo;
}

type CurrentSession = NonNullable<Awaited<ReturnType<Services['stores']['sessions']['find']>>>['session'];

export function loginResult(session: CurrentSession): InteractionResults {
  const { accountId, loginTs: ts, acr, amr } = authenticationOf(session);
  return { login: { accountId, ts, acr, amr } };
}

/** The sign-in page. Every flow of it ends at its redirect URL: the interaction, which then finds the session. */
export function signInUrl(interactionUrl: string, { params }: Interaction): string {
  const hint = params['login_hint'];
  const query = new URLSearchParams({
    redirectUrl: interactionUrl,
    ...(typeof hint === 'string' && hint !== '' && { localAccount: hint }),
  });
  return `${pageRoutes.login}?${query}`;
}

/** The first language of `ui_locales` that the page has. */
export function requestedLanguage({ params }: Interaction): Language | undefined {
  const tags = typeof params['ui_locales'] === 'string' ? params['ui_locales'].split(' ') : [];
  const regionless = (tag: string) => tag.toLowerCase().split('-', 1)[0];
  return tags
    .map((tag) => languages.find((language) => regionless(language) === regionless(tag)))
    .find((language) => language !== undefined);
}
