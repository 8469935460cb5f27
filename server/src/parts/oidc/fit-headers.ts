import type { KoaContextWithOIDC } from 'oidc-provider';

/** Changes the headers of the library's answers that our own, or clients, would stumble over. */
export async function fitHeaders(ctx: KoaContextWithOIDC, next: () => Promise<void>) {
  await next();
  // Some clients parse a body by its type, and fail at an empty one.
  if (ctx.body === '') ctx.remove('Content-Type');
  const { response_mode: mode, redirect_uri: redirectUri } = ctx.oidc?.params ?? {};
  if (mode === 'form_post' && ctx.type === 'text/html' && typeof redirectUri === 'string') allowForm(ctx, redirectUri);
}

/** Our policy lets forms be sent to our own origin alone; this answer is a form for the application. */
function allowForm(ctx: KoaContextWithOIDC, redirectUri: string) {
  const policy = ctx.response.get('Content-Security-Policy');
  const { origin, protocol } = new URL(redirectUri);
  const target = origin === 'null' ? protocol : origin;
  ctx.set('Content-Security-Policy', policy.replace(/form-action 'self'/, `form-action ${target}`));
}
