import type { ScanAppFacts } from './scan-app-facts.ts';

/** People scan with WeChat's official account; it knows no mobile number. */
export const wechat = {
  thirdparty: 'WECHAT_OFFICIAL_ACCOUNT',
  userAgent: /MicroMessenger/i,
  follows: true,
  fallback: 'dingtalk',
} as const satisfies ScanAppFacts;
