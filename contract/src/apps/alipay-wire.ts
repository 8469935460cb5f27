import type { AppWire } from './app-wire.ts';

export const alipayWire = {
  transfer: 'PC_ALI_PAY_USER_TRANSFER',
  bindPath: '/login/commit/aliPayPrincipal',
  callbackPath: '/thirdparty/alipay/callback',
} as const satisfies AppWire;
