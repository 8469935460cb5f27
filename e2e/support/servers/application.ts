import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import * as openid from 'openid-client';

/** What the application shows after a sign-in, or why there was none. */
interface Outcome {
  /** What the application remembered about its request. */
  note?: string;
  claims?: Record<string, unknown>;
  userinfo?: Record<string, unknown>;
  error?: string;
}

interface Sent {
  client: openid.Configuration;
  note: string;
  checks: { pkceCodeVerifier: string; expectedState: string; expectedNonce: string };
}

/** A small application with a back end, which signs people in by OpenID Connect. */
export class Application {
  /** Not "localhost", which is the host of the service: a browser sends cookies to all ports of a host. */
  readonly origin: string;
  readonly #server;
  readonly #clients = new Map<string, openid.Configuration>();
  readonly #sent = new Map<string, Sent>();

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server;
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The application has no port');
    this.origin = `http://127.0.0.1:${address.port}`;
    server.on('request', (request, response) => {
      this.#respond(request, response).catch((error: unknown) => show(response, { error: String(error) }));
    });
  }

  static async start(): Promise<Application> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Application(server);
  }

  get redirectUri() {
    return `${this.origin}/callback`;
  }

  get signedOutUri() {
    return `${this.origin}/signed-out`;
  }

  /** Makes the application a client of the service. */
  async register(service: string, id: string, secret: string) {
    const options = { execute: [openid.allowInsecureRequests] };
    this.#clients.set(id, await openid.discovery(new URL(service), id, secret, undefined, options));
  }

  /** Where its sign-in begins. */
  startUrl(client: string, params: Record<string, string> = {}) {
    return `${this.origin}/start?${new URLSearchParams({ client, ...params })}`;
  }

  signOutUrl(client: string, params: Record<string, string>) {
    return openid.buildEndSessionUrl(this.#clients.get(client)!, params).href;
  }

  /** Waits until the browser has come back, and returns what the application shows. */
  async outcome(page: Page): Promise<Outcome> {
    await page.waitForURL((url) => url.href.startsWith(this.redirectUri));
    return JSON.parse((await page.locator('pre').textContent())!) as Outcome;
  }

  async close() {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #respond(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', this.origin);
    if (url.pathname === '/start') return this.#redirect(response, Object.fromEntries(url.searchParams));
    if (url.pathname === '/callback') {
      if (request.method === 'POST') url.search = await text(request);
      return show(response, await this.#receive(url));
    }
    return show(response, {});
  }

  /** Sends the browser to the service. Parameters besides these two become those of the request. */
  async #redirect(response: ServerResponse, { client: id = '', note = '', ...params }: Record<string, string>) {
    const client = this.#clients.get(id)!;
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const [expectedState, expectedNonce] = [openid.randomState(), openid.randomNonce()];
    this.#sent.set(expectedState, { client, note, checks: { pkceCodeVerifier, expectedState, expectedNonce } });
    const url = openid.buildAuthorizationUrl(client, {
      redirect_uri: this.redirectUri,
      scope: 'openid profile phone',
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: expectedState,
      nonce: expectedNonce,
      ...params,
    });
    response.writeHead(303, { Location: url.href }).end();
  }

  async #receive(url: URL): Promise<Outcome> {
    const sent = this.#sent.get(url.searchParams.get('state') ?? '');
    if (!sent) return { error: 'unknown state' };
    const { client, note, checks } = sent;
    const error = url.searchParams.get('error');
    if (error) return { note, error };
    const tokens = await openid.authorizationCodeGrant(client, url, { ...checks, idTokenExpected: true });
    const claims = tokens.claims()!;
    const userinfo = await openid.fetchUserInfo(client, tokens.access_token, claims.sub);
    return { note, claims: { ...claims, id_token: tokens.id_token }, userinfo };
  }
}

function show(response: ServerResponse, outcome: Outcome) {
  const json = JSON.stringify(outcome).replaceAll('<', '\\u003c');
  const icon = '<link rel="icon" href="data:,">';
  response
    .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><html lang="en"><title>Application</title>${icon}<pre>${json}</pre></html>`);
}
