import { hash } from 'node:crypto';
import { days } from '@foyer/contract/time';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { random } from '../platform/random.ts';

/** As long as browsers keep any cookie. */
const keptFor = days(400);
const wellFormed = /^[\w-]{43}$/;

const browserCookieName = (secure: boolean) => (secure ? '__Host-foyer_browser' : 'foyer_browser');

/**
 * A random name for the browser, so that what was proven in one is worth nothing in another. It says nothing of the
 * person; only its hash is ever stored.
 */
export function browserIdOf(request: FastifyRequest, reply: FastifyReply, secure: boolean) {
  const cookie = browserCookieName(secure);
  const given = request.cookies[cookie];
  let token = given !== undefined && wellFormed.test(given) ? given : undefined;
  return {
    /** Undefined for a browser that was never here, or keeps no cookies. */
    known: () => (token === undefined ? undefined : hashBrowserId(token)),
    /** Names it if it has no name yet, and has it keep the name. */
    named() {
      token ??= random.token();
      const kept = { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: keptFor / 1000 } as const;
      void reply.setCookie(cookie, token, kept);
      return hashBrowserId(token);
    },
  };
}

export const hashBrowserId = (token: string) => hash('sha256', token, 'base64url');
