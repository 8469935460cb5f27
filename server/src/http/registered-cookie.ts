import { persisted } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import type { FastifyReply, FastifyRequest } from 'fastify';

const nameOf = (secure: boolean) => (secure ? '__Host-foyer_registered' : 'foyer_registered');

/** That someone has just registered here. It opens nothing: the page that says so is shown to nobody else. */
export const setRegisteredCookie = (reply: FastifyReply, secure: boolean) =>
  void reply.setCookie(nameOf(secure), '1', {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: persisted.lifetime / seconds(1),
  });

export const hasRegisteredCookie = ({ cookies }: FastifyRequest, secure: boolean) =>
  cookies[nameOf(secure)] !== undefined;
