import { tokenHeader, tokenWayHeader } from '@foyer/contract/flows/sso-headers';
import type { FastifyRequest } from 'fastify';

export interface TokenHeader {
  browser: string | undefined;
  session: string | undefined;
}

const wellFormed = /^([\w-]{43})(?:\.([\w-]{43}))?$/;

/**
 * What cookies would carry, by header, where they are off. A page elsewhere cannot send it, and ours keeps it in its
 * memory alone. Undefined for a request that does not go this way.
 */
export function readTokenHeader({ headers }: FastifyRequest): TokenHeader | undefined {
  if (headers[tokenWayHeader.toLowerCase()] !== 'header') return undefined;
  const [, browser, session] = wellFormed.exec(String(headers[tokenHeader.toLowerCase()] ?? '')) ?? [];
  return { browser, session };
}

export const writeTokenHeader = ({ browser, session }: TokenHeader) =>
  browser === undefined ? undefined : session === undefined ? browser : `${browser}.${session}`;
