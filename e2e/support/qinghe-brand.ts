import { fileURLToPath } from 'node:url';

/** The settings of a second brand, with pictures of its own. */
export const qingheBrand = {
  BRAND_EN: 'Qinghe',
  BRAND_ZH: '清禾',
  COMPANY_EN: 'Qinghe Farms',
  COMPANY_ZH: '清禾农业有限公司',
  BRAND_ACCENT: '#0b6e5f',
  BRAND_ACCENT_DARK: '#0f7f6e',
  BRAND_ASSETS: fileURLToPath(new URL('brands/qinghe', import.meta.url)),
  OFFICIAL_SITE: 'https://qinghe.example/',
};
