import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Provider } from 'oidc-provider';
import { htmlDocument } from '../pages/document.ts';
import { html } from '../pages/html.ts';
import { companies, oidcClient } from './companies.ts';
import { createMemoryAdapter } from './openid-adapter.ts';

export const openIdPath = '/openid';
const scopes = ['openid', 'profile', 'email', 'phone'];
const employees = companies.flatMap(({ people }) => people);

/** A real OpenID provider. Each company with OpenID Connect is one of its clients. */
export async function openIdProvider(issuer: string, serviceOrigin: string, base: string): Promise<Provider> {
  // Not its entry, as in `server/src/parts/oidc/oidc-library.ts`.
  const { Provider } = await import('oidc-provider/lib/provider.js');
  const { Check, base: defaultPolicy } = await import('oidc-provider/lib/helpers/interaction_policy/index.js');
  const policy = defaultPolicy();
  policy
    .get('login')
    ?.checks.add(
      new Check('account_picker', 'the account is picked at every sign-in', (ctx) =>
        ctx.oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    );

  const provider = new Provider(issuer, {
    adapter: createMemoryAdapter(),
    clients: companies
      .filter(({ kind }) => kind === 'oidc')
      .map(({ slug }) => ({
        client_id: oidcClient(slug).id,
        client_secret: oidcClient(slug).secret,
        redirect_uris: [`${serviceOrigin}/`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        id_token_signed_response_alg: 'ES256',
      })),
    jwks: { keys: [signingKey()] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    scopes,
    claims: {
      openid: ['sub'],
      profile: ['name'],
      email: ['email', 'email_verified'],
      phone: ['phone_number', 'phone_number_verified'],
    },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    async renderError(ctx, { error, error_description: description = '' }) {
      ctx.type = 'html';
      const body = html`<main><p role="alert">${error}: ${description}</p></main>`;
      ctx.body = htmlDocument({ language: 'en-US', title: error, base }, body).toString();
    },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    pkce: { required: () => true },
    interactions: { policy, url: (_, { uid }) => `${new URL(issuer).pathname}/interaction/${uid}` },
    async findAccount(_, id) {
      const employee = employees.find((person) => person.id === id);
      if (!employee) return undefined;
      const { name, email, emailVerified = false, mobile } = employee;
      return {
        accountId: id,
        claims: async () => ({
          sub: id,
          name: name.zh,
          ...(email && { email, email_verified: emailVerified }),
          ...(mobile && { phone_number: `+86${mobile}`, phone_number_verified: true }),
        }),
      };
    },
    // Grants every scope without a consent page.
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId });
      grant.addOIDCScope(scopes.join(' '));
      await grant.save();
      return grant;
    },
  });
  // Accepts any redirect URI of the service, because each SSO connection has its own.
  provider.Client.prototype.redirectUriAllowed = (uri: string) => new URL(uri).origin === serviceOrigin;
  provider.proxy = true;
  return provider;
}

function signingKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), kid: 'sandbox', use: 'sig', alg: 'ES256' };
}
