import type { AppWire } from './app-wire.ts';

export const dingtalkWire = {
  transfer: 'PC_DING_USER_TRANSFER',
  bindPath: '/login/commit/dingTalkPrincipal',
  callbackPath: '/thirdparty/dingding/callback',
} as const satisfies AppWire;
