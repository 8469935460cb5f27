import { caching } from '../platform/service-limits.ts';

/** What else a document of ours may reach, by the operator's word; nothing unless it is named. */
interface Elsewhere {
  connect?: string | undefined;
  frame?: string | undefined;
}

/** What a document carries inside, by its hash. */
export interface Inside {
  scripts: readonly string[];
  styles: readonly string[];
}

const policy = ({ scripts, styles }: Inside, reports: string, { connect, frame }: Elsewhere = {}) =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' data:",
    ["connect-src 'self'", connect].filter(Boolean).join(' '),
    "font-src 'self'",
    "form-action 'self'",
    ...(frame ? [`frame-src ${frame}`] : []),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "worker-src 'self'",
    "manifest-src 'self'",
    `report-uri ${reports}`,
  ].join('; ');

const always = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=()',
};

export interface SecurityHeaders {
  /** On every answer there is, even the ones Node gives by itself. */
  everywhere: Record<string, string>;
  /** The policy of a document that carries these inside. */
  policyWith(inside: Inside): string;
}

interface Setting extends Elsewhere {
  secure: boolean;
  apiBase: string;
}

export function securityHeaders({ secure, apiBase, ...elsewhere }: Setting): SecurityHeaders {
  const reports = `${apiBase}/csp-report`;
  return {
    everywhere: {
      ...always,
      ...(secure && {
        'Strict-Transport-Security': `max-age=${caching.strictTransportSecurity / 1000}; includeSubDomains`,
      }),
      'Content-Security-Policy': policy({ scripts: [], styles: [] }, reports),
    },
    policyWith: (inside) => policy(inside, reports, elsewhere),
  };
}
