import type { IdentityAccess, WecomAccess } from '../../config/provider-access.ts';
import { X509Certificate } from 'node:crypto';
import * as v from 'valibot';
import type { Config } from '../../config/config.ts';
import type { Clock } from '../../platform/clock.ts';
import { type OidcRequest, createOidcClient, oidcSettings } from './oidc-client.ts';
import { type SamlRequest, createSamlClient, samlSettings } from './saml-client.ts';
import { type Upstreams, resultOfStatus } from '../http/upstreams.ts';
import { type SafeFetch, createSafeFetch } from '../http/safe-fetch.ts';

/** The company providers of the sandbox. */
export interface SandboxCompanies {
  internalUrlOf(url: string): string | undefined;
  wecom: WecomAccess;
  identity: IdentityAccess;
}

export type SsoConnections = ReturnType<typeof createSsoConnections>;

/** The clients for the identity providers of companies. Only here the stored settings of a connection are parsed. */
export function createSsoConnections(
  { sso }: Config,
  clock: Clock,
  { sandbox, upstreams }: { sandbox?: SandboxCompanies | undefined; upstreams?: Upstreams } = {},
) {
  const unmeasured = createSafeFetch({
    internalOrigins: sso.internalOrigins,
    ...(sandbox && { internalUrlOf: sandbox.internalUrlOf }),
  });
  const safeFetch: SafeFetch = upstreams
    ? (url, request) =>
        upstreams.call(
          'companies',
          (headers) => unmeasured(url, { ...request, headers: { ...request?.headers, ...headers } }),
          resultOfStatus,
        )
    : unmeasured;
  const oidc = createOidcClient(safeFetch, clock);
  const saml = createSamlClient(clock);
  return {
    oidc: {
      start: (settings: unknown, request: OidcRequest) => oidc.start(v.parse(oidcSettings, settings), request),
      finish: (settings: unknown, request: OidcRequest, callbackUrl: URL) =>
        oidc.finish(v.parse(oidcSettings, settings), request, callbackUrl),
      trySecret: (settings: unknown, redirectUri: string) =>
        oidc.trySecret(v.parse(oidcSettings, settings), redirectUri),
      check: (settings: unknown) => oidc.check(v.parse(oidcSettings, settings)),
    },
    saml: {
      start: (settings: unknown, request: SamlRequest) => saml.start(v.parse(samlSettings, settings), request),
      finish: (settings: unknown, request: SamlRequest, response: string) =>
        saml.finish(v.parse(samlSettings, settings), request, response),
      fetchMetadata: (url: string) => safeFetch(url),
      certificates: (settings: unknown) => v.parse(samlSettings, settings).certificates,
      describe: (settings: unknown) => {
        const { entityId, ssoUrl, certificates } = v.parse(samlSettings, settings);
        const certificatesValidUntil = certificates.map((pem) => new X509Certificate(pem).validTo);
        return { entityId, signInUrl: ssoUrl, certificatesValidUntil };
      },
    },
  };
}
