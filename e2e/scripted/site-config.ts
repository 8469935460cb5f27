import type { PageConfig } from '@foyer/contract/pages/page-config';
import { now } from './usual-answers.ts';

/** Passkeys have states of their own: the hint in the account field comes at a time that other states do not wait for. */
export const methods: PageConfig['methods'] = {
  code: true,
  register: true,
  retrieve: true,
  scan: ['wechat', 'dingtalk', 'alipay'],
  sso: true,
  wecom: true,
  passkey: false,
  onPhone: true,
};

export const support = 'support@example.com';

/** The configuration of every page, with everything that can be offered. */
export const siteConfig = (origin: string, frames: string): PageConfig => ({
  brand: { 'zh-CN': '云章', 'en-US': 'Yunzhang' },
  company: { 'zh-CN': '云章科技有限公司', 'en-US': 'Yunzhang Technology' },
  officialSite: 'https://www.example.com/',
  filings: { icp: '浙ICP备2026000000号-1', psb: '浙公网安备33010002000000号' },
  support,
  productCode: 'yunzhang',
  environment: 'dev',
  origin,
  apiBase: '/api',
  home: '/home',
  homeOnPhones: '/home',
  allowedRedirects: [],
  bannerOrigins: [frames],
  chat: `${frames}/chat.html`,
  eventsUrl: '',
  methods,
  year: new Date(now).getUTCFullYear(),
});
