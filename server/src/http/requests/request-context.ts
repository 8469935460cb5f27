import { type ChatApp, type Device, chatAppOf, deviceOf } from '@foyer/contract/rules/device-rules';
import { type Language, isLanguage, languageCookie, languageFor, languageHeader } from '@foyer/contract/language';
import { longest, secondFactor } from '@foyer/contract/limits';
import { sharedComputerCookie, sharedComputerValue } from '@foyer/contract/pages/shared-computer';
import { accessCodeHeader } from '@foyer/contract/flows/sso-headers';
import { seconds } from '@foyer/contract/time';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { clientIpOf } from './client-ip.ts';
import {
  browserIdCookie,
  hashBrowserId,
  setRegisteredCookie,
  setSignedOutCookie,
  takeSignedOutCookie,
} from '../answers/cookies.ts';
import { type TokenHeader, readTokenHeader, writeTokenHeader } from './token-header.ts';
import { random } from '../../platform/random.ts';
import { sha256 } from '../../platform/sha256.ts';
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
  /** The person who signs in has said that others use this computer. */
  onSharedComputer: boolean;
  /** The token of a trusted browser, which skips the second factor. */
  trustToken: string | undefined;
  setTrustToken(token: string): void;
  /** Allows the "registered" page in this browser. */
  markRegistered(): void;
  /** The next sign-in page says that the person has signed out. */
  markSignedOut(): void;
  /** Whether the person has just signed out; true once. */
  takeSignedOut(): boolean;
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

declare module 'fastify' {
  interface FastifyRequest {
    loggedAccount?: string;
  }
}

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
  return tokens
    ? new ContextByTokenHeader(request, reply, config, tokens)
    : new ContextWithCookies(request, reply, config);
}

const noKeys: readonly string[] = [];

/** Computes what it can on demand: frequent calls such as polling need little of it. */
class ContextWithCookies implements RequestContext {
  readonly withoutCookies: boolean = false;
  readonly browserId: string | undefined;
  readonly sessionToken: string | undefined;
  readonly pageKeys: readonly string[] = noKeys;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #config: Config;
  readonly #browserIdCookie: ReturnType<typeof browserIdCookie>;

  constructor(request: FastifyRequest, reply: FastifyReply, config: Config) {
    this.#request = request;
    this.#reply = reply;
    this.#config = config;
    this.sessionToken = request.cookies[sessionCookieName(config.secure)];
    this.#browserIdCookie = browserIdCookie(request, reply, config.secure);
    this.browserId = this.#browserIdCookie.current();
  }

  get requestId() {
    return this.#request.id;
  }
  get language() {
    return requestLanguage(this.#request);
  }
  get device() {
    return deviceOf(this.#userAgent, this.#config.page.productCode);
  }
  get chatApp() {
    return chatAppOf(this.#userAgent);
  }
  get deviceLabel() {
    return deviceLabel(this.#userAgent);
  }
  get country() {
    return countryOf(this.#request, this.#config.countryHeader);
  }
  get clientIp() {
    return clientIpOf(this.#request).key;
  }
  get maskedIp() {
    return clientIpOf(this.#request).masked;
  }
  get accessCode() {
    return firstValue(this.#request.headers[accessCodeHeader.toLowerCase()])?.slice(0, longest.handle);
  }
  setLoggedAccount(ouid: string) {
    this.#request.loggedAccount = ouid;
  }
  // Not "storage" or "cookies": they hold the chosen tab and language, which survive a sign-out.
  clearCachedPages() {
    void this.#reply.header('Clear-Site-Data', '"cache"');
  }

  ensureBrowserId() {
    return this.#browserIdCookie.ensure();
  }
  get onSharedComputer() {
    return this.#request.cookies[sharedComputerCookie] === sharedComputerValue;
  }
  get trustToken() {
    return this.#request.cookies[trustCookieName(this.#config.secure)];
  }
  setTrustToken(token: string) {
    const maxAge = secondFactor.trustBrowserFor / seconds(1);
    void this.#reply.setCookie(trustCookieName(this.#config.secure), token, { ...this.#cookieOptions, maxAge });
  }
  markRegistered() {
    setRegisteredCookie(this.#reply, this.#config.secure);
  }
  markSignedOut() {
    setSignedOutCookie(this.#reply, this.#config.secure);
  }
  takeSignedOut() {
    return takeSignedOutCookie(this.#request, this.#reply, this.#config.secure);
  }
  setSession(token: string) {
    void this.#reply.setCookie(sessionCookieName(this.#config.secure), token, this.#cookieOptions);
  }
  clearSession() {
    void this.#reply.clearCookie(sessionCookieName(this.#config.secure), this.#cookieOptions);
  }
  newToken(): string | undefined {
    return undefined;
  }

  get #userAgent() {
    return this.#request.headers['user-agent'] ?? '';
  }
  /** A session cookie without a lifetime: the browser drops it when it closes, and the service expires the session. */
  get #cookieOptions() {
    return { path: '/', httpOnly: true, sameSite: 'lax', secure: this.#config.secure } as const;
  }
}

/** Replaces everything that depends on cookies: none is set, and the values that the browser sends are not used. */
class ContextByTokenHeader extends ContextWithCookies {
  override readonly withoutCookies = true;
  override readonly browserId: string | undefined;
  override readonly sessionToken: string | undefined;
  override readonly pageKeys: readonly string[];
  readonly #tokens: TokenHeader;
  readonly #received: string | undefined;

  constructor(request: FastifyRequest, reply: FastifyReply, config: Config, tokens: TokenHeader) {
    super(request, reply, config);
    this.#tokens = tokens;
    this.#received = writeTokenHeader(tokens);
    this.browserId = tokens.browser === undefined ? undefined : hashBrowserId(tokens.browser);
    this.sessionToken = tokens.session;
    const connection = sha256('connection', this.clientIp, request.headers['user-agent'] ?? '');
    this.pageKeys = this.browserId === undefined ? [connection] : [this.browserId, connection];
  }

  override ensureBrowserId() {
    return hashBrowserId((this.#tokens.browser ??= random.token()));
  }
  override get trustToken() {
    return undefined;
  }
  override setTrustToken() {}
  override markRegistered() {}
  override markSignedOut() {}
  override setSession(token: string) {
    this.#tokens.session = token;
  }
  override clearSession() {
    this.#tokens.session = undefined;
  }
  override newToken() {
    const current = writeTokenHeader(this.#tokens);
    return current === this.#received ? undefined : current;
  }
}
