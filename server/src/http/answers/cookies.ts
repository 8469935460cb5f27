import { persisted } from '@foyer/contract/limits';
import { days, minutes, seconds } from '@foyer/contract/time';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { random } from '../../platform/random.ts';
import { sha256 } from '../../platform/sha256.ts';

/** The longest lifetime that browsers allow. */
const cookieLifetime = days(400);
const wellFormed = /^[\w-]{43}$/;

export const browserCookieName = (secure: boolean) => (secure ? '__Host-foyer_browser' : 'foyer_browser');

interface BrowserCookieOptions {
  path: string;
  httpOnly: boolean;
  sameSite: 'lax';
  secure: boolean;
  /** In seconds. */
  maxAge: number;
}

interface CookieReply {
  setCookie(name: string, value: string, options: BrowserCookieOptions): unknown;
}

function readBrowserCookie({ cookies }: Pick<FastifyRequest, 'cookies'>, secure: boolean): string | undefined {
  const value = cookies[browserCookieName(secure)];
  return value !== undefined && wellFormed.test(value) ? value : undefined;
}

const setBrowserCookie = (reply: CookieReply, token: string, secure: boolean) =>
  void reply.setCookie(browserCookieName(secure), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: cookieLifetime / 1000,
  });

/**
 * A random id for the browser, so that a code verified in one browser is worthless in another. It says nothing about the
 * person; only its hash is stored.
 */
export function browserIdCookie(request: Pick<FastifyRequest, 'cookies'>, reply: CookieReply, secure: boolean) {
  let token = readBrowserCookie(request, secure);
  return {
    /** The hashed id; undefined for a new browser or one without cookies. */
    current: () => (token === undefined ? undefined : hashBrowserId(token)),
    /** Creates the id if there is none, and sets or prolongs the cookie. */
    ensure() {
      token ??= random.token();
      setBrowserCookie(reply, token, secure);
      return hashBrowserId(token);
    },
  };
}

export const hashBrowserId = (token: string) => sha256(token);

const signedOutCookieName = (secure: boolean) => (secure ? '__Host-foyer_signed_out' : 'foyer_signed_out');
const signedOutCookie = (secure: boolean) => ({ path: '/', httpOnly: true, sameSite: 'lax', secure }) as const;

/** The sign-in page that follows says that the person has signed out. */
export const setSignedOutCookie = (reply: FastifyReply, secure: boolean) =>
  void reply.setCookie(signedOutCookieName(secure), '1', {
    ...signedOutCookie(secure),
    maxAge: minutes(1) / seconds(1),
  });

/** Whether the person has just signed out; true once. */
export function takeSignedOutCookie({ cookies }: FastifyRequest, reply: FastifyReply, secure: boolean): boolean {
  if (cookies[signedOutCookieName(secure)] === undefined) return false;
  void reply.clearCookie(signedOutCookieName(secure), signedOutCookie(secure));
  return true;
}

const registeredCookieName = (secure: boolean) => (secure ? '__Host-foyer_registered' : 'foyer_registered');

/** Marks a browser that has just registered: only there the "registered" page is shown. It grants no access. */
export const setRegisteredCookie = (reply: FastifyReply, secure: boolean) =>
  void reply.setCookie(registeredCookieName(secure), '1', {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: persisted.lifetime / seconds(1),
  });

export const hasRegisteredCookie = ({ cookies }: FastifyRequest, secure: boolean) =>
  cookies[registeredCookieName(secure)] !== undefined;
