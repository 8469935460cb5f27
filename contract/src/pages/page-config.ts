import * as v from 'valibot';
import type { Device } from '../rules/device-rules.ts';
import type { Language } from '../language.ts';
import type { Tab } from './page-params.ts';
import type { PageName } from './page-routes.ts';

export const scanApps = ['wechat', 'dingtalk', 'alipay'] as const;
export type ScanApp = (typeof scanApps)[number];

const inBoth = v.object({ 'zh-CN': v.string(), 'en-US': v.string() });

/** What the service tells the page in its HTML, so that one build serves every environment. */
export const pageConfig = v.object({
  brand: inBoth,
  company: inBoth,
  officialSite: v.string(),
  filings: v.object({ icp: v.optional(v.string()), psb: v.optional(v.string()) }),
  support: v.string(),
  productCode: v.string(),
  environment: v.picklist(['prod', 'sml', 'test', 'dev']),
  /** The page's own origin as the world sees it. */
  origin: v.string(),
  apiBase: v.string(),
  /** Where to go after sign-in when nothing else was asked for. */
  home: v.string(),
  homeOnPhones: v.string(),
  allowedRedirects: v.array(v.string()),
  /** The page of the chat, for a frame of its own; absent where there is none. */
  chat: v.optional(v.string()),
  /** Where beacons go. */
  eventsUrl: v.string(),
  methods: v.object({
    code: v.boolean(),
    register: v.boolean(),
    retrieve: v.boolean(),
    scan: v.array(v.picklist(scanApps)),
    sso: v.boolean(),
    wecom: v.boolean(),
  }),
  /** Address of a phone to scan with, where there is a sandbox. */
  phone: v.optional(v.string()),
  year: v.number(),
});
export type PageConfig = v.InferOutput<typeof pageConfig>;

/** Everything about one request that decides which document answers it. */
export interface PageVariant {
  page: PageName;
  language: Language;
  device: Device;
  tab: Tab;
  locked: boolean;
  /** The form asks for a company's domain. */
  sso: boolean;
  languageHidden: boolean;
}
