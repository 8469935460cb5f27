import type * as OpenId from 'openid-client';
import { SafeFetchError } from '../http/safe-fetch.ts';
import type { ProviderFailure } from '../provider-result.ts';

/** The provider's metadata names another issuer than the one configured. */
export class IssuerMismatch extends Error {}

/**
 * A failure that the provider or the network caused. Any other error is a bug and thrown on. `notAccepted` says what the
 * provider does not accept when it answers 401.
 */
export function failureOf(
  client: typeof OpenId,
  error: unknown,
  notAccepted: 'clientSecret' | 'accessToken' = 'clientSecret',
): ProviderFailure {
  if (error instanceof IssuerMismatch) return { is: 'refused', why: 'issuer' };
  if (error instanceof client.WWWAuthenticateChallengeError) return { is: 'refused', why: notAccepted };
  if (error instanceof client.ResponseBodyError || error instanceof client.AuthorizationResponseError)
    return { is: 'refused', why: reasonOfProvider(error) };
  if (!(error instanceof client.ClientError)) throw error;
  const { cause, code } = error;
  if (cause instanceof SafeFetchError)
    return { is: cause.code === 'TOO_LARGE' ? 'refused' : 'noResponse', why: cause.code };
  if (cause instanceof Response && cause.status === 401) return { is: 'refused', why: notAccepted };
  if (code !== undefined)
    return { is: noResponseCodes.has(code) ? 'noResponse' : 'refused', why: failedCheck(cause) ?? code };
  // WebCrypto rejects a malformed key of the provider with a DOMException.
  if (cause instanceof DOMException) return { is: 'refused', why: cause.name };
  throw error;
}

const noResponseCodes = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT']);

/** Errors that OAuth 2.0 and OpenID Connect define. Any other text of the provider stays out of the log. */
const definedErrors = new Set([
  'access_denied',
  'account_selection_required',
  'consent_required',
  'interaction_required',
  'invalid_grant',
  'invalid_request',
  'invalid_scope',
  'login_required',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
]);

function reasonOfProvider({ error, name }: OpenId.ResponseBodyError | OpenId.AuthorizationResponseError): string {
  if (error === 'invalid_client') return 'clientSecret';
  return definedErrors.has(error) ? error : name;
}

const checks: Record<string, string> = {
  iss: 'issuer',
  aud: 'audience',
  azp: 'audience',
  nonce: 'nonce',
  exp: 'time',
  iat: 'time',
  nbf: 'time',
  auth_time: 'time',
  state: 'state',
  sub: 'subject',
  alg: 'signature',
};

/**
 * The check of openid-client that failed. A missing claim is named only in the message, which is a text of the library
 * and holds nothing that the provider sent.
 */
function failedCheck(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.message === 'JWT signature verification failed') return 'signature';
  const [, name = ''] = /"(\w+)"/.exec(error.message.replace('"response" body ', '')) ?? [];
  return checks[name];
}
