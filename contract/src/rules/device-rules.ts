import { longest } from '../limits.ts';

/**
 * What the page runs on. `pc`; `mobileWeb`, a phone's own browser; `h5`, the web view of a chat or
 * payment app; `app`, the product's own client, which says so in its user agent.
 */
export const devices = ['pc', 'mobileWeb', 'h5', 'app'] as const;
export type Device = (typeof devices)[number];

const phones =
  /Android.+Mobile|iPhone|iPod|Windows Phone|HarmonyOS.+Mobile|\(Phone; OpenHarmony|OpenHarmony.+Mobile|Mobile Safari/i;
/** A tablet's own browser is as good as a PC's; the web view of an app on it is not. */
const tablets = /iPad|Android|HarmonyOS|\(Tablet;/i;
/** What a PC with HarmonyOS begins with. */
const harmonyPc = /\(PC; OpenHarmony/i;

export type ChatApp = 'wecom' | 'wechat' | 'dingtalk' | 'alipay';

/** The app whose window the page stands in. WeCom says that it is WeChat as well. */
export function chatAppOf(userAgent: string): ChatApp | undefined {
  if (/wxwork/i.test(userAgent)) return 'wecom';
  if (/MicroMessenger/i.test(userAgent)) return 'wechat';
  if (/DingTalk/i.test(userAgent)) return 'dingtalk';
  return /AlipayClient/i.test(userAgent) ? 'alipay' : undefined;
}

/** The app client adds `{product}_APP/` and its version to the user agent. */
export function deviceOf(wholeUserAgent: string, productCode: string): Device {
  const userAgent = wholeUserAgent.slice(0, longest.userAgent);
  if (userAgent.toLowerCase().includes(`${productCode.toLowerCase()}_app/`)) return 'app';
  if (harmonyPc.test(userAgent)) return 'pc';
  const onPhone = phones.test(userAgent);
  if ((onPhone || tablets.test(userAgent)) && chatAppOf(userAgent)) return 'h5';
  return onPhone ? 'mobileWeb' : 'pc';
}

/** What the calls of a company sign-in take instead of PC or H5. */
export const appEndpointOf = (device: Device, productCode: string) => (device === 'app' ? `${productCode}_APP` : '');

export type Endpoint = 'PC' | 'H5';
export const endpointOf = (device: Device): Endpoint => (device === 'pc' ? 'PC' : 'H5');
