import type { AppWire } from './app-wire.ts';

export const wechatWire = {
  transfer: 'PC_WE_CHAT_USER_TRANSFER',
  bindPath: '/thirdparty/wechatOfficeAccount/login',
  callbackPath: '/thirdparty/wechat/callback',
} as const satisfies AppWire;
