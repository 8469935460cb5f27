import type { PageConfig } from '@foyer/contract/pages/page-config';
import { now } from './usual-answers.ts';

/** The configuration of every page, with everything that can be offered. */
export const galleryConfig = (origin: string, gallery: string): PageConfig => ({
  brand: { 'zh-CN': '云章', 'en-US': 'Yunzhang' },
  company: { 'zh-CN': '云章科技有限公司', 'en-US': 'Yunzhang Technology' },
  officialSite: 'https://www.example.com/',
  filings: { icp: '浙ICP备00000000号', psb: '33010000000000' },
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
  methods: {
    code: true,
    register: true,
    retrieve: true,
    scan: ['wechat', 'dingtalk', 'alipay'],
    sso: true,
    wecom: true,
  },
  year: new Date(now).getUTCFullYear(),
});
