import type { EventCounts } from './funnel/funnel.ts';
import { fieldsOf, parseJsonObject } from './http/request-body.ts';

/** The parts of the service that the sandbox may use. */
export interface ServiceAccess {
  now(): number;
  moveClock(ms: number): void;
  resetClock?(): void;
  /** The origin at which browsers reach the service. */
  publicUrl: string;
  /** The path prefix of the service's API. */
  apiBase: string;
  /** The signature that text messages may have besides that of the built-in brand. */
  brandName?: string;
  /** The apps for QR sign-in that the service offers. Missing: all. */
  scanApps?: readonly string[];
  /** Rules that follow the tokens and replace the colours of the built-in brand. */
  brandStyle?(): string;
  /** Shows pages and mails in another brand; without one, in that of the settings. Says what could not be read instead. */
  tryBrand?(brand: { accent?: string; logo?: string } | undefined): BrandProblem[];
  /** Recent analytics events of the pages. Missing when the service does not count them. */
  eventCounts?: EventCounts;
  /** Undefined without an account. Says nothing about the password itself, which the service does not know. */
  accountState?(principal: string): Promise<AccountState | undefined>;
  /** Brings the accounts of the sandbox's people back to their first state. */
  resetPeople?(): Promise<void>;
  callService: CallService;
}

/** A pair of colours with too little contrast. */
export interface BrandProblem {
  theme: 'light' | 'dark';
  with: string;
  ratio: number;
  needed: number;
}

export interface AccountState {
  /** When the password was last reset by a code, in milliseconds. */
  passwordResetAt?: number;
  /** What the person's authenticator app shows now, and for how many milliseconds more. */
  totp?: { code: string; left: number };
  /** How authenticators name the account. */
  userHandle?: string;
}

/** Sends an HTTP request to the service from outside, as the servers of other companies do. */
export type CallService = (
  path: string,
  request: { method: 'GET' | 'POST'; headers?: Record<string, string>; body?: string },
) => Promise<{ status: number; body: string }>;

type ServiceResult =
  | { is: 'done'; data: Record<string, unknown> }
  /** The QR code was used, has expired, or never existed. */
  | { is: 'invalid' }
  | { is: 'noResponse' };

export type ServiceClient = ReturnType<typeof createServiceClient>;

const authorisationExpired = 10000024;

/** Calls the service's API as the operator's own mini-programs and pages do. */
export function createServiceClient({ apiBase, callService }: Pick<ServiceAccess, 'apiBase' | 'callService'>) {
  return async (path: string, request: object): Promise<ServiceResult> => {
    const { body } = await callService(`${apiBase}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    });
    const { code, data } = parseJsonObject(body) ?? {};
    if (code === 0) return { is: 'done', data: fieldsOf(data) };
    return { is: code === authorisationExpired ? 'invalid' : 'noResponse' };
  };
}
