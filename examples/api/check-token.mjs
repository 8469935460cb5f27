import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose';

/**
 * @typedef {{ subject: string, client: string, scopes: string[], roles: string[] }} Access
 * @typedef {{ issuer: string, audience: string, client?: { id: string, secret: string }, fetch?: typeof fetch }} Options
 */

/**
 * Checks access tokens of Foyer: a JWT for this API by its signature, any other by asking, if there is a `client` to ask as.
 *
 * @param {Options} options
 * @returns {(token: string) => Promise<Access | undefined>} undefined for a token that does not count here
 */
export function tokenChecker({ issuer, audience, client, fetch = globalThis.fetch }) {
  // Reads the keys when it needs them, and again for a key that it does not know.
  const keys = createRemoteJWKSet(new URL('/oidc/jwks', issuer), {
    [customFetch]: (url, { method, headers, signal }) => fetch(url, { method, headers, signal }),
  });

  return async (token) => {
    if (token.includes('.')) return checkJwt(token);
    return client && ask(token, client);
  };

  /** @param {string} token */
  async function checkJwt(token) {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        typ: 'at+jwt',
        requiredClaims: ['exp', 'sub'],
      });
      return accessOf(payload);
    } catch (error) {
      // Foyer did not answer: that says nothing about the token.
      const isUnknown = !(error instanceof errors.JOSEError) || unanswered.includes(error.code);
      if (isUnknown) throw error;
      return undefined;
    }
  }

  /**
   * @param {string} token
   * @param {{ id: string, secret: string }} asker
   */
  async function ask(token, { id, secret }) {
    const response = await fetch(new URL('/oidc/introspect', issuer), {
      method: 'POST',
      body: new URLSearchParams({ token, client_id: id, client_secret: secret }),
    });
    if (!response.ok) throw new Error(`Introspection failed with ${response.status}`);
    const answer = /** @type {Record<string, unknown>} */ (await response.json());
    return answer['active'] ? accessOf(answer) : undefined;
  }
}

/**
 * @param {Record<string, unknown>} claims
 * @returns {Access}
 */
const accessOf = ({ sub, client_id: client, scope = '', roles = [] }) => ({
  subject: String(sub),
  client: String(client),
  scopes: String(scope).split(' ').filter(Boolean),
  /** Of the person at that application; an opaque token has none. */
  roles: Array.isArray(roles) ? roles.map(String) : [],
});

const unanswered = [errors.JOSEError.code, errors.JWKSTimeout.code];
