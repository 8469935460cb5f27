import type { ExportedConfig, ScanApp } from '@foyer/contract/pages/page-config';

/** Written into the document for its first script, which makes the first requests (`web/src/early`). */
export interface EarlySettings {
  /** For each app what to request, without the value of the fingerprint, which comes last; the first app first. */
  qr: Partial<Record<ScanApp, string>>;
  /** The script that draws the answer. */
  drawing: string | undefined;
  /** URL of the current configuration, in exported documents. The requests start with its base of the API. */
  configFile: string | undefined;
}

/** What the first script has asked for. */
export interface Early extends EarlySettings {
  /** The configuration file, in exported documents. */
  config?: Promise<Partial<ExportedConfig>>;
  fingerprint?: Promise<string>;
  shown?: EarlyQr;
}

export interface EarlyQr {
  app: ScanApp;
  response: Promise<Response>;
  /** When it was answered, by the clock of the page. */
  answeredAt?: number;
}

declare global {
  interface Window {
    early?: Early;
  }
}

/** The page takes over what was asked for. */
export const earlyRequests = () => (typeof window === 'undefined' ? undefined : window.early);
