import { tokenHeader, tokenWayHeader } from '@foyer/contract/flows/sso-headers';
import type { FastifyRequest } from 'fastify';

export interface TokenHeader {
  browser: string | undefined;
  session: string | undefined;
}

const wellFormed = /^([\w-]{43})(?:\.([\w-]{43}))?$/;

/**
 * The values of the cookies in a header, for browsers without cookies. A page of another site cannot send it, and ours
 * keeps it in memory only. Undefined for a request that uses cookies.
 */
export function readTokenHeader({ headers }: FastifyRequest): TokenHeader | undefined {
  if (headers[tokenWayHeader.toLowerCase()] !== 'header') return undefined;
  const [, browser, session] = wellFormed.exec(String(headers[tokenHeader.toLowerCase()] ?? '')) ?? [];
  return { browser, session };
}

export const writeTokenHeader = ({ browser, session }: TokenHeader) =>
  browser === undefined ? undefined : session === undefined ? browser : `${browser}.${session}`;
