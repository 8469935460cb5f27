import type { IdentityAccess, WecomAccess } from '../../config/provider-access.ts';
import { X509Certificate } from 'node:crypto';
import * as v from 'valibot';
import type { Config } from '../../config/config.ts';
import type { Clock } from '../../platform/clock.ts';
import { type OidcRequest, createOidcClient, oidcSettings } from './oidc-client.ts';
import { type SamlRequest, createSamlClient, samlSettings } from './saml-client.ts';
import { type SafeFetch, createSafeFetch } from '../http/safe-fetch.ts';

/** Where companies are when there is a sandbox. */
export interface SandboxCompanies {
  internalUrlOf(address: string): string | undefined;
  wecom: WecomAccess;
  identity: IdentityAccess;
}

export type SsoConnections = ReturnType<typeof createSsoConnections>;

/** The doors of companies, each by its own protocol. What is stored of a connection is read here and nowhere else. */
export function createSsoConnections({ sso }: Config, clock: Clock, outside?: SandboxCompanies) {
  const outbound: SafeFetch = createSafeFetch({
    inside: sso.internalOrigins,
    ...(outside && { internalUrlOf: outside.internalUrlOf }),
  });
  const oidc = createOidcClient(outbound, clock);
  const saml = createSamlClient(clock);
  return {
    oidc: {
      start: (settings: unknown, round: OidcRequest) => oidc.start(v.parse(oidcSettings, settings), round),
      finish: (settings: unknown, round: OidcRequest, cameTo: URL) =>
        oidc.finish(v.parse(oidcSettings, settings), round, cameTo),
      check: (settings: unknown) => oidc.check(v.parse(oidcSettings, settings)),
    },
    saml: {
      start: (settings: unknown, round: SamlRequest) => saml.start(v.parse(samlSettings, settings), round),
      finish: (settings: unknown, round: SamlRequest, response: string) =>
        saml.finish(v.parse(samlSettings, settings), round, response),
      /** Fetches what a provider says of itself. */
      ask: (address: string) => outbound(address),
      describe: (settings: unknown) => {
        const { entityId, ssoUrl, certificates } = v.parse(samlSettings, settings);
        const certificatesValidUntil = certificates.map((pem) => new X509Certificate(pem).validTo);
        return { entityId, signInUrl: ssoUrl, certificatesValidUntil };
      },
    },
  };
}
