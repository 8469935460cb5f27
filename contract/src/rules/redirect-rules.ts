import { longest } from '../limits.ts';
import { readUrl } from './read-url.ts';

/** The origins that a redirect may lead to. Page and service use the same list and the same code. */
export interface RedirectAllowlist {
  /** Our own origin, e.g. `https://login.example.com`. */
  origin: string;
  /** Other origins that are allowed after sign-in. */
  allowed: readonly string[];
}

/** The absolute URL of an allowed redirect; undefined for any other. */
export function allowedRedirect(redirect: unknown, { origin, allowed }: RedirectAllowlist): string | undefined {
  const url = readRedirect(redirect, origin);
  if (!url) return undefined;
  // The absolute URL is returned, never the path alone: as a path, `/..//evil.test` would lead to another origin.
  if (url.origin === origin) return url.href;
  return isSecure(url) && allowed.includes(url.origin) ? url.href : undefined;
}

/** The first allowed redirect, otherwise the fallback, which the operator configured. */
export function firstAllowedRedirect(
  redirects: readonly unknown[],
  allowlist: RedirectAllowlist,
  fallback: string,
): string {
  for (const redirect of redirects) {
    const url = allowedRedirect(redirect, allowlist);
    if (url) return url;
  }
  return new URL(fallback, allowlist.origin).href;
}

/** Links of banners and articles may lead to any https origin; they open in a new window. */
export function allowedLink(link: unknown, origin: string): string | undefined {
  const url = readRedirect(link, origin);
  return url && (url.origin === origin || isSecure(url)) ? url.href : undefined;
}

function readRedirect(redirect: unknown, origin: string): URL | undefined {
  if (typeof redirect !== 'string' || redirect === '' || redirect.length > longest.redirectUrl) return undefined;
  // Browsers remove these characters from a URL, so the URL that is opened would differ from the one checked.
  if (/[\p{Cc}\s\\]/u.test(redirect)) return undefined;
  // A path, or a query alone, which belongs to our start page.
  const isRelative = /^(\/(?!\/)|\?)/.test(redirect);
  if (!isRelative && !/^https?:\/\//i.test(redirect)) return undefined;
  const url = readUrl(redirect, origin);
  return url?.username || url?.password ? undefined : url;
}

const isSecure = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));

const isLoopback = (host: string) => host === 'localhost' || host === '127.0.0.1' || host === '[::1]';
