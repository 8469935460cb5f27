import { devices } from '@playwright/test';

const touch = { isMobile: true, hasTouch: true } as const;
const iphone = { ...touch, viewport: { width: 390, height: 664 }, deviceScaleFactor: 3 } as const;
const android = { ...touch, viewport: { width: 412, height: 839 }, deviceScaleFactor: 2.625 } as const;
const onIphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const onAndroid =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7 Build/UQ1A.240205.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.186 Mobile Safari/537.36';

/** The browser of a phone. */
export const pixel = { ...android, userAgent: devices['Pixel 7'].userAgent };

/** The web views of apps. */
export const webViews = {
  wechat: {
    ...iphone,
    userAgent: `${onIphone} Mobile/15E148 MicroMessenger/8.0.60(0x18003c2f) NetType/WIFI Language/zh_CN`,
  },
  dingtalk: {
    ...android,
    userAgent: `${onAndroid} AliApp(DingTalk/7.6.25) com.alibaba.android.rimet/42384213 Channel/700159`,
  },
  alipay: {
    ...iphone,
    userAgent: `${onIphone} Mobile/22F76 NebulaSDK/1.8.100112 Nebula AliApp(AP/10.6.90.6000) AlipayClient/10.6.90.6000 Language/zh-Hans`,
  },
  feishu: {
    ...android,
    userAgent: `${onAndroid} Lark/7.44.6 LarkLocale/zh_CN ChannelName/Feishu TTWebView/1281130091509`,
  },
  wecom: {
    ...iphone,
    userAgent: `${onIphone} Mobile/15E148 wxwork/4.1.36 MicroMessenger/7.0.1 Language/zh ColorScheme/Light`,
  },
};

/** The web view of the product's own app. */
export const appClient = { ...android, userAgent: `${onAndroid} yunzhang_APP/3.2.1` };
