import { generateKeyPairSync } from 'node:crypto';
import type { JSONWebKeySet } from 'jose';
import type * as OpenId from 'openid-client';
import { fieldsOf } from '../http/request-body.ts';
import type { Language } from '../pages/language.ts';
import type { ServiceAccess } from '../service-client.ts';
import type { PendingRequest, SignedInPerson } from './demo-client-sessions.ts';
import { type Problem, demoClientTexts } from './demo-client-texts.ts';
import { sessionEndedBy } from './logout-token.ts';

/** Two factors, as the provider names it. */
export const twoFactors = 'urn:foyer:two-factors';

const clientId = 'sandbox-contracts';
const keyId = 'contracts';

/** What the person came for. The provider shows it only if it comes in a signed request. */
export interface DocumentClaim {
  title: string;
  sender: string;
  /** In seconds since the epoch. */
  expires_at: number;
  /** The mobile number or email address of the only person who may sign. */
  signer?: string;
}

interface RequestOptions {
  document: DocumentClaim;
  language: Language;
  /** Missing where any sign-in is enough. */
  acr?: string;
  /** Asks for a new sign-in. */
  again?: boolean;
}

export type SignInResult = { is: 'signedIn'; person: SignedInPerson } | { is: 'refused'; problem: Problem };

export type DemoClient = ReturnType<typeof createDemoClient>;

/** Signleaf as a client of the service's OpenID provider: it knows the issuer, its client id and its own key. */
export function createDemoClient(
  { publicUrl, callService }: Pick<ServiceAccess, 'publicUrl' | 'callService'>,
  base: string,
) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const home = `${publicUrl}${base}`;
  const redirectUri = `${home}/callback`;
  let configured: Promise<Awaited<ReturnType<typeof configure>> | undefined> | undefined;

  async function configure() {
    // Loaded on first use: it would slow down every start.
    const openId = await import('openid-client');
    const key = await crypto.subtle.importKey(
      'pkcs8',
      privateKey.export({ type: 'pkcs8', format: 'der' }),
      { name: 'ECDSA', namedCurve: 'P-256' },
      false,
      ['sign'],
    );
    const signingKey = { key, kid: keyId };
    const config = await openId.discovery(new URL(publicUrl), clientId, undefined, openId.PrivateKeyJwt(signingKey), {
      // The sandbox may run on http://localhost.
      execute: [openId.allowInsecureRequests, openId.enableNonRepudiationChecks],
      [openId.customFetch]: fetchFromService,
    });
    return { openId, config, signingKey };
  }

  /** Undefined while the provider is off. A failed discovery is repeated at the next request. */
  const connect = () => (configured ??= configure().catch(() => (configured = undefined)));

  /** The public URL may lead to a proxy that this machine cannot reach. Every response of the provider is JSON. */
  const fetchFromService: OpenId.CustomFetch = async (url, { method, headers, body }) => {
    const { pathname, search } = new URL(url);
    const response = await callService(`${pathname}${search}`, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(headers)),
      ...(body instanceof URLSearchParams && { body: body.toString() }),
    });
    return new Response(response.body, { status: response.status, headers: { 'content-type': 'application/json' } });
  };

  return {
    /** What the service has to know of this client. */
    registration: {
      id: clientId,
      name: demoClientTexts('en-US').name,
      names: { 'zh-CN': demoClientTexts('zh-CN').name },
      jwks: { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: keyId, use: 'sig', alg: 'ES256' }] },
      redirectUri,
      postLogoutRedirectUri: home,
      loginUri: home,
    },

    /** The URL of a signed authorization request, and what its answer is checked against. */
    async request({ document, language, acr, again }: RequestOptions) {
      const connection = await connect();
      if (!connection) return undefined;
      const { openId, config, signingKey } = connection;
      const [state, nonce, verifier] = [openId.randomState(), openId.randomNonce(), openId.randomPKCECodeVerifier()];
      const url = await openId.buildAuthorizationUrlWithJAR(
        config,
        {
          redirect_uri: redirectUri,
          scope: 'openid profile email phone',
          state,
          nonce,
          code_challenge: await openId.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ui_locales: language,
          ...(acr && { acr_values: acr }),
          ...(again && { prompt: 'login' }),
        },
        signingKey,
        // The parameters above are texts; this one is an object.
        { [openId.modifyAssertion]: (_header, claims) => void Object.assign(claims, { document }) },
      );
      return { url: url.href, state, nonce, verifier };
    },

    /** Exchanges the code in the URL that the browser returned to. */
    async signedIn(
      url: string,
      state: string,
      { verifier, nonce }: Pick<PendingRequest, 'verifier' | 'nonce'>,
    ): Promise<SignInResult> {
      const connection = await connect();
      if (!connection) return { is: 'refused', problem: 'unavailable' };
      const { openId, config } = connection;
      try {
        const tokens = await openId.authorizationCodeGrant(config, new URL(url, publicUrl), {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = fieldsOf(tokens.claims());
        const sub = String(claims['sub']);
        const info = await openId.fetchUserInfo(config, tokens.access_token, sub);
        return {
          is: 'signedIn',
          person: {
            sub,
            sid: textOf(claims['sid']),
            name: info.name,
            names: { 'zh-CN': textOf(info['name#zh']), 'en-US': textOf(info['name#en']) },
            email: info.email,
            phoneNumber: info.phone_number,
            acr: textOf(claims['acr']),
            amr: Array.isArray(claims['amr']) ? claims['amr'].map(String) : [],
            idToken: tokens.id_token ?? '',
          },
        };
      } catch (error) {
        const reason = error instanceof openId.AuthorizationResponseError ? error.error : '';
        return { is: 'refused', problem: problems[reason] ?? 'failed' };
      }
    },

    /** Where the browser signs out of the service as well. */
    async signOutUrl({ idToken }: SignedInPerson) {
      const connection = await connect();
      const params = { id_token_hint: idToken, post_logout_redirect_uri: home };
      return connection ? connection.openId.buildEndSessionUrl(connection.config, params).href : home;
    },

    /** The session of the provider that has ended, or undefined if the token is not valid. */
    async sessionEndedBy(logoutToken: string) {
      const connection = await connect();
      if (!connection) return undefined;
      const { issuer, jwks_uri: jwksUri = '' } = connection.config.serverMetadata();
      const { body } = await callService(new URL(jwksUri).pathname, { method: 'GET' });
      const keys = JSON.parse(body) as JSONWebKeySet;
      return sessionEndedBy(logoutToken, { keys, issuer, audience: clientId });
    },
  };
}

/** By the `error` of the provider. */
const problems: Record<string, Problem> = {
  access_denied: 'cancelled',
  unmet_authentication_requirements: 'oneFactor',
};

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
