import type { Client, Configuration, errors, KoaContextWithOIDC } from 'oidc-provider';
import { seconds } from '@foyer/contract/time';
import { oidcLifetimes } from './lifetimes.ts';
import type { Stores } from '../../store/stores.ts';
import { isFirstParty } from './grants.ts';
import { signingAlgorithm } from './signing-keys.ts';

/** What our clients have beside the metadata of the standards. */
export const apiScopes = 'api_scopes';
export const introspects = 'introspects';

const scopesOf = (client: Client, audience: string) =>
  (client[apiScopes] as Record<string, string[]> | undefined)?.[audience] ?? [];
const isForMachine = ({ oidc }: KoaContextWithOIDC) => oidc.params?.['grant_type'] === 'client_credentials';

/**
 * Access tokens for registered APIs: JWTs (RFC 9068) for the API that the request names by `resource` (RFC 8707), with
 * the scopes that the operator has given to the client there. A person is not asked about an API, so the tokens of a
 * person are for the operator's own applications alone.
 */
export function apiAccess({ oidcApis }: Pick<Stores, 'oidcApis'>, { InvalidTarget }: typeof errors) {
  const features: Configuration['features'] = {
    resourceIndicators: {
      enabled: true,
      defaultResource: async (ctx, client, oneOf) => {
        if (oneOf) return oneOf;
        if (!isForMachine(ctx)) return [];
        const [only, ...others] = Object.keys((client[apiScopes] as object | undefined) ?? {});
        if (only === undefined || others.length > 0) throw new InvalidTarget('name an API as resource');
        return only;
      },
      async getResourceServerInfo(ctx, audience, client) {
        const allowed = scopesOf(client, audience);
        const api = allowed.length > 0 ? await oidcApis.find(audience) : undefined;
        if (!api || !(isForMachine(ctx) || isFirstParty(client)))
          throw new InvalidTarget('this client has no access to such an API');
        return {
          audience,
          scope: allowed.filter((scope) => api.scopes.includes(scope)).join(' '),
          accessTokenFormat: 'jwt',
          accessTokenTTL: oidcLifetimes.apiToken / seconds(1),
          jwt: { sign: { alg: signingAlgorithm } },
        };
      },
    },
    clientCredentials: { enabled: true },
    introspection: {
      enabled: true,
      // Of a token of others a client learns nothing, not even that there is one.
      allowedPolicy: async (_, client, token) => {
        if (client.clientAuthMethod === 'none') return false;
        if (token.clientId === client.clientId) return true;
        return (
          token.kind === 'AccessToken' && ((client[introspects] as string[]) ?? []).includes(String(token.clientId))
        );
      },
    },
  };
  return features;
}
