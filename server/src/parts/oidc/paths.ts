import { pageRoutes } from '@foyer/contract/pages/page-routes';

/** The paths of the OpenID provider. */
const base = '/oidc';

export const oidcPaths = {
  discovery: ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'],
  authorization: `${base}/auth`,
  token: `${base}/token`,
  userinfo: `${base}/userinfo`,
  jwks: `${base}/jwks`,
  introspection: `${base}/introspect`,
  revocation: `${base}/revoke`,
  pushedRequest: `${base}/request`,
  signOut: `${base}/logout`,
  deviceAuthorization: `${base}/device`,
  /** Short, because people type it: a page of ours is there. Below it the library answers the device. */
  device: pageRoutes.device,
  /** Gives the browser that has typed the code of a device the cookies of its interaction. */
  openDevice: (uid: string) => `${base}/interaction/${uid}/device`,
  /** With the client, where the URL may be opened after the interaction has ended. */
  interaction: (uid: string, client?: string) =>
    `${base}/interaction/${uid}${client === undefined ? '' : `?${new URLSearchParams({ client_id: client })}`}`,
  cancel: (uid: string) => `${base}/interaction/${uid}/cancel`,
} as const;

/** The id of the interaction that a redirect URL is. */
export function interactionIn(redirectUrl: string | null | undefined, { publicUrl }: { publicUrl: string }) {
  if (!redirectUrl || !URL.canParse(redirectUrl, publicUrl)) return undefined;
  const { origin, pathname } = new URL(redirectUrl, publicUrl);
  const folder = oidcPaths.interaction('');
  return origin === publicUrl && pathname.startsWith(folder) ? pathname.slice(folder.length) : undefined;
}
