import { type ChatApp, type Device, chatAppOf, deviceOf } from '@foyer/contract/rules/device-rules';
import { type Language, isLanguage, languageCookie, languageFor, languageHeader } from '@foyer/contract/language';
import { longest, secondFactor } from '@foyer/contract/limits';
import { accessCodeHeader } from '@foyer/contract/flows/sso-headers';
import { seconds } from '@foyer/contract/time';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { clientIpOf } from './client-ip.ts';
import { hashBrowserId, browserIdOf } from './browser-cookie.ts';
import { type TokenHeader, readTokenHeader, writeTokenHeader } from './token-header.ts';
import { random } from '../platform/random.ts';
import { deviceLabel } from './device-label.ts';
import { setRegisteredCookie } from './registered-cookie.ts';

/** Who is at the door: what a request says of the person, and what the answer has their browser keep. */
export interface RequestContext {
  /** Of the request, so that what it did can be found in the log. */
  requestId: string;
  language: Language;
  device: Device;
  /** The app whose window it is. */
  chatApp: ChatApp | undefined;
  deviceLabel: string;
  /** What limits count by. */
  clientIp: string;
  maskedIp: string;
  /** Where the proxy says that the address is; undefined where none says so. */
  country: string | undefined;
  /** The browser by the hash of its name; undefined when it was never here or keeps no cookies. */
  browserId: string | undefined;
  /** The same, for whoever gives it something that works in this browser alone: names it if it has no name yet. */
  ensureBrowserId(): string;
  /** What it keeps when the person trusts it. */
  trustToken: string | undefined;
  setTrustToken(token: string): void;
  /** Someone has just registered in this browser: the page that says so is for them. */
  markRegistered(): void;
  sessionToken: string | undefined;
  setSession(token: string): void;
  clearSession(): void;
  /** Has the browser drop what it kept of our pages, so that "back" shows nobody's data. */
  clearCachedPages(): void;
  /** Names the account in the log line of this request. */
  setLoggedAccount(ouid: string): void;
  /** What a company's sign-in came back with. */
  accessCode: string | undefined;
  /** Cookies are off, and this call goes on without: nothing is kept but a token, which the answer gives. */
  withoutCookies: boolean;
  /** The token to give, when it is another than the one that came. */
  newToken(): string | undefined;
}

const accountsOf = new WeakMap<FastifyRequest, string>();
export const loggedAccount = (request: FastifyRequest) => accountsOf.get(request);

const header = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

export function requestLanguage(request: FastifyRequest): Language {
  const asked = header(request.headers[languageHeader.toLowerCase()]);
  return languageFor(isLanguage(asked) ? asked : request.cookies[languageCookie], request.headers['accept-language']);
}

/** Two letters; XX and what is no country, such as T1 for Tor, say nothing. */
function countryOf({ headers }: FastifyRequest, name: string | undefined): string | undefined {
  const given = name === undefined ? undefined : header(headers[name])?.trim().toUpperCase();
  return given !== undefined && /^[A-Z]{2}$/.test(given) && given !== 'XX' ? given : undefined;
}

const sessionCookieName = (secure: boolean) => (secure ? '__Host-foyer_session' : 'foyer_session');
const trustCookieName = (secure: boolean) => (secure ? '__Host-foyer_trust' : 'foyer_trust');

interface Ways {
  /** Whether this call goes on where cookies are off. */
  byHeader?: boolean;
}

export function requestContext(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  { byHeader = false }: Ways = {},
): RequestContext {
  const carried = byHeader ? readTokenHeader(request) : undefined;
  const withCookies = visitorWithCookies(request, reply, config);
  return carried ? { ...withCookies, ...withoutCookies(carried) } : withCookies;
}

/** The same person where cookies are off: neither read nor set. */
function withoutCookies(carried: TokenHeader): Partial<RequestContext> {
  const came = writeTokenHeader(carried);
  return {
    browserId: carried.browser === undefined ? undefined : hashBrowserId(carried.browser),
    ensureBrowserId: () => hashBrowserId((carried.browser ??= random.token())),
    trustToken: undefined,
    setTrustToken: () => {},
    markRegistered: () => {},
    sessionToken: carried.session,
    setSession: (token: string) => void (carried.session = token),
    clearSession: () => void (carried.session = undefined),
    withoutCookies: true,
    newToken: () => (writeTokenHeader(carried) === came ? undefined : writeTokenHeader(carried)),
  };
}

function visitorWithCookies(request: FastifyRequest, reply: FastifyReply, config: Config): RequestContext {
  const userAgent = request.headers['user-agent'] ?? '';
  const cookie = sessionCookieName(config.secure);
  const trustCookie = trustCookieName(config.secure);
  // No lifetime: the browser forgets it when it closes, and the service ends it by its own clock.
  const kept = { path: '/', httpOnly: true, sameSite: 'lax', secure: config.secure } as const;
  const browser = browserIdOf(request, reply, config.secure);
  const place = clientIpOf(request);
  return {
    requestId: request.id,
    // Found out when somebody wants to know: the many who only ask again are not looked at so closely.
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
    clientIp: place.key,
    maskedIp: place.masked,
    browserId: browser.known(),
    ensureBrowserId: browser.named,
    trustToken: request.cookies[trustCookie],
    setTrustToken: (token) =>
      void reply.setCookie(trustCookie, token, { ...kept, maxAge: secondFactor.trustBrowserFor / seconds(1) }),
    markRegistered: () => setRegisteredCookie(reply, config.secure),
    sessionToken: request.cookies[cookie],
    setSession: (token) => void reply.setCookie(cookie, token, kept),
    clearSession: () => void reply.clearCookie(cookie, kept),
    // Not "storage" nor "cookies": they hold the chosen tab and language, which outlive a sign-out and tell of nobody.
    clearCachedPages: () => void reply.header('Clear-Site-Data', '"cache"'),
    setLoggedAccount: (ouid) => void accountsOf.set(request, ouid),
    accessCode: header(request.headers[accessCodeHeader.toLowerCase()])?.slice(0, longest.handle),
    withoutCookies: false,
    newToken: () => undefined,
  };
}
