import { createHash } from 'node:crypto';
import type * as OpenId from 'openid-client';
import * as v from 'valibot';
import type { Clock } from '../../platform/clock.ts';
import { identityProvider as limits } from '../../platform/service-limits.ts';
import type { ProviderResult } from '../provider-result.ts';
import { type SsoUser, emailIn, failureOf, mobileIn, subjectOf } from './sso-user.ts';
import type { SafeFetch } from '../http/safe-fetch.ts';

export const oidcSettings = v.object({
  issuer: v.pipe(v.string(), v.url()),
  clientId: v.pipe(v.string(), v.minLength(1)),
  clientSecret: v.pipe(v.string(), v.minLength(1)),
});
export type OidcSettings = v.InferOutput<typeof oidcSettings>;

/** What we made for one sign-in, and what must come back. */
export interface OidcRequest {
  redirectUri: string;
  state: string;
  nonce: string;
  verifier: string;
}

/** A company's OpenID provider: authorization code with PKCE, and every check that openid-client has. */
export function createOidcClient(outbound: SafeFetch, clock: Clock) {
  const described = new Map<string, { metadata: OpenId.ServerMetadata; until: number }>();
  // Loaded by the first who needs it: it would make every start slower.
  const openId = () => import('openid-client');

  async function describe({ issuer }: OidcSettings): Promise<OpenId.ServerMetadata> {
    const known = described.get(issuer);
    if (known && known.until > clock.now()) return known.metadata;
    const client = await openId();
    const found = await client.discovery(new URL(issuer), 'nobody', undefined, client.None(), {
      // Whether it must be https is the outbound's to say.
      execute: [client.allowInsecureRequests],
      [client.customFetch]: fetchBy(outbound),
    });
    const metadata = found.serverMetadata();
    if (metadata.issuer !== issuer) throw new Error('Another issuer answers there');
    described.set(issuer, { metadata, until: clock.now() + limits.metadataLifetime });
    return metadata;
  }

  async function configure(settings: OidcSettings): Promise<OpenId.Configuration> {
    const client = await openId();
    const metadata = await describe(settings);
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const identify = methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost;
    const known = { client_secret: settings.clientSecret, [client.clockTolerance]: limits.clockSkew / 1000 };
    const config = new client.Configuration(metadata, settings.clientId, known, identify(settings.clientSecret));
    client.allowInsecureRequests(config);
    // Without it the signature of an ID token would not be looked at: the connection alone would be trusted. With it, only
    // public keys are taken: neither `none` nor a shared secret.
    client.enableNonRepudiationChecks(config);
    config[client.customFetch] = fetchBy(outbound);
    return config;
  }

  return {
    /** Where the person goes. */
    async start(
      settings: OidcSettings,
      { redirectUri, state, nonce, verifier }: OidcRequest,
    ): Promise<ProviderResult<{ url: string }>> {
      try {
        const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await openId();
        const config = await configure(settings);
        const { scopes_supported: scopes = [] } = config.serverMetadata();
        const url = buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: ['openid', 'profile', 'email', ...(scopes.includes('phone') ? ['phone'] : [])].join(' '),
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        return { is: 'ok', url: url.href };
      } catch (error) {
        return failureOf(error);
      }
    },

    /** Who came back, by the address they came back to. */
    async finish(
      settings: OidcSettings,
      { state, nonce, verifier }: OidcRequest,
      cameTo: URL,
    ): Promise<ProviderResult<{ person: SsoUser }>> {
      try {
        const { authorizationCodeGrant, fetchUserInfo } = await openId();
        const config = await configure(settings);
        const tokens = await authorizationCodeGrant(config, cameTo, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
        });
        const claims = tokens.claims();
        if (!claims) return { is: 'refused', why: 'noIdToken' };
        const algorithm = algorithmOf(tokens.id_token ?? '');
        const { at_hash: hash } = claims;
        if (hash !== undefined && hash !== halfHash(tokens.access_token, algorithm))
          return { is: 'refused', why: 'accessTokenHash' };
        const more = config.serverMetadata().userinfo_endpoint
          ? await fetchUserInfo(config, tokens.access_token, claims.sub)
          : undefined;
        return { is: 'ok', person: personOf(settings, { ...claims, ...more }) };
      } catch (error) {
        return failureOf(error);
      }
    },

    /** Whether it describes itself as it should, for whoever sets it up. */
    async check(settings: OidcSettings): Promise<ProviderResult<{ metadata: OpenId.ServerMetadata }>> {
      try {
        described.delete(settings.issuer);
        return { is: 'ok', metadata: await describe(settings) };
      } catch (error) {
        return failureOf(error);
      }
    },
  };
}

function personOf({ issuer }: OidcSettings, claims: Record<string, unknown> & { sub: string }): SsoUser {
  const email = claims['email_verified'] === true ? emailIn(claims['email']) : undefined;
  const mobile = claims['phone_number_verified'] === false ? undefined : mobileIn(claims['phone_number']);
  return { subject: subjectOf(issuer, claims.sub), ...(email && { email }), ...(mobile && { mobile }) };
}

/** How an ID token names the access token that it came with. */
function halfHash(accessToken: string, algorithm: string): string {
  const digest = createHash(`sha${/(256|384|512)$/.exec(algorithm)?.[0] ?? '512'}`)
    .update(accessToken)
    .digest();
  return digest.subarray(0, digest.length / 2).toString('base64url');
}

function algorithmOf(token: string): string {
  const header: unknown = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
  return typeof header === 'object' && header !== null && 'alg' in header ? String(header.alg) : '';
}

const fetchBy =
  (outbound: SafeFetch): OpenId.CustomFetch =>
  (address, { body, headers, method, signal }) => {
    if (body !== undefined && body !== null && typeof body !== 'string' && !(body instanceof URLSearchParams))
      throw new TypeError('Only forms are sent');
    return outbound(address, {
      method,
      headers,
      ...(body !== undefined && body !== null && { body: body.toString() }),
      ...(signal && { signal }),
    });
  };
