import { tokenHeader, tokenWayHeader } from '@foyer/contract/flows/sso-headers';
import type { FastifyRequest } from 'fastify';

export interface Carried {
  browser: string | undefined;
  session: string | undefined;
}

const wellFormed = /^([\w-]{43})(?:\.([\w-]{43}))?$/;

/**
 * What cookies would carry, by header, where they are off. A page elsewhere cannot send it, and ours keeps it in its
 * memory alone. Undefined for a request that does not go this way.
 */
export function carriedBy({ headers }: FastifyRequest): Carried | undefined {
  if (headers[tokenWayHeader.toLowerCase()] !== 'header') return undefined;
  const [, browser, session] = wellFormed.exec(String(headers[tokenHeader.toLowerCase()] ?? '')) ?? [];
  return { browser, session };
}

export const tokenOf = ({ browser, session }: Carried) =>
  browser === undefined ? undefined : session === undefined ? browser : `${browser}.${session}`;
