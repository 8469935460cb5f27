import { createHash } from 'node:crypto';
import type * as OpenId from 'openid-client';
import * as v from 'valibot';
import type { Clock } from '../../platform/clock.ts';
import { identityProvider as limits } from '../http/safe-fetch.ts';
import type { SafeFetch } from '../http/safe-fetch.ts';
import type { ProviderResult } from '../provider-result.ts';
import { IssuerMismatch, failureOf } from './oidc-failure.ts';
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

/** An OpenID Connect client for companies: authorization code with PKCE, and every check that openid-client offers. */
export function createOidcClient(safeFetch: SafeFetch, clock: Clock) {
  const cached = new Map<string, { metadata: OpenId.ServerMetadata; until: number }>();
  /** Clients, by issuer and id, whose provider offers the secret in the form and yet accepts it by Basic alone. */
  const basicOnly = new Set<string>();
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
    const authenticate = usesForm(settings, metadata) ? client.ClientSecretPost : clientSecretBasic;
    const options = { client_secret: settings.clientSecret, [client.clockTolerance]: limits.clockSkew / 1000 };
    const config = new client.Configuration(metadata, settings.clientId, options, authenticate(settings.clientSecret));
    client.allowInsecureRequests(config);
    // Verifies the signature of ID tokens, which openid-client skips by default because they come over TLS. It accepts
    // public keys only: neither `none` nor a shared secret.
    client.enableNonRepudiationChecks(config);
    config[client.customFetch] = customFetch(safeFetch);
    return config;
  }

  /** The form is preferred: in Basic, id and secret are percent-encoded, which some providers do not decode. */
  function usesForm(settings: OidcSettings, metadata: OpenId.ServerMetadata): boolean {
    const { form, basic } = offeredMethods(metadata);
    return basic ? form && !basicOnly.has(keyOf(settings)) : true;
  }

  /** A provider may offer both methods and accept only Basic for this client; a refused client has not used the code. */
  async function authenticated<T>(settings: OidcSettings, send: (config: OpenId.Configuration) => Promise<T>) {
    const config = await configure(settings);
    try {
      return await send(config);
    } catch (error) {
      const { form, basic } = offeredMethods(config.serverMetadata());
      const isRefused = failureOf(await openId(), error).why === 'clientSecret';
      if (!isRefused || !form || !basic || basicOnly.has(keyOf(settings))) throw error;
      basicOnly.add(keyOf(settings));
      try {
        return await send(await configure(settings));
      } catch (again) {
        if (failureOf(await openId(), again).why === 'clientSecret') basicOnly.delete(keyOf(settings));
        throw again;
      }
    }
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
        return failureOf(await openId(), error);
      }
    },

    /** The person who returned, from the URL that the provider redirected to. */
    async finish(
      settings: OidcSettings,
      { state, nonce, verifier }: OidcRequest,
      callbackUrl: URL,
    ): Promise<ProviderResult<{ person: SsoUser }>> {
      let notAccepted: 'clientSecret' | 'accessToken' = 'clientSecret';
      try {
        const { authorizationCodeGrant, fetchUserInfo } = await openId();
        const expected = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
        const tokens = await authenticated(settings, (config) => authorizationCodeGrant(config, callbackUrl, expected));
        const claims = tokens.claims();
        if (!claims) return { is: 'refused', why: 'noIdToken' };
        const { at_hash: hash } = claims;
        if (hash !== undefined && hash !== accessTokenHash(tokens.access_token, algorithmOf(tokens.id_token ?? '')))
          return { is: 'refused', why: 'accessTokenHash' };
        notAccepted = 'accessToken';
        const config = await configure(settings);
        const userInfo = config.serverMetadata().userinfo_endpoint
          ? await fetchUserInfo(config, tokens.access_token, claims.sub)
          : undefined;
        return { is: 'ok', person: userOf(settings, { ...claims, ...userInfo }) };
      } catch (error) {
        return failureOf(await openId(), error, notAccepted);
      }
    },

    /**
     * Tries the client secret with a made-up code, for the operator who sets up a connection. A provider checks the client
     * before the code, so a complaint about the code means that it accepts the secret.
     */
    async trySecret(settings: OidcSettings, redirectUri: string): Promise<ProviderResult<{ accepted: true }>> {
      try {
        const { genericGrantRequest, randomPKCECodeVerifier, randomState } = await openId();
        const grant = { code: randomState(), redirect_uri: redirectUri, code_verifier: randomPKCECodeVerifier() };
        await authenticated(settings, (config) => genericGrantRequest(config, 'authorization_code', grant));
        return { is: 'ok', accepted: true };
      } catch (error) {
        const failure = failureOf(await openId(), error);
        return failure.why === 'invalid_grant' ? { is: 'ok', accepted: true } : failure;
      }
    },

    /** Fetches the metadata anew, for the operator who sets up a connection. */
    async check(settings: OidcSettings): Promise<ProviderResult<{ metadata: OpenId.ServerMetadata }>> {
      try {
        cached.delete(settings.issuer);
        return { is: 'ok', metadata: await fetchMetadata(settings) };
      } catch (error) {
        return failureOf(await openId(), error);
      }
    },
  };
}

const keyOf = ({ issuer, clientId }: OidcSettings) => JSON.stringify([issuer, clientId]);

function offeredMethods({ token_endpoint_auth_methods_supported: methods }: OpenId.ServerMetadata) {
  const offered = methods ?? ['client_secret_basic'];
  return { form: offered.includes('client_secret_post'), basic: offered.includes('client_secret_basic') };
}

/**
 * Basic authentication, form-encoded as OAuth 2.0 requires. openid-client's own also encodes hyphens, dots and
 * underscores, and a provider that does not decode would refuse every client id with one.
 */
const clientSecretBasic =
  (secret: string): OpenId.ClientAuth =>
  (_, { client_id: id }, __, headers) => {
    const encode = (text: string) => new URLSearchParams([['', text]]).toString().slice(1);
    headers.set('authorization', `Basic ${Buffer.from(`${encode(id)}:${encode(secret)}`).toString('base64')}`);
  };

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
