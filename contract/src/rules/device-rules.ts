import { factsOf, recordByApp } from '../apps/scan-apps.ts';
import { longest } from '../limits.ts';

/**
 * The kind of client. `pc`; `mobileWeb`: the browser of a phone; `h5`: the web view of a chat or payment app;
 * `app`: the product's own client, recognized by its user agent.
 */
export const devices = ['pc', 'mobileWeb', 'h5', 'app'] as const;
export type Device = (typeof devices)[number];

const phones =
  /Android.+Mobile|iPhone|iPod|Windows Phone|HarmonyOS.+Mobile|\(Phone; OpenHarmony|OpenHarmony.+Mobile|Mobile Safari/i;
/** The browser of a tablet counts as a PC; the web view of an app on a tablet does not. */
const tablets = /iPad|Android|HarmonyOS|\(Tablet;/i;
/** The user agent of a PC with HarmonyOS. */
const harmonyPc = /\(PC; OpenHarmony/i;

/** WeCom's user agent also names another app, so it is tested first. */
const chatApps = { wecom: /wxwork/i, ...recordByApp((app) => factsOf[app].userAgent) };
export type ChatApp = keyof typeof chatApps;

/** The patterns of `deviceOf`, from which the configuration of a web server is written. They ignore case. */
export const userAgentPatterns = { phones, tablets, harmonyPc, chatApps };

/** The app whose web view shows the page. */
export const chatAppOf = (userAgent: string): ChatApp | undefined =>
  (Object.keys(chatApps) as ChatApp[]).find((app) => chatApps[app].test(userAgent));

/** The web view of an app on a phone or tablet: one that names its app or itself, or on iOS lacks the name of the browser. */
export const webViews = new RegExp(
  `(Android|Harmony|iP(hone|ad)).*(${Object.values(chatApps)
    .map(({ source }) => source)
    .join('|')}|_APP/|\\bQQ/|; wv\\)|ArkWeb(?!.*Browser))|iP(hone|ad|od)(?!.*Safari)`,
  'i',
);

/** The app client adds `{product}_APP/` and its version to the user agent. */
export function deviceOf(wholeUserAgent: string, productCode: string): Device {
  const userAgent = wholeUserAgent.slice(0, longest.userAgent);
  if (userAgent.toLowerCase().includes(`${productCode.toLowerCase()}_app/`)) return 'app';
  if (harmonyPc.test(userAgent)) return 'pc';
  const onPhone = phones.test(userAgent);
  if ((onPhone || tablets.test(userAgent)) && chatAppOf(userAgent)) return 'h5';
  return onPhone ? 'mobileWeb' : 'pc';
}

/** The endpoint value of the SSO calls, which differs from PC and H5. */
export const appEndpointOf = (device: Device, productCode: string) => (device === 'app' ? `${productCode}_APP` : '');

export type Endpoint = 'PC' | 'H5';
export const endpointOf = (device: Device): Endpoint => (device === 'pc' ? 'PC' : 'H5');
