import type { Sandbox } from '@foyer/sandbox/sandbox';
import type { Services } from '../services.ts';

/** Registers the application of the sandbox. At each start it has another key, so that none is stored. */
export async function seedDemoClient(
  { config, stores, clock }: Pick<Services, 'config' | 'stores' | 'clock'>,
  { demoClient }: Pick<Sandbox, 'demoClient'>,
) {
  if (!config.sandbox || !config.oidc.enabled) return;
  const { id, name, names, jwks, redirectUri, postLogoutRedirectUri, loginUri, backchannelLogoutUri } = demoClient;
  await stores.sandboxEntries.add('client', id);
  await stores.oidcClients.put({
    id,
    name,
    names,
    authentication: 'privateKey',
    secretHash: null,
    previousSecretHash: null,
    previousSecretUntil: null,
    jwks,
    redirectUris: [redirectUri],
    postLogoutRedirectUris: [postLogoutRedirectUri],
    backchannelLogoutUri,
    loginUri,
    firstParty: true,
    requirePushedRequests: false,
    requireSignedRequests: true,
    pkceOptional: false,
    claimsInIdToken: false,
    refreshGrace: 10,
    machine: false,
    device: false,
    apiScopes: {},
    introspects: [],
    createdAt: new Date(clock.now()),
  });
}
