import type { ScanAppFacts } from './scan-app-facts.ts';

/** The QR code opens a mini-program of Alipay, which reports the person and the mobile number. */
export const alipay = {
  thirdparty: 'ALIPAY_MINI',
  userAgent: /AlipayClient/i,
} as const satisfies ScanAppFacts;
