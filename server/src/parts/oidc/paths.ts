/** The paths of the OpenID provider. */
const base = '/oidc';

export const oidcPaths = {
  discovery: ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'],
  authorization: `${base}/auth`,
  token: `${base}/token`,
  userinfo: `${base}/userinfo`,
  jwks: `${base}/jwks`,
  revocation: `${base}/revoke`,
  pushedRequest: `${base}/request`,
  signOut: `${base}/logout`,
  interaction: (uid: string) => `${base}/interaction/${uid}`,
} as const;
