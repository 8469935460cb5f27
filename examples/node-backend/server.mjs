import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import * as openid from 'openid-client';

const { ISSUER = 'http://localhost:3000', CLIENT_ID = '', CLIENT_SECRET = '', PORT = '4000' } = process.env;
const origin = `http://localhost:${PORT}`;
const redirectUri = `${origin}/callback`;

// Discovery finds every endpoint by the issuer. Plain http is for localhost alone.
const client = await openid.discovery(new URL(ISSUER), CLIENT_ID, CLIENT_SECRET, undefined, {
  execute: ISSUER.startsWith('http://localhost') ? [openid.allowInsecureRequests] : [],
});

/**
 * A session of this application, by the value of its cookie. A real application stores them in its database.
 *
 * @type {Map<string, { request?: openid.AuthorizationCodeGrantChecks, name?: string, idToken?: string }>}
 */
const sessions = new Map();

/** @type {Record<string, (url: URL, sessionId: string | undefined) => Promise<{ html: string } | { to: string, sessionId?: string }>>} */
const routes = {
  async 'GET /'(_url, sessionId) {
    const name = sessions.get(sessionId ?? '')?.name;
    return { html: name === undefined ? signedOutPage : signedInPage(name) };
  },

  /** Sends the browser to the sign-in page. */
  async 'POST /sign-in'() {
    const request = {
      expectedState: openid.randomState(),
      expectedNonce: openid.randomNonce(),
      pkceCodeVerifier: openid.randomPKCECodeVerifier(),
    };
    const url = openid.buildAuthorizationUrl(client, {
      redirect_uri: redirectUri,
      scope: 'openid profile email phone',
      state: request.expectedState,
      nonce: request.expectedNonce,
      code_challenge: await openid.calculatePKCECodeChallenge(request.pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    return { to: url.href, sessionId: open({ request }) };
  },

  /** The browser comes back with a code, which only this server can exchange. */
  async 'GET /callback'(url, sessionId = '') {
    const request = sessions.get(sessionId)?.request;
    if (!request) return { to: '/' };
    sessions.delete(sessionId);
    // The person did not want to sign in.
    if (url.searchParams.get('error') === 'access_denied') return { to: '/' };
    const tokens = await openid.authorizationCodeGrant(client, url, { ...request, idTokenExpected: true });
    const sub = tokens.claims()?.sub ?? '';
    const person = await openid.fetchUserInfo(client, tokens.access_token, sub);
    const session = { name: person.name ?? person.email ?? sub, idToken: tokens.id_token ?? '' };
    return { to: '/', sessionId: open(session) };
  },

  /** Ends the session here and at Foyer. */
  async 'POST /sign-out'(_url, sessionId = '') {
    const idToken = sessions.get(sessionId)?.idToken;
    sessions.delete(sessionId);
    if (!idToken) return { to: '/' };
    const params = { id_token_hint: idToken, post_logout_redirect_uri: `${origin}/` };
    return { to: openid.buildEndSessionUrl(client, params).href };
  },
};

createServer(async ({ method, url: path = '/', headers }, response) => {
  const url = new URL(path, origin);
  const route = routes[`${method} ${url.pathname}`];
  if (!route) return response.writeHead(404).end('Not found');
  try {
    const answer = await route(url, /(?:^|; )session=([^;]+)/.exec(headers.cookie ?? '')?.[1]);
    if ('html' in answer) return response.setHeader('content-type', 'text/html; charset=utf-8').end(answer.html);
    if (answer.sessionId)
      response.setHeader('set-cookie', `session=${answer.sessionId}; HttpOnly; SameSite=Lax; Path=/`);
    return response.writeHead(303, { location: answer.to }).end();
  } catch (error) {
    console.error(error);
    return response.writeHead(500).end('The sign-in failed. The reason is in the output of the server.');
  }
}).listen(Number(PORT), () => console.log(`Open ${origin}/`));

/** @param {{ request: openid.AuthorizationCodeGrantChecks } | { name: string, idToken: string }} session */
function open(session) {
  const id = randomBytes(32).toString('base64url');
  sessions.set(id, session);
  return id;
}

/** @param {string} body */
function page(body) {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Node back end</title>
<link rel="icon" href="data:,"><meta name="viewport" content="width=device-width"><main>${body}</main></html>`;
}

const signedOutPage = page(
  '<h1>Who are you?</h1><form method="post" action="/sign-in"><button>Sign in</button></form>',
);

/** @param {string} name */
function signedInPage(name) {
  const escaped = name.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return page(`<h1>You are ${escaped}</h1><form method="post" action="/sign-out"><button>Sign out</button></form>`);
}
