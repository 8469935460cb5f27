import { createHash } from 'node:crypto';
import type * as OpenId from 'openid-client';
import * as v from 'valibot';
import type { Clock } from '../../platform/clock.ts';
import { identityProvider as limits } from '../../platform/service-limits.ts';
import { type SafeFetch, SafeFetchError } from '../http/safe-fetch.ts';
import type { ProviderFailure, ProviderResult } from '../provider-result.ts';
import { type SsoUser, emailIn, mobileIn, subjectOf } from './sso-user.ts';

export const oidcSettings = v.object({
  issuer: v.pipe(v.string(), v.url()),
  clientId: v.pipe(v.string(), v.minLength(1)),
  clientSecret: v.pipe(v.string(), v.minLength(1)),
});
export type OidcSettings = v.InferOutput<typeof oidcSettings>;

/** The values generated for one sign-in, which the response must match. */
export interface OidcRequest {
  redirectUri: string;
  state: string;
  nonce: string;
  verifier: string;
}

/** The provider's metadata names another issuer than the one configured. */
class IssuerMismatch extends Error {}

/** An OpenID Connect client for companies: authorization code with PKCE, and every check that openid-client offers. */
export function createOidcClient(safeFetch: SafeFetch, clock: Clock) {
  const cached = new Map<string, { metadata: OpenId.ServerMetadata; until: number }>();
  // Loaded on first use: it would slow down every start.
  const openId = () => import('openid-client');

  async function fetchMetadata({ issuer }: OidcSettings): Promise<OpenId.ServerMetadata> {
    const known = cached.get(issuer);
    if (known && known.until > clock.now()) return known.metadata;
    const client = await openId();
    const discovered = await client.discovery(new URL(issuer), 'not used by discovery', undefined, client.None(), {
      // safeFetch decides whether https is required.
      execute: [client.allowInsecureRequests],
      [client.customFetch]: customFetch(safeFetch),
    });
    const metadata = discovered.serverMetadata();
    if (metadata.issuer !== issuer) throw new IssuerMismatch();
    cached.set(issuer, { metadata, until: clock.now() + limits.metadataLifetime });
    return metadata;
  }

  async function configure(settings: OidcSettings): Promise<OpenId.Configuration> {
    const client = await openId();
    const metadata = await fetchMetadata(settings);
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authenticate = methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost;
    const options = { client_secret: settings.clientSecret, [client.clockTolerance]: limits.clockSkew / 1000 };
    const config = new client.Configuration(metadata, settings.clientId, options, authenticate(settings.clientSecret));
    client.allowInsecureRequests(config);
    // Verifies the signature of ID tokens, which openid-client skips by default because they come over TLS. It accepts
    // public keys only: neither `none` nor a shared secret.
    client.enableNonRepudiationChecks(config);
    config[client.customFetch] = customFetch(safeFetch);
    return config;
  }

  /** A failure that the provider or the network caused. Any other error is a bug and thrown on. */
  async function failureOf(error: unknown): Promise<ProviderFailure> {
    const client = await openId();
    if (error instanceof IssuerMismatch) return { is: 'refused', why: 'issuer' };
    const answers = [client.ResponseBodyError, client.AuthorizationResponseError, client.WWWAuthenticateChallengeError];
    const answer = answers.find((kind) => error instanceof kind);
    if (answer) return { is: 'refused', why: answer.name };
    if (!(error instanceof client.ClientError)) throw error;
    const { cause, code } = error;
    if (cause instanceof SafeFetchError)
      return { is: cause.code === 'TOO_LARGE' ? 'refused' : 'noAnswer', why: cause.code };
    if (code !== undefined) return { is: noAnswerCodes.has(code) ? 'noAnswer' : 'refused', why: code };
    // WebCrypto rejects a malformed key of the provider with a DOMException.
    if (cause instanceof DOMException) return { is: 'refused', why: cause.name };
    throw error;
  }

  return {
    /** The URL to which the browser is redirected. */
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

    /** The person who returned, from the URL that the provider redirected to. */
    async finish(
      settings: OidcSettings,
      { state, nonce, verifier }: OidcRequest,
      callbackUrl: URL,
    ): Promise<ProviderResult<{ person: SsoUser }>> {
      try {
        const { authorizationCodeGrant, fetchUserInfo } = await openId();
        const config = await configure(settings);
        const tokens = await authorizationCodeGrant(config, callbackUrl, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
        });
        const claims = tokens.claims();
        if (!claims) return { is: 'refused', why: 'noIdToken' };
        const { at_hash: hash } = claims;
        if (hash !== undefined && hash !== accessTokenHash(tokens.access_token, algorithmOf(tokens.id_token ?? '')))
          return { is: 'refused', why: 'accessTokenHash' };
        const userInfo = config.serverMetadata().userinfo_endpoint
          ? await fetchUserInfo(config, tokens.access_token, claims.sub)
          : undefined;
        return { is: 'ok', person: userOf(settings, { ...claims, ...userInfo }) };
      } catch (error) {
        return failureOf(error);
      }
    },

    /** Fetches the metadata anew, for the operator who sets up a connection. */
    async check(settings: OidcSettings): Promise<ProviderResult<{ metadata: OpenId.ServerMetadata }>> {
      try {
        cached.delete(settings.issuer);
        return { is: 'ok', metadata: await fetchMetadata(settings) };
      } catch (error) {
        return failureOf(error);
      }
    },
  };
}

const noAnswerCodes = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT']);

function userOf({ issuer }: OidcSettings, claims: Record<string, unknown> & { sub: string }): SsoUser {
  const email = claims['email_verified'] === true ? emailIn(claims['email']) : undefined;
  const mobile = claims['phone_number_verified'] === false ? undefined : mobileIn(claims['phone_number']);
  return { subject: subjectOf(issuer, claims.sub), ...(email && { email }), ...(mobile && { mobile }) };
}

/** The claim `at_hash` of OpenID Connect: the left half of the hash of the access token. */
function accessTokenHash(accessToken: string, algorithm: string): string {
  const digest = createHash(`sha${/(256|384|512)$/.exec(algorithm)?.[0] ?? '512'}`)
    .update(accessToken)
    .digest();
  return digest.subarray(0, digest.length / 2).toString('base64url');
}

function algorithmOf(token: string): string {
  const header: unknown = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
  return typeof header === 'object' && header !== null && 'alg' in header ? String(header.alg) : '';
}

const customFetch =
  (safeFetch: SafeFetch): OpenId.CustomFetch =>
  (url, { body, headers, method, signal }) => {
    if (body !== undefined && body !== null && typeof body !== 'string' && !(body instanceof URLSearchParams))
      throw new TypeError('Only forms can be sent');
    return safeFetch(url, {
      method,
      headers,
      ...(body !== undefined && body !== null && { body: body.toString() }),
      ...(signal && { signal }),
    });
  };
