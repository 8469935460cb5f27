import { type ScanApp, scanApps } from '../apps/scan-apps.ts';
import type { BrandLook } from '../brand/brand-style.ts';
import type { Device } from '../rules/device-rules.ts';
import type { Language } from '../language.ts';
import type { Tab } from './page-params.ts';
import type { PageName } from './page-routes.ts';

export { type ScanApp, scanApps };

/** What is written into the documents for the page, so that one build serves every environment. */
export interface PageConfig {
  brand: Record<Language, string>;
  /** Absent for the built-in look. */
  look?: BrandLook;
  company: Record<Language, string>;
  officialSite: string;
  filings: { icp?: string; psb?: string };
  support: string;
  productCode: string;
  environment: 'prod' | 'sml' | 'test' | 'dev';
  /** The page's own origin, as browsers see it; empty in exported documents, whose origin is not known yet. */
  origin: string;
  /** A path of the page's own origin, or a URL. */
  apiBase: string;
  /** Base URL of the calls for help articles, where it is not `apiBase`. */
  helpBase?: string;
  /** Where to go after sign-in when the URL names no redirect target. */
  home: string;
  homeOnPhones: string;
  allowedRedirects: string[];
  /** Origins besides its own that the page shows banner pictures from. */
  bannerOrigins: string[];
  /** The page of the chat, shown in an iframe; absent where there is no chat. */
  chat?: string;
  /** Where analytics beacons go; empty to send none. */
  eventsUrl: string;
  methods: {
    code: boolean;
    register: boolean;
    retrieve: boolean;
    scan: ScanApp[];
    sso: boolean;
    wecom: boolean;
    passkey: boolean;
    /** A sign-in on a computer may continue on a phone, which another back end knows nothing of. */
    onPhone: boolean;
  };
  /** URL of the sandbox's phone, which can scan; absent without a sandbox. */
  phone?: string;
  year: number;
  /** Why a request of an application cannot continue; only on the page that says so. */
  problem?: { error: string; description?: string | undefined; requestId?: string };
  /** URL of the file with the current configuration; only in exported documents, which are older than the file. */
  configFile?: string;
}

/** The configuration file of exported documents. */
export type ExportedConfig = Omit<PageConfig, 'origin' | 'phone' | 'year' | 'problem' | 'configFile'>;

/** Everything about a request that decides which document answers it. */
export interface PageVariant {
  page: PageName;
  language: Language;
  device: Device;
  tab: Tab;
  locked: boolean;
  /** The form asks for the company domain. */
  sso: boolean;
  languageHidden: boolean;
}
