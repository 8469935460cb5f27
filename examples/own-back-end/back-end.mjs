import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { json } from 'node:stream/consumers';

/** @typedef {{ code: number, message?: string, data?: unknown, cookie?: string }} Answer */

/**
 * The least back end behind Foyer's page: one account, which signs in with its password. A real one keeps in its database what
 * is in memory here.
 *
 * @param {{ origin: string, allowed?: string[] }} options The origin of the page, and origins where people may go after sign-in.
 * @returns {import('node:http').RequestListener}
 */
export function backEnd({ origin, allowed = [] }) {
  const salt = randomBytes(16);
  // A slow hash of what the page sends, which is SHA-256 of the password: this is that of "Foyer-2026".
  const hashOf = (/** @type {unknown} */ credentials) => scryptSync(String(credentials), salt, 32);
  const people = new Map([
    ['alice@example.com', hashOf('f95012d7b15cb001988e0447b586d7dcb85c200ff1b200fbb899ab123faec2c2')],
  ]);
  const nobody = randomBytes(32);
  const sessions = new Map();
  const wrong = new Map();
  const flags = `; Path=/; HttpOnly; SameSite=Lax${origin.startsWith('https:') ? '; Secure' : ''}`;

  /** @type {Record<string, (body: any, session: string | undefined) => Answer>} */
  const calls = {
    'POST /login/commit/user': ({ principal, credentials, redirectUrl }) => {
      const tries = (wrong.get(principal) ?? 0) + 1;
      if (tries > 5) return { code: 10000012, message: 'Too many attempts', data: { retryAfter: 900 } };
      // Counted before it is compared: many requests at once get no more attempts.
      wrong.set(principal, tries);
      if (!timingSafeEqual(hashOf(credentials), people.get(principal) ?? nobody))
        return { code: 10000010, message: 'Wrong account or password', data: { attemptsLeft: 5 - tries } };
      wrong.delete(principal);
      const session = randomBytes(32).toString('base64url');
      sessions.set(session, principal);
      const isAllowed =
        URL.canParse(redirectUrl, origin) && [origin, ...allowed].includes(new URL(redirectUrl, origin).origin);
      const url = isAllowed ? redirectUrl : '/api/workspace';
      return { code: 0, data: { ouid: principal, url }, cookie: `session=${session}${flags}` };
    },
    'POST /user/accounts/logout': (_body, session) => {
      sessions.delete(session);
      return { code: 0, cookie: `session=; Max-Age=0${flags}` };
    },
    'GET /v1/saas-common/banners': () => ({ code: 0, data: { bannerList: [] } }),
    'GET /webserver/v1/saas-common': () => ({ code: 0, data: { data: [] } }),
  };

  return async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', origin);
    const session = /(?:^|; )session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
    // What follows in these two paths are the code of the product and the language.
    const path = pathname.replace(/^\/api/, '').replace(/(banners|webserver\/v1\/saas-common)\/.*$/, '$1');
    const call = calls[`${request.method} ${path}`];
    if (pathname === '/api/workspace') return response.end(`You are ${sessions.get(session) ?? 'not signed in'}`);
    if (!call) return response.writeHead(404).end('Not found');
    // A cookie goes with every request: those of other sites are refused, and forms, which need no permission of the browser.
    const isOurs = request.headers.origin === origin && request.headers['content-type'] === 'application/json';
    const answer =
      request.method === 'GET' || isOurs
        ? call(await json(request).catch(() => ({})), session)
        : { code: 10000003, message: 'Not allowed' };
    const { cookie, ...envelope } = { message: '', ...answer };
    response.writeHead(200, { 'Content-Type': 'application/json', ...(cookie && { 'Set-Cookie': cookie }) });
    return response.end(JSON.stringify(envelope));
  };
}
