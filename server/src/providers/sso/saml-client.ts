import * as v from 'valibot';
import type { Clock } from '../../platform/clock.ts';
import { identityProvider as limits } from '../http/safe-fetch.ts';
import type { ProviderResult } from '../provider-result.ts';
import { readAssertion } from './saml-assertion.ts';
import { checkSamlResponse } from './saml-response.ts';
import type { SsoUser } from './sso-user.ts';

export const samlSettings = v.object({
  entityId: v.pipe(v.string(), v.minLength(1)),
  ssoUrl: v.pipe(v.string(), v.url()),
  /** From the provider's metadata; certificates inside a message are ignored. */
  certificates: v.pipe(v.array(v.string()), v.minLength(1)),
});
export type SamlSettings = v.InferOutput<typeof samlSettings>;

/** The values generated for one sign-in, which the response must match. */
export interface SamlRequest {
  acs: string;
  /** Our own entity ID towards this company. */
  entityId: string;
  relayState: string;
  requestId: string;
}

/** A SAML 2.0 service provider. Only responses to our own requests are accepted (no IdP-initiated sign-in). */
export function createSamlClient(clock: Clock) {
  async function createSaml(settings: SamlSettings, { acs, entityId, requestId }: SamlRequest) {
    // Loaded on first use: it would slow down every start.
    const { SAML } = await import('@node-saml/node-saml');
    return new SAML({
      idpCert: settings.certificates,
      entryPoint: settings.ssoUrl,
      issuer: entityId,
      callbackUrl: acs,
      generateUniqueId: () => requestId,
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      // A signature on either is enough; a response without any signature is rejected.
      wantAssertionsSigned: false,
      wantAuthnResponseSigned: false,
      // The library verifies the signature only: `readAssertion` checks the audience, and the times by our own clock.
      audience: false,
      acceptedClockSkewMs: -1,
    });
  }

  return {
    /** The URL to which the browser is redirected. */
    async start(settings: SamlSettings, request: SamlRequest): Promise<ProviderResult<{ url: string }>> {
      const saml = await createSaml(settings, request);
      return { is: 'ok', url: await saml.getAuthorizeUrlAsync(request.relayState, undefined, {}) };
    },

    /** The person who returned. `assertion` may be used once, and must be remembered until `until`. */
    async finish(
      settings: SamlSettings,
      request: SamlRequest,
      response: string,
    ): Promise<ProviderResult<{ person: SsoUser; assertion: string; until: number }>> {
      const problem = checkSamlResponse(response, { issuer: settings.entityId, ...request });
      if (problem) return { is: 'refused', why: problem };
      const saml = await createSaml(settings, request);
      const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response }).catch(invalidSignature);
      // From here on only the signed XML is read.
      const signedXml = profile?.getAssertionXml?.();
      if (signedXml === undefined) return { is: 'refused', why: 'signature' };
      const expected = { issuer: settings.entityId, ...request, now: clock.now(), skew: limits.clockSkew };
      const result = readAssertion(signedXml, expected);
      return typeof result === 'string' ? { is: 'refused', why: result } : { is: 'ok', ...result };
    },
  };
}

/**
 * node-saml and xml-crypto throw a plain Error for every invalid signature, and `checkSamlResponse` has ruled out all their
 * other reasons. An error of another class, such as a TypeError, is a bug and thrown on.
 */
function invalidSignature(error: unknown): { profile: null } {
  if (error instanceof Error && error.constructor === Error) return { profile: null };
  throw error;
}
