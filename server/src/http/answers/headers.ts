import { seconds } from '@foyer/contract/time';
import type { Config } from '../../config/config.ts';

/** External origins that the operator allows our documents to use. */
interface ExternalOrigins {
  connect?: string | undefined;
  picture?: string | undefined;
  frame?: string | undefined;
}

/** CSP hashes of the inline scripts and styles of a document. */
export interface InlineHashes {
  scripts: readonly string[];
  styles: readonly string[];
}

const policy = (
  { scripts, styles }: InlineHashes,
  reportUrl: string | undefined,
  { connect, picture, frame }: ExternalOrigins = {},
) =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    ["img-src 'self' data:", picture].filter(Boolean).join(' '),
    ["connect-src 'self'", connect].filter(Boolean).join(' '),
    "font-src 'self'",
    "form-action 'self'",
    ...(frame ? [`frame-src ${frame}`] : []),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "worker-src 'self'",
    "manifest-src 'self'",
    ...(reportUrl ? [`report-uri ${reportUrl}`] : []),
  ].join('; ');

const fixedHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=()',
};

export interface SecurityHeaders {
  /** For every response, including those that Node.js sends by itself. */
  common: Record<string, string>;
  /** The Content-Security-Policy of a document with these inline scripts and styles. */
  policyFor(inline: InlineHashes): string;
}

interface SecurityHeaderOptions extends ExternalOrigins {
  hsts: Config['hsts'];
  /** Where violations are reported; without it they are not. */
  apiBase?: string;
}

export function securityHeaders({ hsts, apiBase, ...externalOrigins }: SecurityHeaderOptions): SecurityHeaders {
  const reportUrl = apiBase && `${apiBase}/csp-report`;
  return {
    common: {
      ...fixedHeaders,
      ...(hsts && {
        'Strict-Transport-Security': `max-age=${hsts.maxAge / seconds(1)}${hsts.includeSubDomains ? '; includeSubDomains' : ''}`,
      }),
      'Content-Security-Policy': policy({ scripts: [], styles: [] }, reportUrl),
    },
    policyFor: (inline) => policy(inline, reportUrl, externalOrigins),
  };
}
