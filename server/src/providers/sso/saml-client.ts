import * as v from 'valibot';
import type { Clock } from '../../platform/clock.ts';
import { identityProvider as limits } from '../../platform/service-limits.ts';
import type { ProviderResult } from '../provider-result.ts';
import { type SsoUser, failureOf } from './sso-user.ts';
import { readAssertion } from './saml-assertion.ts';
import { readSamlResponse } from './saml-response.ts';

export const samlSettings = v.object({
  entityId: v.pipe(v.string(), v.minLength(1)),
  ssoUrl: v.pipe(v.string(), v.url()),
  /** Those of its metadata, and none that a message brings along. */
  certificates: v.pipe(v.array(v.string()), v.minLength(1)),
});
export type SamlSettings = v.InferOutput<typeof samlSettings>;

/** What we made for one sign-in, and what must come back. */
export interface SamlRequest {
  acs: string;
  /** Our own name to this company. */
  entityId: string;
  relayState: string;
  requestId: string;
}

/** A company's SAML 2.0 identity provider. Only what we have asked for is answered: nobody begins over there. */
export function createSamlClient(clock: Clock) {
  async function speak(settings: SamlSettings, { acs, entityId, requestId }: SamlRequest) {
    // Loaded by the first who needs it: it would make every start slower.
    const { SAML } = await import('@node-saml/node-saml');
    return new SAML({
      idpCert: settings.certificates,
      entryPoint: settings.ssoUrl,
      issuer: entityId,
      callbackUrl: acs,
      audience: entityId,
      generateUniqueId: () => requestId,
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      // Either will do; without both nothing is believed.
      wantAssertionsSigned: false,
      wantAuthnResponseSigned: false,
      // Measured by our own clock, in `readStatement`.
      acceptedClockSkewMs: -1,
    });
  }

  return {
    /** Where the person goes. */
    async start(settings: SamlSettings, round: SamlRequest): Promise<ProviderResult<{ url: string }>> {
      try {
        const saml = await speak(settings, round);
        return { is: 'ok', url: await saml.getAuthorizeUrlAsync(round.relayState, undefined, {}) };
      } catch (error) {
        return failureOf(error);
      }
    },

    /** Who came back; `assertion` may be heard once, until then. */
    async finish(
      settings: SamlSettings,
      round: SamlRequest,
      response: string,
    ): Promise<ProviderResult<{ person: SsoUser; assertion: string; until: number }>> {
      try {
        const problem = readSamlResponse(response, { issuer: settings.entityId, ...round });
        if (problem) return { is: 'refused', why: problem };
        const { profile } = await (await speak(settings, round)).validatePostResponseAsync({ SAMLResponse: response });
        // From here on nothing is read but what the signature covers.
        const signed = profile?.getAssertionXml?.();
        if (signed === undefined) return { is: 'refused', why: 'signature' };
        const expected = { issuer: settings.entityId, ...round, now: clock.now(), skew: limits.clockSkew };
        const told = readAssertion(signed, expected);
        return typeof told === 'string' ? { is: 'refused', why: told } : { is: 'ok', ...told };
      } catch {
        return { is: 'refused', why: 'signature' };
      }
    },
  };
}
