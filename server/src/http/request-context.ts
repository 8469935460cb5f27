import { type ChatApp, type Device, chatAppOf, deviceOf } from '@foyer/contract/rules/device-rules';
import { type Language, isLanguage, languageCookie, languageFor, languageHeader } from '@foyer/contract/language';
import { longest, secondFactor } from '@foyer/contract/limits';
import { accessCodeHeader } from '@foyer/contract/flows/sso-headers';
import { seconds } from '@foyer/contract/time';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { clientIpOf } from './client-ip.ts';
import { browserIdCookie, hashBrowserId, setRegisteredCookie } from './cookies.ts';
import { type TokenHeader, readTokenHeader, writeTokenHeader } from './token-header.ts';
import { random } from '../platform/random.ts';
import { sha256 } from '../platform/sha256.ts';
import { deviceLabel } from './device-label.ts';

/** The facts of a request that handlers need, and the cookies that its response sets. */
export interface RequestContext {
  /** Connects the log lines of one request. */
  requestId: string;
  language: Language;
  device: Device;
  /** The app whose browser shows the page. */
  chatApp: ChatApp | undefined;
  deviceLabel: string;
  /** The key for rate limits. */
  clientIp: string;
  maskedIp: string;
  /** As reported by a trusted proxy. */
  country: string | undefined;
  /** The hashed browser id; undefined for a new browser or one without cookies. */
  browserId: string | undefined;
  /** Like `browserId`, but creates the id if there is none: for values that work in this browser only. */
  ensureBrowserId(): string;
  /** The token of a trusted browser, which skips the second factor. */
  trustToken: string | undefined;
  setTrustToken(token: string): void;
  /** Allows the "registered" page in this browser. */
  markRegistered(): void;
  sessionToken: string | undefined;
  setSession(token: string): void;
  clearSession(): void;
  /** Makes the browser drop its cached pages, so that "back" shows no personal data. */
  clearCachedPages(): void;
  /** Adds the account to the log line of this request. */
  setLoggedAccount(ouid: string): void;
  /** The access code of a company sign-in. */
  accessCode: string | undefined;
  /** The browser has no cookies; the token in the header replaces them. */
  withoutCookies: boolean;
  /**
   * By what a page without cookies is recognised when the person returns from a company, the best first: the value that
   * the page holds, then IP address and user agent, for a page whose storage is blocked too.
   */
  pageKeys: readonly string[];
  /** The token for the response, if it has changed. */
  newToken(): string | undefined;
}

const loggedAccounts = new WeakMap<FastifyRequest, string>();
export const loggedAccount = (request: FastifyRequest) => loggedAccounts.get(request);

const firstValue = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

export function requestLanguage(request: FastifyRequest): Language {
  const requested = firstValue(request.headers[languageHeader.toLowerCase()]);
  return languageFor(
    isLanguage(requested) ? requested : request.cookies[languageCookie],
    request.headers['accept-language'],
  );
}

/** A country code of two letters; undefined for XX (unknown) and for other codes such as T1 (Tor). */
function countryOf({ headers }: FastifyRequest, name: string | undefined): string | undefined {
  const country = name === undefined ? undefined : firstValue(headers[name])?.trim().toUpperCase();
  return country !== undefined && /^[A-Z]{2}$/.test(country) && country !== 'XX' ? country : undefined;
}

export const sessionCookieName = (secure: boolean) => (secure ? '__Host-foyer_session' : 'foyer_session');
const trustCookieName = (secure: boolean) => (secure ? '__Host-foyer_trust' : 'foyer_trust');

interface RequestContextOptions {
  /** Whether this call accepts the token header instead of cookies. */
  allowTokenHeader?: boolean;
}

export function requestContext(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  { allowTokenHeader = false }: RequestContextOptions = {},
): RequestContext {
  const tokens = allowTokenHeader ? readTokenHeader(request) : undefined;
  const withCookies = contextWithCookies(request, reply, config);
  if (!tokens) return withCookies;
  const connection = sha256('connection', withCookies.clientIp, request.headers['user-agent'] ?? '');
  return { ...withCookies, ...contextByTokenHeader(tokens, connection) };
}

/** Replaces everything that depends on cookies: they are neither read nor set. */
function contextByTokenHeader(tokens: TokenHeader, connection: string): Partial<RequestContext> {
  const received = writeTokenHeader(tokens);
  const browserId = tokens.browser === undefined ? undefined : hashBrowserId(tokens.browser);
  return {
    browserId,
    pageKeys: browserId === undefined ? [connection] : [browserId, connection],
    ensureBrowserId: () => hashBrowserId((tokens.browser ??= random.token())),
    trustToken: undefined,
    setTrustToken: () => {},
    markRegistered: () => {},
    sessionToken: tokens.session,
    setSession: (token: string) => void (tokens.session = token),
    clearSession: () => void (tokens.session = undefined),
    withoutCookies: true,
    newToken: () => (writeTokenHeader(tokens) === received ? undefined : writeTokenHeader(tokens)),
  };
}

function contextWithCookies(request: FastifyRequest, reply: FastifyReply, config: Config): RequestContext {
  const userAgent = request.headers['user-agent'] ?? '';
  const cookie = sessionCookieName(config.secure);
  const trustCookie = trustCookieName(config.secure);
  // A session cookie without a lifetime: the browser drops it when it closes, and the service expires the session.
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: config.secure } as const;
  const browser = browserIdCookie(request, reply, config.secure);
  const clientIp = clientIpOf(request);
  return {
    requestId: request.id,
    // Computed on demand: frequent calls such as polling do not need them.
    get language() {
      return requestLanguage(request);
    },
    get device() {
      return deviceOf(userAgent, config.page.productCode);
    },
    get chatApp() {
      return chatAppOf(userAgent);
    },
    get deviceLabel() {
      return deviceLabel(userAgent);
    },
    get country() {
      return countryOf(request, config.countryHeader);
    },
    clientIp: clientIp.key,
    maskedIp: clientIp.masked,
    browserId: browser.current(),
    ensureBrowserId: browser.ensure,
    trustToken: request.cookies[trustCookie],
    setTrustToken: (token) =>
      void reply.setCookie(trustCookie, token, { ...options, maxAge: secondFactor.trustBrowserFor / seconds(1) }),
    markRegistered: () => setRegisteredCookie(reply, config.secure),
    sessionToken: request.cookies[cookie],
    setSession: (token) => void reply.setCookie(cookie, token, options),
    clearSession: () => void reply.clearCookie(cookie, options),
    // Not "storage" or "cookies": they hold the chosen tab and language, which survive a sign-out.
    clearCachedPages: () => void reply.header('Clear-Site-Data', '"cache"'),
    setLoggedAccount: (ouid) => void loggedAccounts.set(request, ouid),
    accessCode: firstValue(request.headers[accessCodeHeader.toLowerCase()])?.slice(0, longest.handle),
    withoutCookies: false,
    pageKeys: [],
    newToken: () => undefined,
  };
}
