import type { AuthProviderProps } from 'react-oidc-context';

const env: Record<string, string | undefined> = import.meta.env;

export const signIn: AuthProviderProps = {
  authority: env['ISSUER'] ?? 'http://localhost:3000',
  client_id: env['CLIENT_ID'] ?? '',
  redirect_uri: `${location.origin}/`,
  post_logout_redirect_uri: `${location.origin}/`,
  scope: 'openid profile email phone',
  // The name is in userinfo, not in the ID token.
  loadUserInfo: true,
  revokeTokensOnSignout: true,
  // A code can be used once: a reload must not find it in the URL.
  onSigninCallback: () => history.replaceState(null, '', location.pathname),
};
