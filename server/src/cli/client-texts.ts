import type { Config } from '../config/config.ts';
import { oidcPaths } from '../parts/oidc/paths.ts';
import type { OidcClient } from '../store/oidc/oidc-clients.ts';

const kinds = { secret: 'confidential', privateKey: 'confidential, private key', none: 'public' } as const;

export const summary = (client: OidcClient) => ({
  id: client.id,
  name: client.name,
  ...(client.names && { names: client.names }),
  kind: client.authentication === 'none' ? 'public' : 'confidential',
  authentication: client.authentication,
  firstParty: client.firstParty,
  redirectUris: client.redirectUris,
  postLogoutRedirectUris: client.postLogoutRedirectUris,
  backchannelLogoutUri: client.backchannelLogoutUri,
  loginUri: client.loginUri,
  requirePushedRequests: client.requirePushedRequests,
  requireSignedRequests: client.requireSignedRequests,
  pkceOptional: client.pkceOptional,
  claimsInIdToken: client.claimsInIdToken,
  refreshGrace: client.refreshGrace,
  machine: client.machine,
  device: client.device,
  apiScopes: client.apiScopes,
  introspects: client.introspects,
});

export const line = ({ id, authentication, firstParty, redirectUris }: OidcClient) =>
  [id.padEnd(20), kinds[authentication], firstParty ? 'first party' : 'third party', ...redirectUris].join('  ');

export function addedText(client: OidcClient, secret: string | undefined, config: Config) {
  return [
    `Added ${client.id}.`,
    `Issuer          ${config.publicUrl}`,
    `Client id       ${client.id}`,
    ...secretLines(secret),
    ...(config.oidc.enabled ? [] : ['OpenID Connect is off: start the service with OIDC=on.']),
  ].join('\n');
}

/** What a change has taken away and put in its place, line by line. */
export function changedText(before: OidcClient, client: OidcClient, secret: string | undefined, config: Config) {
  const [old, now] = [before, client].map((one) => detailsText(one, config).split('\n')) as [string[], string[]];
  const lines = [
    ...old.filter((one) => !now.includes(one)).map((one) => `- ${one}`),
    ...now.filter((one) => !old.includes(one)).map((one) => `+ ${one}`),
    ...secretLines(secret),
  ];
  return [lines.length > 0 ? `Changed ${client.id}.` : `${client.id} is as it was.`, ...lines].join('\n');
}

const secretLines = (secret: string | undefined) =>
  secret ? [`Client secret   ${secret}`, 'The secret is not shown again.'] : [];

export function detailsText(client: OidcClient, { publicUrl }: Config) {
  const demands = [client.requirePushedRequests && 'pushed', client.requireSignedRequests && 'signed'].filter(Boolean);
  return [
    `Name            ${[client.name, ...Object.values(client.names ?? {})].join(', ')}`,
    `Issuer          ${publicUrl}`,
    `Discovery       ${publicUrl}${oidcPaths.discovery[0]}`,
    `Client id       ${client.id}`,
    `Kind            ${kinds[client.authentication]}, ${client.firstParty ? 'first party' : 'third party'}`,
    ...client.redirectUris.map((uri) => `Redirect URI    ${uri}`),
    ...client.postLogoutRedirectUris.map((uri) => `After sign-out  ${uri}`),
    ...(client.backchannelLogoutUri ? [`Logout call     ${client.backchannelLogoutUri}`] : []),
    ...(client.loginUri ? [`Sign-in starts  ${client.loginUri}`] : []),
    ...(demands.length > 0 ? [`Requests        must be ${demands.join(' and ')}`] : []),
    ...(client.pkceOptional ? ['PKCE            optional with a nonce'] : []),
    ...(client.claimsInIdToken ? ['ID token        holds the claims of every scope'] : []),
    ...(client.machine ? ['Machine         gets tokens in its own name'] : []),
    ...Object.entries(client.apiScopes).map(([audience, scopes]) => `API             ${audience} ${scopes.join(' ')}`),
    ...client.introspects.map((id) => `Asks about      the access tokens of ${id}`),
    `Refresh tokens  can be used again for ${client.refreshGrace} s`,
  ].join('\n');
}
