import { type User, UserManager } from 'oidc-client-ts';

const env: Record<string, string | undefined> = import.meta.env;

export const manager = new UserManager({
  authority: env['ISSUER'] ?? 'http://localhost:3000',
  client_id: env['CLIENT_ID'] ?? '',
  redirect_uri: `${location.origin}/`,
  post_logout_redirect_uri: `${location.origin}/`,
  scope: 'openid profile email phone',
  // The name is in userinfo, not in the ID token.
  loadUserInfo: true,
});

/** The person who is signed in. Ends the sign-in if the browser has just come back with a code. */
export async function currentUser(): Promise<User | null> {
  const params = new URLSearchParams(location.search);
  if (!params.has('state') || !(params.has('code') || params.has('error'))) return manager.getUser();
  // A code can be used once: a reload must not find it in the URL.
  history.replaceState(null, '', location.pathname);
  return manager.signinRedirectCallback(`${location.origin}/?${params}`);
}
