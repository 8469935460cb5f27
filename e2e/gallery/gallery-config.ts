import { brandColours } from '@foyer/contract/brand/brand-colours';
import type { PageConfig } from '@foyer/contract/pages/page-config';
import { qingheBrand } from '../support/qinghe-brand.ts';
import type { Look } from './gallery-state.ts';
import { now } from './usual-answers.ts';

/** What differs for a brand from the configuration of every page. */
export const brandConfigs: Record<Look['brand'], Partial<PageConfig>> = {
  yunzhang: {},
  qinghe: {
    brand: { 'zh-CN': qingheBrand.BRAND_ZH, 'en-US': qingheBrand.BRAND_EN },
    company: { 'zh-CN': qingheBrand.COMPANY_ZH, 'en-US': qingheBrand.COMPANY_EN },
    look: {
      colours: brandColours({ accent: qingheBrand.BRAND_ACCENT, accentDark: qingheBrand.BRAND_ACCENT_DARK }),
      logo: { light: '/brand/logo.svg', dark: '/brand/logo-dark.svg' },
      hero: { light: '/brand/hero.svg', dark: '/brand/hero-dark.svg' },
      icons: ['/brand/favicon.svg'],
    },
  },
};

/** Passkeys have states of their own: the hint in the account field comes at a time that other states do not wait for. */
export const methods: PageConfig['methods'] = {
  code: true,
  register: true,
  retrieve: true,
  scan: ['wechat', 'dingtalk', 'alipay'],
  sso: true,
  wecom: true,
  passkey: false,
};

/** The configuration of every page, with everything that can be offered. */
export const galleryConfig = (origin: string, gallery: string): PageConfig => ({
  brand: { 'zh-CN': '云章', 'en-US': 'Yunzhang' },
  company: { 'zh-CN': '云章科技有限公司', 'en-US': 'Yunzhang Technology' },
  officialSite: 'https://www.example.com/',
  filings: { icp: '浙ICP备2026000000号-1', psb: '浙公网安备33010002000000号' },
  support: 'support@example.com',
  productCode: 'yunzhang',
  environment: 'dev',
  origin,
  apiBase: '/api',
  home: '/home',
  homeOnPhones: '/home',
  allowedRedirects: [],
  bannerOrigins: [gallery],
  chat: `${gallery}/chat.html`,
  eventsUrl: '',
  methods,
  year: new Date(now).getUTCFullYear(),
});
