import { type Language, languageCookie, languageFor } from '@foyer/contract/language';
import { messages } from '@foyer/contract/texts/service-texts';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Config } from '../../config/config.ts';

/** The few pages of the OpenID provider itself: plain documents without script and style. */

const escape = (text: string) => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const documentOf = (language: Language, title: string, body: string) => `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escape(title)}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"></head>
<body><main><h1>${escape(title)}</h1>${body}</main></body>
</html>
`;

/** Browsers apply `form-action` also to the redirect that follows a form: the application's origin has to be named. */
export function allowFormTarget(policy: string, redirectUri: unknown): string {
  if (typeof redirectUri !== 'string' || !URL.canParse(redirectUri)) return policy;
  const { origin, protocol } = new URL(redirectUri);
  return policy.replace("form-action 'self'", `form-action 'self' ${origin === 'null' ? protocol : origin}`);
}

const languageOf = (ctx: KoaContextWithOIDC) =>
  languageFor(ctx.cookies.get(languageCookie, { signed: false }), ctx.get('accept-language'));

function send(ctx: KoaContextWithOIDC, title: string, body: string) {
  ctx.type = 'html';
  ctx.body = documentOf(languageOf(ctx), title, body);
}

interface OidcProblem {
  error: string;
  description?: string | undefined;
}

export const errorDocument = (language: Language, { error, description = '' }: OidcProblem) => {
  const { errorTitle, errorHint } = messages[language].oidc;
  return documentOf(
    language,
    errorTitle,
    `<p>${escape(errorHint)}</p><p><code>${escape(error)}: ${escape(description)}</code></p>`,
  );
};

/** For a request that is not sent back to the application, because it does not say safely to which. */
export function errorPage(ctx: KoaContextWithOIDC, problem: OidcProblem) {
  ctx.type = 'html';
  ctx.body = errorDocument(languageOf(ctx), problem);
}

/** Asks before signing out; `form` comes from the library. */
export function signOutPage(ctx: KoaContextWithOIDC, { page }: Config, form: string) {
  const language = languageOf(ctx);
  const { signOutTitle, signOutHint, signOut, stay } = messages[language].oidc;
  const button = `<button form="op.logoutForm" name="logout" value="yes">${escape(signOut)}</button>`;
  const body = `<p>${escape(signOutHint)}</p>${form}${button} <a href="${escape(page.home)}">${escape(stay)}</a>`;
  send(ctx, signOutTitle(page.brand[language]), body);
}

export function signedOutPage(ctx: KoaContextWithOIDC, { page }: Config) {
  const language = languageOf(ctx);
  send(ctx, messages[language].oidc.signedOutTitle(page.brand[language]), '');
}

interface ConsentQuestion {
  client: string;
  brand: string;
  /** What is asked for and not granted yet. */
  scopes: readonly string[];
  action: string;
}

/** Asks whether an application of someone else may learn who the person is. */
export function consentDocument(language: Language, { client, brand, scopes, action }: ConsentQuestion): string {
  const { consentTitle, consentHint, scopes: words, allow, deny } = messages[language].oidc;
  const items = Object.entries(words).filter(([scope]) => scopes.includes(scope));
  return documentOf(
    language,
    consentTitle(client, brand),
    `<p>${escape(consentHint)}</p><ul>${items.map(([, text]) => `<li>${escape(text)}</li>`).join('')}</ul>
<form method="post" action="${escape(action)}"><button name="decision" value="allow">${escape(allow)}</button>
<button name="decision" value="deny">${escape(deny)}</button></form>`,
  );
}
