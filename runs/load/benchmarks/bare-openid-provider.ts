import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import { tellProcessorTime } from './bare-process.ts';
import { freePort } from '../../../scripts/support/free-port.mjs';

/** The library as it is installed, with its state in memory. Everyone who comes is signed in, as a new person. */
const [redirectUri = ''] = process.argv.slice(2);
const port = await freePort();
const origin = `http://localhost:${port}`;
const { keys } = await signingKeys();
let people = 0;

const provider = new Provider(origin, {
  jwks: { keys },
  clients: [
    {
      client_id: 'bench',
      token_endpoint_auth_method: 'none',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
    },
  ],
  cookies: { keys: ['bench'] },
  routes: { authorization: '/oidc/auth', token: '/oidc/token', userinfo: '/oidc/userinfo', jwks: '/oidc/jwks' },
  claims: { openid: ['sub'], profile: ['name'] },
  scopes: ['openid', 'profile'],
  pkce: { required: () => true },
  ttl: {
    AuthorizationCode: 60,
    AccessToken: 3600,
    IdToken: 3600,
    RefreshToken: 86_400,
    Grant: 86_400,
    Interaction: 3600,
    Session: 86_400,
  },
  interactions: { url: (_, { uid }) => `/sign-in/${uid}` },
  features: { devInteractions: { enabled: false } },
  issueRefreshToken: async () => true,
  findAccount: async (_, sub) => ({ accountId: sub, claims: async () => ({ sub, name: '林爱丽' }) }),
  async loadExistingGrant({ oidc }) {
    const client = oidc.client!;
    const session = oidc.session!;
    const known = await oidc.provider.Grant.find(session.grantIdFor(client.clientId) ?? '');
    const grant = known ?? new oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId! });
    grant.addOIDCScope('openid profile');
    await grant.save();
    return grant;
  },
});

const handle = provider.callback();
// Connections stay open while the other service is measured.
createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  if (!request.url?.startsWith('/sign-in/')) return handle(request, response);
  people += 1;
  return provider.interactionFinished(request, response, { login: { accountId: `bench-${people}` } });
}).listen(port, '127.0.0.1', () => process.send!(origin));

tellProcessorTime();

async function signingKeys() {
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: 'SHA-256',
  };
  const { privateKey } = await crypto.subtle.generateKey(algorithm, true, ['sign']);
  const { key_ops: _, ext: __, ...jwk } = await crypto.subtle.exportKey('jwk', privateKey);
  return { keys: [{ ...jwk, use: 'sig', alg: 'RS256' }] };
}
