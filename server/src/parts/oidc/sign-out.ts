import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Config } from '../../config/config.ts';
import { sessionCookieName } from '../../http/request-context.ts';

/**
 * Signs the person out without a question if the application proves by an ID token that it means this person; false
 * otherwise. Any site could send a browser here, so that without such a token the person has to confirm.
 */
export async function signOutForClient(ctx: KoaContextWithOIDC, config: Config): Promise<boolean> {
  const { session, entities } = ctx.oidc;
  const hint = entities.IdTokenHint?.payload;
  if (!session?.accountId || hint?.['sub'] !== session.accountId) return false;
  const { postLogoutRedirectUri, state } = session.state ?? {};
  await session.destroy();
  ctx.cookies.set(sessionCookieName(config.secure), null, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    signed: false,
  });
  ctx.status = 303;
  ctx.redirect(targetOf(ctx, postLogoutRedirectUri, state));
  return true;
}

function targetOf(ctx: KoaContextWithOIDC, redirectUri: unknown, state: unknown): string {
  if (typeof redirectUri !== 'string') return ctx.oidc.urlFor('end_session_success');
  const url = new URL(redirectUri);
  if (typeof state === 'string') url.searchParams.set('state', state);
  return url.href;
}
