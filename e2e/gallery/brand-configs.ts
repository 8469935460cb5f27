import { brandColours } from '@foyer/contract/brand/brand-colours';
import type { PageConfig } from '@foyer/contract/pages/page-config';
import { qingheBrand } from '../support/qinghe-brand.ts';
import type { Look } from './gallery-state.ts';

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
