import { pageRoutes } from '@foyer/contract/pages/page-routes';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Config } from '../../config/config.ts';
import { sessionCookieName } from '../../http/requests/request-context.ts';
import { oidcPaths } from './paths.ts';

/** What an application said when it asked for a sign-out; the library has checked the URI. */
export type SignOutRequest = Record<string, unknown> | null | undefined;

/** Where a person goes on to after a sign-out: the page that the application named, or ours. */
export function afterSignOut(request?: SignOutRequest): string {
  const { postLogoutRedirectUri, state } = request ?? {};
  if (typeof postLogoutRedirectUri !== 'string') return pageRoutes.applicationSignedOut;
  const url = new URL(postLogoutRedirectUri);
  if (typeof state === 'string') url.searchParams.set('state', state);
  return url.href;
}

export function redirectTo(ctx: Pick<KoaContextWithOIDC, 'status' | 'redirect'>, url: string) {
  ctx.status = 303;
  ctx.redirect(url);
}

/**
 * Signs the person out without a question if the application proves by an ID token that it means this person. Any site
 * could send a browser here, so that without such a token the person has to confirm on a page of ours.
 */
export async function askBeforeSignOut(ctx: KoaContextWithOIDC, { secure }: Config) {
  const { session, entities } = ctx.oidc;
  if (!session?.accountId || entities.IdTokenHint?.payload['sub'] !== session.accountId)
    return redirectTo(ctx, pageRoutes.applicationSignOut);
  const request = session.state;
  await session.destroy();
  ctx.cookies.set(sessionCookieName(secure), null, { path: '/', httpOnly: true, sameSite: 'lax', signed: false });
  redirectTo(ctx, afterSignOut(request));
}

/** Without a session there is nothing to confirm. The library would send a form that submits itself. */
export async function skipSignOutQuestion(ctx: KoaContextWithOIDC, next: () => Promise<void>) {
  await next();
  if (ctx.path !== oidcPaths.signOut || ctx.status !== 200) return;
  const { session } = ctx.oidc;
  if (session && session.accountId === undefined) redirectTo(ctx, afterSignOut(session.state));
}
