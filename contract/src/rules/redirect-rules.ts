import { longest } from '../limits.ts';

/** Where a person may be sent. Page and service use this one gate, with the same list. */
export interface RedirectAllowlist {
  /** Our own origin, e.g. `https://login.example.com`. */
  origin: string;
  /** Other origins that may be reached after sign-in. */
  allowed: readonly string[];
}

/** The absolute address to go to, or undefined when the target is not one we would send a person to. */
export function allowedRedirect(target: unknown, { origin, allowed }: RedirectAllowlist): string | undefined {
  const url = readUrl(target, origin);
  if (!url) return undefined;
  // The whole address is returned, never its path alone: `/..//evil.test` is ours as an address and theirs as a path.
  if (url.origin === origin) return url.href;
  return isSecure(url) && allowed.includes(url.origin) ? url.href : undefined;
}

/** The first target that passes, else the fallback, which is ours and trusted. */
export function firstAllowedRedirect(targets: readonly unknown[], gate: RedirectAllowlist, fallback: string): string {
  for (const target of targets) {
    const address = allowedRedirect(target, gate);
    if (address) return address;
  }
  return new URL(fallback, gate.origin).href;
}

/** Banner and article links lead anywhere on https, in a window of their own. */
export function allowedLink(link: unknown, origin: string): string | undefined {
  const url = readUrl(link, origin);
  return url && (url.origin === origin || isSecure(url)) ? url.href : undefined;
}

function readUrl(target: unknown, origin: string): URL | undefined {
  if (typeof target !== 'string' || target === '' || target.length > longest.redirectUrl) return undefined;
  // Browsers drop these inside an address; what was checked and what is opened must be the same text.
  if (/[\p{Cc}\s\\]/u.test(target)) return undefined;
  const isPath = target.startsWith('/');
  if (isPath && target.startsWith('//')) return undefined;
  if (!isPath && !/^https?:\/\//i.test(target)) return undefined;
  if (!URL.canParse(target, origin)) return undefined;
  const url = new URL(target, origin);
  return url.username || url.password ? undefined : url;
}

const isSecure = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));

const isLoopback = (host: string) => host === 'localhost' || host === '127.0.0.1' || host === '[::1]';
